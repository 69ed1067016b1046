import random
import string


def generate_reset_token() -> str:
    return "".join(random.choices(string.ascii_letters, k=32))  # expect: py-predictable-random-secret


def login(user: object) -> None:
    user.otp = random.randint(100000, 999999)  # expect: py-predictable-random-secret
