import ssl

import requests

TIMEOUT = 5


def rates() -> object:
    return requests.get("https://rates.internal/today", verify="/etc/ssl/company.pem", timeout=TIMEOUT).json()


def context() -> ssl.SSLContext:
    made = ssl.create_default_context(cafile="/etc/ssl/company.pem")
    made.check_hostname = True
    return made


def unlocked(form: object) -> object:
    form.verify = False
    return form
