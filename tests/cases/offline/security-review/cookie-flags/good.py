def login(response: object, value: str) -> None:
    response.set_cookie("session", value, httponly=True, secure=True, samesite="Lax")
    response.set_cookie("theme", "dark")
