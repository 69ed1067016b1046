"""The runnable hard-coded key pattern of `knowledge/owasp-detection.md`, and what its matches are called."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from orchestrator.errors import PolicyError

HEADING = "hardcoded-key pattern"
_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_POSIX: Mapping[str, str] = MappingProxyType(
    {"[:space:]": r"\s", "[:alnum:]": "A-Za-z0-9", "[:alpha:]": "A-Za-z", "[:digit:]": "0-9", "[:upper:]": "A-Z"}
)
_KINDS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), kind)
    for pattern, kind in (
        (r"PRIVATE KEY", "private key"),
        (r"A(?:KIA|SIA|GPA|IDA|ROA|NPA)[A-Z0-9]{12}", "cloud access key"),
        (r"gh[pousr]_|github_pat_|glpat-", "source-hosting token"),
        (r"xox[abeoprs]-", "chat token"),
        (r"[srp]k_(?:live|test)_", "payment key"),
        (r"sk-", "model provider key"),
        (r"AIza", "cloud API key"),
        (r"eyJ", "signed token"),
        (r"://", "credentials in a URL"),
    )
)
_VALUE = re.compile(r"""(["'`])(.*?)\1\s*$""")
_STAND_IN = re.compile(
    r"change[-_ ]?me!?|placeholder|dummy|example|redacted|none|null|your[-_ ].*|x{3,}|\*{3,}|\.{3,}|<.*>|\$\{.*\}|\{\{.*\}\}|%\(\w+\)s",
    re.IGNORECASE,
)


def hardcoded_key_patterns(text: str) -> tuple[re.Pattern[str], ...]:
    """The expressions in the first fenced block below "Hardcoded-key pattern", one a line; `#` starts a comment line.

    The fenced block counts, never the table, whose cells escape the bar. Raises PolicyError when there is none.
    """
    patterns = tuple(_compiled(line) for line in _block(text) if line.strip() and not line.lstrip().startswith("#"))
    if not patterns:
        raise PolicyError("owasp-detection.md has no fenced block with a hardcoded-key pattern")
    return patterns


def secret_kind(matched: str) -> str:
    """What to call a match without showing it; an empty string when it is only a stand-in for a value."""
    for pattern, kind in _KINDS:
        if pattern.search(matched):
            return kind
    value = _VALUE.search(matched)
    if value and _STAND_IN.fullmatch(value[2].strip()):
        return ""
    return "literal value given to a secret's name"


def _block(text: str) -> Iterator[str]:
    lines = iter(text.split("\n"))
    # A cell of the table may name the pattern too.
    if not any(HEADING in line.lower() and not line.lstrip().startswith("|") for line in lines):
        return
    fence = next((found[1] for line in lines if (found := _FENCE.match(line))), None)
    if fence is None:
        return
    for line in lines:
        if line.strip().startswith(fence):
            return
        yield line


def _compiled(line: str) -> re.Pattern[str]:
    expression = line.strip()
    for posix, python in _POSIX.items():
        expression = expression.replace(posix, python)
    try:
        return re.compile(expression)
    except re.error as error:
        raise PolicyError(f"owasp-detection.md: the hardcoded-key pattern cannot be used: {error}") from error
