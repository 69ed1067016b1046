def send(text: str, host: str, port: int, user: str, secret: str) -> str:  # expect-own: data-clump
    return f"{text} {user}@{host}:{port}{len(secret)}"
