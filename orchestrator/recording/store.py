"""The store of one review: what the reviewer records, changes and takes back through its six tools.

A call that cannot be used changes nothing and is answered with everything that was wrong with it. Bounds never lose
what was recorded: past `MAX_CALLS` calls of the tools that change findings (refused ones count too; `list_findings`,
`set_summary` and `finish_review` do not) the store takes no more changes, at `MAX_FINDINGS` findings no more of them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from orchestrator.findings.sent import Evidence
from orchestrator.recording.arguments import BadCallError, parse, shown, strange, text_of
from orchestrator.recording.draft import Draft, read_draft, specimen
from orchestrator.recording.proof import place_of, proven
from orchestrator.recording.repeats import folded, more_in, told
from orchestrator.recording.tools import (
    APPEND,
    CHANGING,
    DELETE,
    FINISH,
    LIST,
    REVIEW_TOOLS,
    SUMMARY,
    TEXT,
    TITLE,
    UPDATE,
)
from orchestrator.redaction import redact
from orchestrator.values.finding import Finding
from orchestrator.values.mode import Mode, StoreActivity
from orchestrator.values.text import printable_path
from orchestrator.values.turn import Payload, Shown, ToolCall

MAX_FINDINGS = 100
MAX_CALLS = 300
_LEFT = "You can still call list_findings, set_summary and finish_review."


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call is answered. `fault` says why it could not be read or used, `withheld` that its finding proves nothing
    yet; both empty for a call that was refused because the store holds all of it already or can hold no more.

    `id` names the finding that the call was about, where there is one. `holds` is what the store says of it after a call
    that was taken, and after one that only `repeats` it. `differs` names the parts in which a refused call contradicts it.
    """

    text: str
    fault: str = ""
    withheld: str = ""
    id: str = ""
    holds: Draft | None = None
    repeats: bool = False
    differs: tuple[str, ...] = ()


@dataclass(slots=True)
class _Entry:
    draft: Draft
    finding: Finding

    @property
    def held(self) -> bool:
        """True when its quote proves it."""
        return not self.finding.withheld_because

    def repeats(self, other: "_Entry", cited: int) -> bool:
        """True when both say the same at one place: where this stands, or at the line that it `cited`."""
        near = other.finding.line in {self.finding.line, cited}
        return (
            near
            and self.finding.file == other.finding.file
            and folded(self.draft.message) == folded(other.draft.message)
        )


