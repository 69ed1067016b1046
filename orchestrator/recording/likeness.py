"""Whether a call that was lost was about the finding that a statement is about."""

from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import IntEnum

from orchestrator.findings.evidence import NEAR
from orchestrator.findings.lines import coerce_line
from orchestrator.recording.draft import Draft
from orchestrator.recording.fragments import MARKS, Given
from orchestrator.recording.repeats import folded
from orchestrator.values.mode import EVIDENCE, Force, Mode

SHORT = 60
"""Characters of what could not be made out in which nothing can be stated yet."""
TELLING = 8
"""Characters that a title, or what there is of it, must have to be told from others."""
ALIKE = 0.7
"""From which part of two titles that match on they may be two wordings of one."""


class Likeness(IntEnum):
    """`PERHAPS` stands for a call that said too little to be recognised."""

    NO = 0
    PERHAPS = 1
    SURE = 2


@dataclass(frozen=True, slots=True)
class Held:
    """A statement as the store took it, and the line that was cited for it."""

    draft: Draft
    cited: int | None = None

    def text(self, key: str) -> str:
        """What it states for `key`, empty when it states nothing."""
        draft = self.draft
        whole = {"severity": draft.severity, "category": draft.category, "file": draft.file, "title": draft.title}
        return {**draft.fields, **whole, "summary": draft.summary, "line": str(draft.line)}.get(key, "")

    def says(self, given: Given, key: str) -> bool:
        """True when it states what `given` states for `key`, as far as that goes."""
        mine, text = folded(self.text(key)), folded(given.texts.get(key, ""))
        return mine.startswith(text) if given.cut == key else mine == text

    def is_at(self, given: Given) -> bool:
        """True when it stands at the line that `given` cites, or at its quote."""
        line = coerce_line(given.texts.get("line"))
        return (line is not None and line in {self.draft.line, self.cited}) or self.quotes(given)

    def is_elsewhere(self, given: Given) -> bool:
        """True when `given` certainly means another place of that file."""
        line, lines = coerce_line(given.texts.get("line")), {self.draft.line, self.cited} - {None}
        far = line is not None and all(abs(line - one) > NEAR for one in lines if one is not None)
        return far and bool(given.texts.get(EVIDENCE, "").strip()) and not self.quotes(given)

    def quotes(self, given: Given) -> bool:
        """True when its quote is that of `given`."""
        return bool(given.texts.get(EVIDENCE, "").strip()) and self.says(given, EVIDENCE)


def likeness(given: Given, held: Held, mode: Mode) -> Likeness:
    """How surely `held` states the finding of `given`.

    The same title in the same file is enough. Under another title it takes the same place and either the same severity
    or a title that is nearly the same. What names neither is recognised by what it does name.
    """
    severity = given.texts.get("severity", "")
    known = mode.severity(severity) is not None or given.cut == "severity"
    other = known and not held.says(given, "severity")
    stated = {key for key in MARKS if given.texts.get(key, "").strip()}
    if given.cut == "title" and len(folded(given.texts["title"])) < TELLING:
        stated.discard("title")
    if not stated:
        vague = bool(severity) and not known and not _is_worst(held, mode)
        return Likeness.NO if other or vague else _in_text(given.raw, held)
    if "file" in stated and not _one_file(given, held):
        return Likeness.NO
    if "title" in stated:
        return _by_title(given, held, same=known and not other, placed="file" in stated)
    if other or (stated & {"line", EVIDENCE} and not held.is_at(given)):
        return Likeness.NO
    quoted = EVIDENCE in stated and held.quotes(given)
    return Likeness.SURE if quoted or {"file"} < stated else Likeness.PERHAPS


def _by_title(given: Given, held: Held, *, same: bool, placed: bool) -> Likeness:
    """By the title; with another one by the place, where the severity is the `same` or the titles are alike."""
    if held.says(given, "title"):
        return Likeness.NO if held.is_elsewhere(given) else Likeness.SURE
    near = placed and held.is_at(given)
    return Likeness.SURE if near and (same or _alike(given.texts["title"], held.draft.title)) else Likeness.NO


def _is_worst(held: Held, mode: Mode) -> bool:
    """True when nothing in the words of `mode` weighs more than what `held` states."""
    mine = mode.severity(held.draft.severity)
    forces = {one.force for one in mode.severities}
    return mine is not None and mine.force is next((one for one in Force if one in forces), None)


def _in_text(raw: str, held: Held) -> Likeness:
    """By its title, or by file, quote and severity, as they occur in a text of which nothing else can be made out."""
    text, title = folded(raw), folded(held.draft.title)
    place = (held.draft.file, folded(held.text(EVIDENCE)), held.draft.severity)
    if (len(title) >= TELLING and title in text) or all(part.casefold() in text for part in place):
        return Likeness.SURE
    return Likeness.PERHAPS if len(raw) <= SHORT else Likeness.NO


def _one_file(given: Given, held: Held) -> bool:
    mine, other = held.draft.file, given.texts["file"].strip()
    if given.cut == "file":
        return mine.startswith(other)
    return (
        mine == other
        or mine.endswith(f"/{_tidy(other)}")
        or other.endswith(f"/{_tidy(mine)}")
        or _tidy(mine) == _tidy(other)
    )


def _tidy(path: str) -> str:
    return path.replace("\\", "/").removeprefix("./").removeprefix("a/").removeprefix("b/")


def _alike(one: str, other: str) -> bool:
    return SequenceMatcher(None, folded(one), folded(other)).ratio() >= ALIKE
