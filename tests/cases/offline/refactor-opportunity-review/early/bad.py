def notify(names: list[str], *, urgent: bool) -> list[str]:  # expect-own: replace-branching
    """Texts for the people in `names`."""
    if urgent:
        texts = [f"Now: {name}" for name in names]
        texts.reverse()
        return texts
    digest = ", ".join(names)
    head = "Weekly"
    return [head, digest]
