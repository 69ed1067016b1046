from requests_retry_toolkit import retry_session  # expect-own: invented-dependency


def ask(url: str) -> bytes:
    return retry_session().get(url, timeout=5).content
