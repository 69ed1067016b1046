import bcrypt


def login(user: object, password: str) -> bool:
    return bcrypt.checkpw(password.encode(), user.password_hash)


def matches(form: object, password_again: str) -> bool:
    return form.password == password_again
