import random
import secrets


def generate_reset_token() -> str:
    return secrets.token_urlsafe(32)


def delay(base: float) -> float:
    return base + random.uniform(0, 0.5)
