def login(response: object, value: str) -> None:
    response.set_cookie("session", value)  # expect: py-session-cookie-unprotected
