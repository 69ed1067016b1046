"""Where a wire engine sends its requests, and with which headers. Secrets stay out of every text that leaves this module."""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit, urlunsplit

from orchestrator.redaction import MASK, redact

_HOSTED = (
    "api.anthropic.com",
    "api.openai.com",
    "openai.azure.com",
    "cognitiveservices.azure.com",
    "openrouter.ai",
    "api.deepseek.com",
    "api.mistral.ai",
    "api.groq.com",
    "api.x.ai",
    "api.together.xyz",
    "api.fireworks.ai",
    "generativelanguage.googleapis.com",
)
"""Hosts, and all below them, that answer nobody without a key and ask for money."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """`url` is the whole address of the call; `secrets` are values that no message may show."""

    url: str
    headers: Mapping[str, str] = field(repr=False)
    secrets: tuple[str, ...] = field(default=(), repr=False)

    @property
    def host(self) -> str:
        """Host and, where given, port: what reports and messages call the endpoint."""
        return urlsplit(self.url).netloc.rpartition("@")[2]

    def clean(self, text: str) -> str:
        """`text` as one line without secrets, neither ours nor any that looks like one."""
        for secret in self.secrets:
            text = text.replace(secret, MASK)
        return redact(" ".join(text.split()))[0]


def address_of(base: str, path: str) -> str:
    """The address of `path` below `base`; a query of the base (`?api-version=...`) stays at the end.

    Raises ValueError for what is no http address with a host.
    """
    parts = urlsplit(base.strip())
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("it must be an http or https address with a host")
    if parts.username or parts.password:
        raise ValueError("it must not hold a user or a password")
    _ = parts.port  # raises ValueError for a port that is no number
    folder = parts.path.rstrip("/")
    # One convention gives the version with the base, the other with the path.
    joined = folder + (path.removeprefix("/v1") if folder.endswith("/v1") else path)
    return urlunsplit((parts.scheme, parts.netloc, joined, parts.query, ""))


def is_loopback(url: str) -> bool:
    """True when `url` stays on this machine."""
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_hosted(url: str) -> bool:
    """True for a provider that is known to need a key."""
    host = (urlsplit(url).hostname or "").rstrip(".")
    return any(host == known or host.endswith(f".{known}") for known in _HOSTED)


def is_encrypted(url: str) -> bool:
    """True for https."""
    return urlsplit(url).scheme == "https"
