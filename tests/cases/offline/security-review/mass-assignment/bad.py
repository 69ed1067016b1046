from flask import request

from shop.models import User


def register() -> User:
    return User(**request.get_json())  # expect: py-request-body-into-model


def promote() -> bool:
    body = request.get_json()
    return bool(body.get("is_admin"))  # expect: py-client-decides-privilege
