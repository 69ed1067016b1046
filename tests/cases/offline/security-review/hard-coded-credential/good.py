import os

DB_PASSWORD = os.environ["DB_PASSWORD"]
PASSWORD_RESET_URL = "https://login.internal/reset/v2"
SECRET_NAME = "billing-database-2"
API_KEY_HEADER = "X-Api-Key-2"
EXAMPLE_PASSWORD = "change-me-1234"


def connect(connector: object) -> object:
    return connector.open(user="app", password=DB_PASSWORD)
