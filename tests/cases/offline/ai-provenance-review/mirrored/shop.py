from typing import Any


def greet(name: str, mailer: Any) -> None:
    mailer.send(f"hello {name}")
