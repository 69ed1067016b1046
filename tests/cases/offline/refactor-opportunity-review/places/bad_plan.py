def price(plan: str) -> int:
    if plan == "free":  # expect-own: replace-branching
        return 0
    elif plan == "team":
        return 9
    elif plan == "firm":
        return 29
    return 99


def seats(plan: str) -> int:
    if plan == "free":  # expect-own: replace-branching
        return 1
    elif plan == "team":
        return 10
    elif plan == "firm":
        return 100
    return 1000


def support(plan: str) -> str:
    if plan == "free":  # expect-own: replace-branching
        return "forum"
    elif plan == "team":
        return "mail"
    elif plan == "firm":
        return "phone"
    return "person"
