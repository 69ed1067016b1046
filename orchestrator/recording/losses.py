"""Calls about findings that could not be used: each is kept in mind until the reviewer has made it good.

An append is made good by a finding that says the same and is recorded later, or changed to say it; an update by updates
of that finding that give what it gave, or by its removal; a removal by any later change of that finding. Whatever is open
at the end leaves the review incomplete.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches

from orchestrator.findings.lines import coerce_line
from orchestrator.recording.calls import Asked
from orchestrator.recording.draft import Draft
from orchestrator.recording.fragments import SIGNS, Given, given_by, stated_in
from orchestrator.recording.likeness import Held, Likeness, likeness
from orchestrator.recording.repeats import SEVERITY, folded
from orchestrator.recording.store import Answer
from orchestrator.recording.tools import APPEND, CHANGING, DELETE, REVIEW_TOOLS, UPDATE, finding_shape
from orchestrator.redaction import redact
from orchestrator.values.mode import EVIDENCE, Mode
from orchestrator.values.turn import ToolCall

NAMED = 5
_ID = "id"
Parts = frozenset[str]


@dataclass(frozen=True, slots=True)
class _Loss:
    """One call. `id` is the finding that it was about, if it named one that there was, and `parts` what has to be given
    again for it. `other` is the finding that it contradicted, and `differs` what that one would have to be given instead.
    """

    turn: int
    reason: str
    given: Given
    id: str = ""
    parts: Parts = frozenset()
    other: str = ""
    differs: Parts = frozenset()

    @property
    def tool(self) -> str:
        return self.given.tool

    def repeats(self, earlier: "_Loss") -> bool:
        """True when it is another try at what an `earlier` turn has lost, and stands for it."""
        if earlier.turn >= self.turn or earlier.tool != self.tool:
            return False
        if self.tool != APPEND:
            return self.id == earlier.id != "" and earlier.parts <= self.parts and not earlier.other
        told = ("title", "file", "line", SEVERITY, EVIDENCE)
        return all(folded(self.given.texts.get(key, "")) == folded(earlier.given.texts.get(key, "")) for key in told)

    def less(self, name: str, given: Parts) -> "_Loss | None":
        """What is left of it once the finding `name` was `given` some of its parts; None when that is nothing."""
        # An update may have come before the finding that it names.
        about = self.id or self.given.texts.get(_ID, "").strip()
        if self.tool != APPEND and about == name:
            rest = replace(self, id=name, parts=self.parts - given)
            return rest if rest.parts else None
        if self.other == name:
            rest = replace(self, differs=self.differs - given)
            return rest if rest.differs else None
        return self


@dataclass(slots=True)
class Losses:
    """What was lost so far in a review under `mode`."""

    mode: Mode
    _open: list[_Loss] = field(default_factory=list)
    _shown: list[_Loss] = field(default_factory=list)

    def refused(self, turn: int, call: ToolCall, answer: Answer, held: Mapping[str, Draft]) -> bool:
        """Notes that `call` could not be used in this turn, with these findings `held`; False when it was about no finding."""
        given = given_by(call)
        tool = _meant(call, given)
        if tool:
            named = given.texts.get(_ID, "").strip() if tool != APPEND else ""
            self._add(
                _Loss(
                    turn,
                    answer.fault,
                    replace(given, tool=tool),
                    id=named if named in held else "",
                    parts=self._parts(given),
                    other=answer.id,
                    differs=frozenset(answer.differs),
                )
            )
        return bool(tool)

    def unread(self, turn: int, text: str, reason: str, held: Mapping[str, Draft]) -> None:
        """Notes what the reply `text`, which could not be read as calls, states beyond what is `held`."""
        for given in stated_in(text, self._severities):
            if not self._is_held(given, held):
                self._add(self._of_text(turn, reason, given))

    def beside(self, turn: int, text: str, asked: Sequence[Asked], held: Mapping[str, Draft]) -> None:
        """Notes what `text` states beside the calls that were `asked` in the same reply, and beyond what is `held`."""
        ran = [given_by(one.call) for one in asked]
        for given in stated_in(text, self._severities):
            plain = given.tool in CHANGING or (SIGNS & given.texts.keys() and {"title", "file"} & given.texts.keys())
            spoken = any(_agree(given, one) for one in ran) or self._is_held(given, held)
            if given.texts and plain and not spoken:
                self._add(self._of_text(turn, "it stood outside of the calls of its turn", given))

    def settled(self, turn: int, call: ToolCall, answer: Answer) -> None:
        """`call` was taken. It makes good what earlier turns have lost: nobody knows of a loss within its own."""
        given = given_by(call)
        earlier = [loss for loss in self._open if loss.turn < turn]
        if call.name == DELETE and answer.id:
            self._drop([loss for loss in earlier if _is_removed(loss, answer.id)])
        if answer.holds is None:
            return
        if call.name == UPDATE and not answer.repeats:
            self._cover(earlier, answer.id, self._parts(given))
        took = Held(answer.holds, coerce_line(given.texts.get("line")))
        # What was there already, or is changed in another part, is no word on how bad the lost finding was.
        strict = answer.repeats or (call.name == UPDATE and SEVERITY not in given.texts)
        fits = [(loss, self._fit(loss, took, strict=strict)) for loss in earlier if loss in self._open]
        sure = [loss for loss, fit in fits if fit is Likeness.SURE]
        # What is recognised comes before what said too little for that and may be anything.
        likely = [loss for loss, fit in fits if fit is Likeness.PERHAPS and call.name == loss.tool]
        weak = [loss for loss in likely if (loss.parts <= self._parts(given) if call.name == UPDATE else not strict)]
        self._drop(sure or weak[:1])

    def told(self) -> str:
        """What is lost now, in words for the report; empty when nothing is."""
        return _told(self._open)

    def unshown(self, before: int) -> bool:
        """True when something that was lost before turn `before` was never shown to the reviewer at its end."""
        return any(loss.turn < before and loss not in self._shown for loss in self._open)

    def show(self) -> str:
        """What is lost now, to be shown to the reviewer that wants to end."""
        self._shown = list(self._open)
        return self.told()

    def _add(self, loss: _Loss) -> None:
        self._drop([one for one in self._open if loss.repeats(one)])
        self._open.append(loss)

    def _drop(self, gone: Sequence[_Loss]) -> None:
        self._open = [loss for loss in self._open if loss not in gone]

    def _of_text(self, turn: int, reason: str, given: Given) -> _Loss:
        tool = given.tool or APPEND
        return _Loss(turn, reason, replace(given, tool=tool), parts=self._parts(given))

    def _cover(self, earlier: Sequence[_Loss], name: str, parts: Parts) -> None:
        """An update has given `parts` of the finding `name`: what was lost about it is narrowed to the rest."""
        left = (loss.less(name, parts) if loss in earlier else loss for loss in self._open)
        self._open = [loss for loss in left if loss is not None]

    def _fit(self, loss: _Loss, took: Held, *, strict: bool) -> Likeness:
        if loss.tool == DELETE or (loss.tool == UPDATE and loss.id):
            return Likeness.NO
        if loss.tool == UPDATE:
            given = loss.parts & loss.given.texts.keys()
            if not given:
                return Likeness.PERHAPS
            return Likeness.SURE if all(took.says(loss.given, key) for key in given) else Likeness.NO
        if strict and (not loss.given.texts.get(SEVERITY) or not took.says(loss.given, SEVERITY)):
            return Likeness.NO
        return likeness(loss.given, took, self.mode)

    def _is_held(self, given: Given, held: Mapping[str, Draft]) -> bool:
        """True when a finding that is recorded says what a text repeats, its severity included where it names one."""
        if given.tool in {UPDATE, DELETE}:
            draft = held.get(given.texts.get(_ID, "").strip())
            parts = self._parts(given) & given.texts.keys()
            return draft is None if given.tool == DELETE else _states(draft, given, parts)
        said = [Held(draft) for draft in held.values()]
        if given.raw:
            known = sum(likeness(given, one, self.mode) is Likeness.SURE for one in said)
            return known >= max(1, given.raw.casefold().count(SEVERITY))
        return any(
            likeness(given, one, self.mode) is Likeness.SURE
            and (not given.texts.get(SEVERITY) or one.says(given, SEVERITY))
            for one in said
        )

    @property
    def _severities(self) -> tuple[str, ...]:
        return tuple(one.id for one in self.mode.severities)

    def _parts(self, given: Given) -> Parts:
        """The parts of a finding that `given` names; a name that is nearly one of them stands for it."""
        known = tuple(finding_shape(self.mode))
        named = [key for key in given.texts if key != _ID]
        near = {one for key in named for one in get_close_matches(key, known, 1)}
        return frozenset(near | {one for one in known for key in named if one.startswith(key)})


def _meant(call: ToolCall, given: Given) -> str:
    """The tool that a call about a finding meant; empty when it was about none."""
    if call.name in REVIEW_TOOLS:
        return call.name if call.name in CHANGING else ""
    named = "finding" in call.name.casefold() and given.texts
    nameless = not call.name and any(one in call.arguments for one in CHANGING)
    if not named and not nameless and not SIGNS & given.texts.keys():
        return ""
    if _ID not in given.texts:
        return APPEND
    return UPDATE if given.texts.keys() - {_ID} else DELETE


def _is_removed(loss: _Loss, name: str) -> bool:
    """True when the removal of the finding `name` makes `loss` good: nothing is left to change, or that was meant."""
    if loss.tool == APPEND or loss.other:
        return False
    return loss.id == name or (loss.tool == DELETE and not loss.id)


def _states(draft: Draft | None, given: Given, parts: Parts) -> bool:
    return draft is not None and all(Held(draft).says(given, part) for part in parts)


def _agree(one: Given, other: Given) -> bool:
    both = one.texts.keys() & other.texts.keys()
    return bool(both) and all(folded(one.texts[key]) == folded(other.texts[key]) for key in both)


def _told(losses: Sequence[_Loss]) -> str:
    if not losses:
        return ""
    rows = [redact(f"{_name(loss)}: {loss.reason}")[0] for loss in losses[:NAMED]]
    more = len(losses) - NAMED
    rows += [f"and {more} more"] if more > 0 else []
    calls = "a call that carried a finding was" if len(losses) == 1 else "calls that carried findings were"
    return f"{calls} of no use and not repeated: {'; '.join(rows)}"


def _name(loss: _Loss) -> str:
    texts = loss.given.texts
    if loss.tool != APPEND:
        named = texts.get(_ID, "").strip()
        return f"{loss.tool} of {named[:20]!r}" if named else f"{loss.tool} of an unnamed finding"
    name = texts.get("title") or texts.get("file")
    return f"{name[:80]!r}" if name else "one that could not be read"
