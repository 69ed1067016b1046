from flask import request

from shop.models import User


def register() -> User:
    return User(**request.get_json())  # expect: py-request-body-into-model


def promote() -> bool:
    body = request.get_json()
    return bool(body.get("is_admin"))  # expect: py-client-decides-privilege


def allow(payload: dict[str, float]) -> bool:
    return payload["risk_score"] < 0.5 + 0.25  # expect: py-client-states-server-fact
