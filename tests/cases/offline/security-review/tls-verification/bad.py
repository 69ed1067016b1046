import ssl

import httpx
import requests

TIMEOUT = 5


def rates() -> object:
    return requests.get("https://rates.internal/today", verify=False, timeout=TIMEOUT).json()  # expect: py-tls-verification-off


def profile() -> object:
    return httpx.get("https://profile.internal/me", verify=False).json()  # expect: py-tls-verification-off


def context() -> ssl.SSLContext:
    made = ssl.create_default_context()
    made.check_hostname = False  # expect: py-tls-context-unchecked
    return made


def opened() -> requests.Session:
    session = requests.Session()
    session.verify = False  # expect: py-tls-verification-off
    return session
