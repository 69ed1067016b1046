"""Comments in code that ask a tool to be silent. The tools are told to ignore them; who asked for what is noted here."""

import re
from collections.abc import Sequence

_NOSEMGREP = re.compile(r"\bnosem(?:grep)?\b(?:\s*:\s*([\w.,/ -]+))?", re.IGNORECASE)
_COMMENT = re.compile(r"#|//|/\*|<!--|--|;|\*")
_COMMENT_LINE = re.compile(r"\s*(?:#|//|/\*|\*|<!--|--|;|\{/\*)")
_NOQA = re.compile(r"#\s*noqa\b(?:\s*:\s*([A-Z]+[0-9]+(?:[,\s]+[A-Z]+[0-9]+)*))?", re.IGNORECASE)
# detect-secrets' own comment; without a place of its own it must name the next line.
_PRAGMA = re.compile(r"\bpragma: ?(?:allow|white)list([ -]nextline)?[ -]secret\b", re.IGNORECASE)
_FILE_NOQA = re.compile(r"\s*#\s*(?:ruff|flake8)\s*:\s*noqa\b(?:\s*:\s*([A-Z]+[0-9]+(?:[,\s]+[A-Z]+[0-9]+)*))?", re.I)


def semgrep_suppression(lines: Sequence[str], line: int, rule: str) -> int | None:
    """1-based line of a `nosemgrep` comment for `rule` on `line` or, standing alone, on the line above; else None."""
    for number in (line, line - 1):
        text = lines[number - 1] if 1 <= number <= len(lines) else ""
        if number != line and not _COMMENT_LINE.match(text):
            continue
        found = _NOSEMGREP.search(text)
        if found and _COMMENT.search(text, 0, found.start()) and _names_rule(found[1], rule):
            return number
    return None


def ruff_suppression(lines: Sequence[str], line: int, end: int, code: str) -> int | None:
    """1-based line of a `noqa` comment for `code`: on `line` or `end`, else one for the whole file; else None."""
    for number in dict.fromkeys((line, end)):
        text = lines[number - 1] if 1 <= number <= len(lines) else ""
        found = _NOQA.search(text)
        if found and _names_code(found[1], code):
            return number
    for number, text in enumerate(lines, 1):
        found = _FILE_NOQA.match(text)
        if found and _names_code(found[1], code):
            return number
    return None


def secret_suppression(lines: Sequence[str], line: int) -> int | None:
    """1-based line of a comment that vouches for a secret on `line`: there, or on the line above for the next; else None."""
    for number, next_line in ((line, False), (line - 1, True)):
        text = lines[number - 1] if 1 <= number <= len(lines) else ""
        found = _PRAGMA.search(text)
        if not found or bool(found[1]) is not next_line or (next_line and not _COMMENT_LINE.match(text)):
            continue
        if _COMMENT.search(text, 0, found.start()):
            return number
    return None


def _names_rule(listed: str | None, rule: str) -> bool:
    names = [name.strip() for name in (listed or "").split(",") if name.strip()]
    return not names or any(name.split()[0].rsplit(".", 1)[-1] == rule for name in names)


def _names_code(listed: str | None, code: str) -> bool:
    codes = re.split(r"[,\s]+", listed.upper()) if listed else []
    return not codes or any(code.startswith(prefix) for prefix in codes if prefix)
