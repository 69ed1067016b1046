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


def context_for(settings: object) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if settings.verify:
        context.check_hostname = True
        context.verify_mode = ssl.CERT_REQUIRED
    else:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def make_insecure_context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
