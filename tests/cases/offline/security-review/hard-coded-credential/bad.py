import os

DB_PASSWORD = "correct-horse-battery-0"  # expect: py-hard-coded-credential
TOKENS = {
    "api_key": "correct-horse-battery-1",  # expect: py-hard-coded-credential
}


def connect(connector: object) -> object:
    return connector.open(user="app", password="correct-horse-battery-2")  # expect: py-hard-coded-credential


def signing_key() -> str:
    return os.environ.get("JWT_SECRET", "correct-horse-battery-3")  # expect: py-hard-coded-credential
