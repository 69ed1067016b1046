import os


def region() -> str:
    return os.environ.get("ORDERS_REGION") or "eu"
