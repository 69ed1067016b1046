"""Names in a history that are nearly something else: a person or a role whose spelling would count as the author."""

import re
import unicodedata

from orchestrator.record.model import HUMAN

_COLON = re.compile(r"[:;=\u02d0\u02f8\u2236\ua789]")
"""What a hand writes, and what looks like it."""
_BETWEEN = re.compile(r"[\W_]+")


def meant(by: str, role: str) -> str:
    """What `by` was probably meant to be in the history of a finding of `role`; empty where it is that, or another name.

    Capitals, wide and decorated letters, and another sign for the colon do not tell names apart for a reader.
    """
    if by == role or (by.startswith(HUMAN) and by.removeprefix(HUMAN).strip()):
        return ""
    plain = "".join(sign for sign in unicodedata.normalize("NFKC", by).strip() if sign.isprintable())
    head, *rest = _COLON.split(plain, maxsplit=1)
    if head.strip().casefold() == HUMAN.rstrip(":"):
        return f"{HUMAN}{''.join(rest).strip() or 'NAME'}"
    return role if _squeezed(plain) == _squeezed(role) else ""


def _squeezed(text: str) -> str:
    return _BETWEEN.sub("", text).casefold()
