"""Claims that a file is missing, made by a reviewer who was told that the file had been left out."""

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from orchestrator.values.text import printable_path
from orchestrator.values.turn import Omission

_NAME = re.compile(r"[\w./@+-]*\w")
_FILLER = r"(?:(?:the|a|an|any|its|file|files|module|modules|source|import|imported|of|from)\s+){0,3}"
_SAID_BEFORE = re.compile(
    r"(?:missing|absent|non-?existent|no such|there is no|lacks?"
    r"|(?:can|could) ?not (?:find|locate|resolve|import|load|open)"
    r"|(?:unable|not able|fails?) to (?:find|locate|resolve|import|load|open))\s+" + _FILLER + r"[\"'`(]*$",
    re.IGNORECASE,
)
_SAID_AFTER = re.compile(
    r"^[\"'`)]*[,:]?\s*(?:(?:file|module|itself|which|that)\s+){0,2}"
    r"(?:(?:is|was|are|were|has|have|had|been|does|did|do|could|can|seems?|appears?|to|be|also|currently|still)\s+){0,4}"
    r"(?:missing|absent|undefined|non-?existent|never (?:created|defined|added)"
    r"|(?:not|neither)\s+(?:\w+\s+){0,2}?(?:found|exists?|provided|included|present|shown|available|added|committed"
    r"|created|defined|visible|part|in (?:the|this)))\b",
    re.IGNORECASE,
)


class Omitted:
    """The files that were left out, by every name a sentence may use for them."""

    __slots__ = ("_names", "_paths", "_stems")

    def __init__(self, omissions: Iterable[Omission]) -> None:
        self._paths: dict[str, Omission] = {}
        self._names: dict[str, Omission] = {}
        self._stems: dict[str, Omission] = {}
        for omission in omissions:
            path = PurePosixPath(omission.file)
            stem = str(path.with_suffix("")) if path.name else omission.file
            self._paths.setdefault(omission.file, omission)
            for name in (omission.file, printable_path(omission.file), path.name, stem.replace("/", ".")):
                self._names.setdefault(name, omission)
            self._stems.setdefault(path.stem, omission)
            self._stems.setdefault(stem, omission)

    def of(self, path: str) -> Omission | None:
        """Why `path` itself was left out, or None."""
        return self._paths.get(path)

    def claimed_missing(self, text: str) -> Omission | None:
        """The left-out file that `text` says is missing, or None."""
        if not self._names:
            return None
        plain = (
            text.replace("\u2019", "'").replace("can't", "can not").replace("n't", " not").replace("cannot", "can not")
        )
        for match in _NAME.finditer(plain):
            omission = self._named(match[0])
            if omission and _is_claim(plain, match):
                return omission
        return None

    def _named(self, word: str) -> Omission | None:
        bare = word.removeprefix("./")
        while bare.startswith("../"):
            bare = bare.removeprefix("../")
        exact = self._names.get(word) or self._names.get(bare)
        return exact or (self._stems.get(bare) if bare != word else None)


def _is_claim(text: str, name: re.Match[str]) -> bool:
    before = text[max(0, name.start() - 100) : name.start()]
    after = text[name.end() : name.end() + 100]
    return bool(_SAID_BEFORE.search(before) or _SAID_AFTER.match(after))
