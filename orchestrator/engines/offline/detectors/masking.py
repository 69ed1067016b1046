"""Source text with strings and comments blanked, so that patterns meet code only. Length and lines stay the same."""

import re
from functools import lru_cache

from orchestrator.engines.offline.detectors.kinds import is_python, is_script

_PYTHON = re.compile(
    r'"""[\s\S]*?(?:"""|\Z)|\'\'\'[\s\S]*?(?:\'\'\'|\Z)|"(?:\\.|[^"\\\n])*"?|\'(?:\\.|[^\'\\\n])*\'?|#[^\n]*'
)
# A template may hold expressions, and those may hold templates.
_TEMPLATE = r"`(?:\\[\s\S]|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}|[^`\\])*`?"
_C_LIKE = rf"//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)|\"(?:\\.|[^\"\\\n])*\"?|'(?:\\.|[^'\\\n])*'?|{_TEMPLATE}"
_BRACES = re.compile(_C_LIKE)
_SCRIPT = re.compile(
    _C_LIKE
    + r"|(?:(?<=[(,=:\[!&|?{};]) ?|(?<=return ))/(?![*/ ])(?:\\.|\[(?:\\.|[^\]\\\n]){0,80}\]|[^/\\\n\[]){1,200}/[a-z]*"
)
_INK = re.compile(r"[^\n]")


def mask(path: str, text: str) -> str:
    """`text` with the inside of strings and all of comments replaced by blanks; quotes of strings stay."""
    pattern = _PYTHON if is_python(path) else _SCRIPT if is_script(path) else _BRACES
    return _blanked(pattern, text) if "\n" in text else pattern.sub(_blank, text)


@lru_cache(maxsize=4096)
def _blanked(pattern: re.Pattern[str], text: str) -> str:
    """Remembered, because every lens asks for the same files."""
    return pattern.sub(_blank, text)


def comments_only(path: str, text: str) -> str:
    """The opposite: everything blanked but comments (and documentation strings in Python)."""
    pattern = _PYTHON if is_python(path) else _SCRIPT if is_script(path) else _BRACES
    kept: list[str] = []
    last = 0
    for match in pattern.finditer(text):
        if match[0].startswith(("#", "//", "/*", '"""', "'''")):
            kept += (_INK.sub(" ", text[last : match.start()]), match[0])
            last = match.end()
    return "".join([*kept, _INK.sub(" ", text[last:])])


def _blank(match: re.Match[str]) -> str:
    found = match[0]
    if found[0] in "\"'`" and len(found) > 1 and found[-1] == found[0]:
        return found[0] + _INK.sub(" ", found[1:-1]) + found[0]
    return _INK.sub(" ", found)
