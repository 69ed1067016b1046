def export(rows: list[str], compact: bool = False) -> str:  # expect-own: replace-branching
    if compact:
        kept = [row.strip() for row in rows]
        text = ",".join(kept)
        return text
    else:
        lines = ["# Rows", *rows]
        lines.append("end")
        return "\n".join(lines)
