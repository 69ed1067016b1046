def port_of(text: str, fallback: int) -> int:
    try:
        number = int(text)
        if number > 65535:
            raise ValueError(text)  # expect: py-own-exception-as-jump
        return number
    except ValueError:
        return fallback
