import jwt


def claims(token: str) -> dict[str, object]:
    return jwt.decode(token, options={"verify_signature": False})  # expect: py-jwt-not-verified


def relaxed(token: str, key: str) -> dict[str, object]:
    return jwt.decode(token, key, algorithms=["HS256", "none"])  # expect: py-jwt-not-verified
