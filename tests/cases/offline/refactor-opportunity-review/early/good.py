def notify_now(names: list[str]) -> list[str]:
    texts = [f"Now: {name}" for name in names]
    texts.reverse()
    return texts


def notify_weekly(names: list[str], *, quiet: bool) -> list[str]:
    if quiet:
        return []
    digest = ", ".join(names)
    head = "Weekly"
    return [head, digest]
