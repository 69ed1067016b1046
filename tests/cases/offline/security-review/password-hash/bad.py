import hashlib


def store(password: str) -> str:
    return hashlib.sha256(password.encode()).hexdigest()  # expect: py-password-hashed-fast
