def country(code: str) -> str:
    if code == "no":  # expect-own: replace-branching
        return "Norway"
    elif code == "se":
        return "Sweden"
    elif code == "dk":
        return "Denmark"
    elif code == "fi":
        return "Finland"
    elif code == "is":
        return "Iceland"
    elif code == "ee":
        return "Estonia"
    return code
