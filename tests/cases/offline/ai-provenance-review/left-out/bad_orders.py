def total(rows: list[int]) -> int:
    # ... existing code ... expect-own: conversation-residue
    return sum(rows)


# The rest of the file remains unchanged. expect-own: conversation-residue
