from flask import request

from shop.models import User
from shop.session import current_user


def register() -> User:
    body = request.get_json()
    return User(name=body["name"], email=body["email"])


def promote() -> bool:
    return bool(current_user().is_admin)


def allow(scores: dict[str, float], payload: dict[str, str]) -> bool:
    return scores[payload["user"]] < 0.5
