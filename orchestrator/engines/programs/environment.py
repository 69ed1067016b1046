"""What of our environment a program is given: a short list, never everything."""

from collections.abc import Collection, Mapping

NESTED = "CODE_REVIEW_NESTED"
"""Set for every program that reviews; `code-review run` refuses to start where it is set."""

_ALWAYS = frozenset(
    {
        *("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TERM", "COLORTERM"),
        *("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"),
        *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy"),
        *("SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"),
    }
)


def child_environment(
    environ: Mapping[str, str], wanted: Collection[str], fixed: Mapping[str, str], temporary: str
) -> dict[str, str]:
    """The names that every program gets, those in `wanted` (a trailing `*` takes a family), and `fixed` on top.

    Temporary files go to the folder `temporary`: some programs leave whole conversations there.
    """
    families = tuple(name[:-1] for name in wanted if name.endswith("*"))
    kept = {
        name: value
        for name, value in environ.items()
        if name in _ALWAYS or name in wanted or name.startswith(("LC_", *families))
    }
    return {**kept, **fixed, "TMPDIR": temporary, NESTED: "1"}


def is_nested(environ: Mapping[str, str]) -> bool:
    """True inside a program that a review has started."""
    return bool(environ.get(NESTED))
