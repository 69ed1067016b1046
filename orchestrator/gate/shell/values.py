"""What is known of a word once a shell has expanded it: text, and marks where nobody can tell."""

import re
from collections.abc import Iterable, Mapping

LOOSE = "\0"
"""Stands for nothing, for text or for several words: an unquoted value or a pattern."""
FIXED = "\1"
"""Stands for text within one word: a quoted value."""
BLANK = " \t\n"
"""What separates words where nothing else is said."""
_MARKS = re.compile(f"[{LOOSE}{FIXED}]+")
_BRACES = re.compile(r"\{([^{}\s]*)\}")
_RANGE = r"(?:-?\d+|\w)\.\.(?:-?\d+|\w)(?:\.\.-?\d+)?"
_PATTERN = re.compile(r"[*?]+|\[[^\]]+\]")


def is_known(field: str) -> bool:
    """True when nothing of `field` depends on what cannot be seen."""
    return LOOSE not in field and FIXED not in field


def is_blank(field: str) -> bool:
    """True when nothing of `field` is known."""
    return not _MARKS.sub("", field)


def may_be(field: str, names: Iterable[str]) -> bool:
    """True when `field` is one of `names`, or could turn out to be."""
    if is_known(field):
        return field in names
    pattern = re.compile(".*".join(map(re.escape, _MARKS.split(field))), re.DOTALL)
    return any(pattern.fullmatch(name) for name in names)


def program_name(field: str) -> str:
    """Name of the program that `field` starts: without folders, in lower case, without an extension of Windows."""
    return field.replace("\\", "/").rpartition("/")[2].lower().removesuffix(".exe")


def without_marks(text: str) -> str:
    """`text` without the characters that are used as marks; a shell drops them too."""
    return _MARKS.sub("", text)


def alternatives(text: str, home: str) -> list[str]:
    """What unquoted `text` expands to: braces and `~` as they are, patterns as marks."""
    if text.startswith("~"):
        text = home + text[1:] if text[1:2] in ("", "/") else FIXED + text[1:]
    return [_PATTERN.sub(LOOSE, word) for word in _unbraced(text, 6)]


def _unbraced(text: str, depth: int) -> list[str]:
    found = next((match for match in _BRACES.finditer(text) if "," in match[1] or ".." in match[1]), None)
    if found is None or depth == 0:
        return [text]
    choices = [LOOSE] if re.fullmatch(_RANGE, found[1]) else found[1].split(",")
    return [
        word
        for choice in choices
        for word in _unbraced(text[: found.start()] + choice + text[found.end() :], depth - 1)
    ]


def split(value: str, separators: str) -> list[str]:
    """`value` as the words that an unquoted parameter becomes, spaces at both ends kept as empty words."""
    return re.split(f"[{re.escape(separators)}]+", value) if separators else [value]


def formatted(fields: list[str]) -> str:
    """What `printf` prints: escapes read, every conversion filled by the next argument."""
    if not fields:
        return ""
    given = iter(fields[1:])
    filled = re.sub(r"%[-+ #0]*\d*(?:\.\d+)?[a-zA-Z]", lambda _: next(given, ""), unescaped(fields[0]))
    return " ".join((filled, *given))


def unescaped(text: str) -> str:
    """`text` with the escapes that `printf` and `echo -e` know."""
    letters: Mapping[str, str] = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "c": ""}

    def character(found: "re.Match[str]") -> str:
        if found[1]:
            return chr(int(found[1], 16))
        return chr(int(found[2], 8) & 0xFF) if found[2] else letters.get(found[3], found[0])

    return re.sub(r"\\(?:x([0-9a-fA-F]{1,2})|0?([0-7]{1,3})|(.))", character, text, flags=re.DOTALL)
