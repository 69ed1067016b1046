def login(user: object, password: str) -> bool:
    return user.password == password  # expect: py-password-compared-as-text