@dataclass(slots=True)
class Store:
    """Findings by id, in the order in which they were recorded. Ids are stable, and none is given twice.

    `capped` names the bound that refused a call, and is empty while none has.
    """

    mode: Mode
    payload: Payload
    activity: StoreActivity = field(default_factory=StoreActivity)
    summary: str = ""
    finished: bool = False
    capped: str = ""
    _entries: dict[str, _Entry] = field(default_factory=dict)
    _gone: set[str] = field(default_factory=set)
    _given: int = 0
    _changes: int = 0
    _read: Mapping[str, Shown] = field(default_factory=lambda: MappingProxyType({}))
    _evidence: Evidence | None = None

    def saw(self, texts: Mapping[str, Shown]) -> None:
        """`texts` is all that the reviewer has read so far besides what it was sent, by path: it may be quoted."""
        if texts != self._read:
            self._read = MappingProxyType(dict(texts))
            self._evidence = None

    def run(self, call: ToolCall) -> Answer:
        """Does what `call` asks, or nothing; never raises for what an engine wrote."""
        if call.name not in REVIEW_TOOLS:
            return _refused([f"there is no tool {shown(call.name)}; there are {', '.join(REVIEW_TOOLS)}"])
        self.activity = replace(self.activity, calls=self.activity.calls + 1)
        if call.name in CHANGING:
            if self._changes >= MAX_CALLS:
                return self._full(f"the cap of {MAX_CALLS} calls that change findings was reached")
            self._changes += 1
        does: Mapping[str, Callable[[Mapping[str, Any]], Answer]] = {
            APPEND: self._append,
            UPDATE: self._update,
            DELETE: self._delete,
            LIST: self._list,
            SUMMARY: self._set_summary,
            FINISH: self._finish,
        }
        try:
            return does[call.name](parse(call))
        except BadCallError as error:
            return _refused(error.problems)

    @property
    def held(self) -> Mapping[str, Draft]:
        """What is stated now, by id."""
        return {name: entry.draft for name, entry in self._entries.items()}

    def hold(self, lost: str = "") -> Answer:
        """The answer to a call of `finish_review` that comes with calls whose answers have to be seen first, or while
        calls are `lost`."""
        self.activity = replace(self.activity, calls=self.activity.calls + 1)
        said = "of the calls so far, some were of no use or recorded what is withheld"
        still = f" {lost[:1].upper()}{lost[1:]}. What stays open makes the review incomplete." if lost else ""
        return Answer(f"Not finished yet: {said}.{still} Mend what you can, then call {FINISH} again.")

    def settle(self) -> tuple[Finding, ...]:
        """Every finding, each held against all that the reviewer has seen by now: later readings may prove one.

        What was proven stays so: its quote was found, whatever is shown of that file afterwards.
        """
        self._entries = {name: self._newly(name, entry) for name, entry in self._entries.items()}
        return tuple(entry.finding for entry in self._entries.values())

    @property
    def newest(self) -> str:
        """One line on the finding that was recorded last; empty when there is none."""
        last = next(reversed(self._entries.values()), None)
        return _row(last.finding).removeprefix("- ") if last else ""

    def _append(self, arguments: Mapping[str, Any]) -> Answer:
        draft = read_draft(arguments, self.mode)
        name = f"F{self._given + 1}"
        entry = self._judged(name, draft)
        same = self._same(entry, draft.line)
        if same and entry.held and not self._entries[same].held:
            return self._instead(same, draft)
        if same:
            return self._repeated(same, entry, "recorded", f"Change {same} with {UPDATE}, or give another title")
        if len(self._entries) >= MAX_FINDINGS:
            return self._full(f"the cap of {MAX_FINDINGS} findings was reached")
        self._given += 1
        self._entries[name] = entry
        self.activity = replace(self.activity, recorded=self.activity.recorded + 1)
        return _taken(f"{name} is recorded", name, entry, draft.line)

    def _instead(self, name: str, draft: Draft) -> Answer:
        """Puts a statement that is proven in the place of the withheld one that it repeats."""
        entry = self._entries[name] = self._judged(name, draft)
        self.activity = replace(self.activity, updated=self.activity.updated + 1)
        return _taken(f"{name}, which said the same and was withheld, is updated to this", name, entry, draft.line)

    def _repeated(self, same: str, entry: _Entry, done: str, settle: str) -> Answer:
        """The answer to a statement that the finding `same` makes already, or contradicts."""
        before = self._entries[same]
        parts = more_in(entry.draft, before.draft, proven=before.held)
        if parts:
            fault = f"{same} says this at the same place with another {told(parts, entry.draft, before.draft)}"
            return Answer(f"Nothing was {done}: {fault}. {settle}.", fault=fault, id=same, differs=parts)
        why = before.finding.withheld_because
        still = f" and is withheld: {why}" if why else ""
        text = f"Nothing was {done}: {same} says the same at the same place{still}. {settle}."
        return Answer(text, withheld=why, id=same, holds=before.draft, repeats=True)

    def _update(self, arguments: Mapping[str, Any]) -> Answer:
        problems: list[str] = []
        name = self._id(arguments, problems)
        before = self._entries[name].draft if name else specimen(self.mode)
        try:
            draft = read_draft(arguments, self.mode, before)
        except BadCallError as error:
            raise BadCallError([*problems, *error.problems]) from error
        if problems:
            raise BadCallError(problems)
        entry, stands = self._judged(name, draft), self._newly(name, self._entries[name])
        if stands.held and not entry.held:
            raise BadCallError(
                [f"{name} is proven, and this would leave it without proof: {entry.finding.withheld_because}"]
            )
        same = self._same(entry, draft.line, name)
        if same and (self._entries[same].held or not entry.held):
            return self._repeated(same, entry, "changed", f"Change {same} or delete one of them")
        self._entries[name] = entry
        self.activity = replace(self.activity, updated=self.activity.updated + 1)
        return _taken(f"{name} is updated", name, entry, draft.line)

    def _delete(self, arguments: Mapping[str, Any]) -> Answer:
        problems = strange(arguments, ("id",), DELETE)
        given = arguments.get("id")
        if not problems and isinstance(given, str) and given.strip() in self._gone:
            return Answer(f"Nothing was changed: {given.strip()} is deleted already.", id=given.strip())
        name = self._id(arguments, problems)
        if problems:
            raise BadCallError(problems)
        del self._entries[name]
        self._gone.add(name)
        self.activity = replace(self.activity, deleted=self.activity.deleted + 1)
        return Answer(f"{name} is deleted.", id=name)

    def _list(self, arguments: Mapping[str, Any]) -> Answer:
        _check(arguments, (), LIST)
        rows = [_row(finding) for finding in self.settle()]
        withheld = sum(not entry.finding.counts for entry in self._entries.values())
        head = (
            f"{len(rows)} recorded, {withheld} of them withheld; the summary is {'set' if self.summary else 'not set'}."
        )
        return Answer("\n".join([head, *rows]))

    def _set_summary(self, arguments: Mapping[str, Any]) -> Answer:
        problems = strange(arguments, ("summary",), SUMMARY)
        text = text_of(arguments, "summary", TEXT, problems, required=True)
        if problems:
            raise BadCallError(problems)
        self.summary = redact(text.strip())[0]
        return Answer("The summary is set.")

    def _finish(self, arguments: Mapping[str, Any]) -> Answer:
        _check(arguments, (), FINISH)
        self.finished = True
        return Answer("The review is finished.")

    def _judged(self, name: str, draft: Draft) -> _Entry:
        """The finding that `draft` states. Once its quote was found, its place is where that was."""
        if self._evidence is None:
            self._evidence = Evidence.of(self.payload, self._read)
        finding = proven(draft.finding(name, self.mode), self._evidence)
        if finding.withheld_because:
            return _Entry(draft, finding)
        return _Entry(replace(draft, line=finding.line, end_line=finding.end_line), finding)

    def _newly(self, name: str, entry: _Entry) -> _Entry:
        """`entry` held against what is seen by now; proof that was found once is kept."""
        again = self._judged(name, entry.draft)
        return entry if entry.held and not again.held else again

    def _same(self, entry: _Entry, cited: int, but: str = "") -> str:
        """The id of another finding at the same place with the same title and problem, a proven one before a withheld
        one; empty when there is none."""
        others = [name for name, other in self._entries.items() if name != but and entry.repeats(other, cited)]
        return next((name for name in others if self._entries[name].held), next(iter(others), ""))

    def _id(self, arguments: Mapping[str, Any], problems: list[str]) -> str:
        name = text_of(arguments, "id", TITLE, problems, required=True).strip()
        if not name or name in self._entries:
            return name
        there = f"there are {', '.join(self._entries)}" if self._entries else "none is recorded"
        problems.append(f"there is no finding {shown(name)}; {there}")
        return ""

    def _full(self, cap: str) -> Answer:
        self.capped = self.capped or cap
        return Answer(f"Nothing was changed: {cap}. {_LEFT}")


def _check(arguments: Mapping[str, Any], known: tuple[str, ...], tool: str) -> None:
    problems = strange(arguments, known, tool)
    if problems:
        raise BadCallError(problems)


def _refused(problems: list[str] | tuple[str, ...]) -> Answer:
    fault = redact("; ".join(problems))[0]
    return Answer(f"Nothing was changed: {fault}.", fault=fault)


def _taken(head: str, name: str, entry: _Entry, cited: int) -> Answer:
    why = entry.finding.withheld_because
    if why:
        left = f"It does not count until {UPDATE} gives a quote that was shown to you."
        return Answer(f"{head} but withheld: {why}. {left}", withheld=why, id=name, holds=entry.draft)
    place = place_of(entry.finding, cited)
    return Answer(f"{head}. {place}".rstrip(), id=name, holds=entry.draft)


def _row(finding: Finding) -> str:
    detail = finding.detail
    name, severity, title = (detail.id, detail.severity_id, detail.title) if detail else ("", "", finding.message)
    category = f" {finding.category}" if finding.category else ""
    held = f" (withheld: {finding.withheld_because})" if finding.withheld_because else ""
    return f"- {name} {severity}{category} {printable_path(finding.file)}:{finding.line} {title}{held}"
