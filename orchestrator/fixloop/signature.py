"""What makes two findings of different rounds the same one."""

import re
import unicodedata
from hashlib import sha256

from orchestrator.values.finding import Finding

NEARBY = 3
"""Lines that a finding may have moved between two rounds."""
_SEPARATOR = "\x1f"

_QUOTED = re.compile(
    r"(?P<ticks>`{1,3})[^`]{1,400}(?P=ticks)"
    r'|"[^"\n]{1,400}"'
    r"|\u201c[^\u201d\n]{1,400}\u201d|\u00ab[^\u00bb\n]{1,400}\u00bb|\u2018[^\u2019\n]{1,400}\u2019(?!\w)"
    # An apostrophe inside a word begins and ends nothing.
    r"|(?<!\w)'(?:[^'\n]|(?<=\w)'(?=\w)){1,400}'(?!\w)"
)
_TIME = re.compile(
    r"\b\d{4}-\d{2}-\d{2}(?:[t ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?z| ?[+-]\d{2}:?\d{2})?)?\b"
    r"|\b\d{2}:\d{2}:\d{2}(?:[.,]\d+)?\b"
)
_NUMBERS = r"\d+(?:(?:\s*(?:[-\u2013:,&]|\bto\b|\band\b)\s*)(?:l|#)?\d+)*"
_LINE = re.compile(
    rf"\b(?:lines?|ln)\.?\s*(?:numbers?\s*|nos?\.?\s*)?[#:]?\s*{_NUMBERS}\b"
    rf"|\bl{_NUMBERS}\b"
    # The place behind a path: `app.py:12`, `app.py:12:30`.
    r"|(?<=[a-z_]):\d+(?::\d+)?\b"
)
_UUID = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")
_HEX = re.compile(r"(?<![0-9a-z])(?:0x[0-9a-f]+|[0-9a-f]{7,})(?![0-9a-z])")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*(?!\w)")
# Hex runs and numbers share a mark: an abbreviated commit can happen to hold digits only.
_MARKS = ((_QUOTED, "<quote>"), (_TIME, "<time>"), (_LINE, "<line>"), (_UUID, "<n>"), (_HEX, "<n>"), (_NUMBER, "<n>"))


def normalise(message: str) -> str:
    """`message` without what changes between two reports of one defect: times, hashes, quotes, places, numbers, case."""
    text = unicodedata.normalize("NFC", message).casefold()
    for pattern, mark in _MARKS:
        text = pattern.sub(mark, text)
    return " ".join(text.split())


def signature(finding: Finding) -> str:
    """sha256 in hex over agent, path, category and normalised message. The line is compared apart, see `is_near`."""
    parts = (finding.agent, finding.file, finding.category, normalise(finding.message))
    # A part cannot reach into the next one. Text of a reply may hold what UTF-8 has no bytes for.
    joined = _SEPARATOR.join(part.replace(_SEPARATOR, " ") for part in parts)
    return sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()


def is_near(line: int, other: int) -> bool:
    """True when findings of one signature at these two lines are the same finding."""
    return abs(line - other) <= NEARBY


def is_same(one: Finding, other: Finding) -> bool:
    """True when both are the same finding, in whichever rounds they were reported."""
    return is_near(one.line, other.line) and signature(one) == signature(other)
