from dataclasses import dataclass


@dataclass(frozen=True)
class Endpoint:
    host: str
    port: int
    user: str
    secret: str


def send(text: str, endpoint: Endpoint) -> str:
    return f"{text} {endpoint.user}@{endpoint.host}:{endpoint.port}{len(endpoint.secret)}"


def retry(text: str, endpoint: Endpoint, times: int) -> str:
    return send(text, endpoint) * times
