def connect(host: str, port: int, user: str, secret: str) -> str:
    return f"{user}@{host}:{port}{len(secret)}"


def probe(host: str, port: int, user: str, secret: str, seconds: int) -> str:
    return f"{seconds} {user}@{host}:{port}{len(secret)}"
