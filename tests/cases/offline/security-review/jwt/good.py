import jwt


def claims(token: str, key: str) -> dict[str, object]:
    return jwt.decode(token, key, algorithms=["RS256"], audience="billing")
