def port_of(text: str, fallback: int) -> int:
    try:
        number = int(text)
    except ValueError:
        return fallback
    return number if number <= 65535 else fallback
