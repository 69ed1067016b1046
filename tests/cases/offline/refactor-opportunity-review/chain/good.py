COUNTRIES = {
    "no": "Norway",
    "se": "Sweden",
    "dk": "Denmark",
    "fi": "Finland",
    "is": "Iceland",
    "ee": "Estonia",
}


def country(code: str) -> str:
    return COUNTRIES.get(code, code)


def is_nordic(code: str, name: str) -> bool:
    if code == "no":
        return True
    elif name == "Åland":
        return True
    return code in COUNTRIES and code != "ee"
