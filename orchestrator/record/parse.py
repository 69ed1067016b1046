"""The Markdown of a review record in, what it says and what is wrong with its form out."""

import re
from dataclasses import dataclass, field, replace

from orchestrator.record.fields import Reader
from orchestrator.record.layout import Block, Heading, Line, Part, parts, split_lines
from orchestrator.record.model import (
    FORMAT,
    ROLE,
    Broken,
    Code,
    Problem,
    Record,
    RecordedFinding,
    RoleSection,
    RunStyle,
    Span,
    Step,
    StepName,
    split_id,
)

_MARKER = "review-format:"
_SAID = re.compile(r"(?P<name>Mode|Summarized|Fallback):[ \t]*(?P<text>.*)")
_HIDDEN = re.compile(r"[ \t]*(?:<!--[ \t]*)?(?:#{1,6}(?:[ \t]|$)|(?:`{3,}|~{3,})[ \t]*ya?ml\b)", re.IGNORECASE)
_STEP_LEVEL, _ROLE_LEVEL, _FINDING_LEVEL = 2, 3, 4


@dataclass(frozen=True, slots=True)
class Parsed:
    """A record and its text. `lines` joined are the text; `problems` are about its form only, in the order of lines."""

    lines: tuple[str, ...]
    record: Record
    problems: tuple[Problem, ...]

    @property
    def text(self) -> str:
        """The text as it was given."""
        return "".join(self.lines)


def parse(text: str) -> Parsed:
    """What `text` says. It never raises: whatever is wrong becomes a problem, and the rest is read all the same.

    A byte order mark and line endings of any kind are accepted. Of a record in a newer format only that is said.
    """
    lines = split_lines(text)
    seen = list(parts(lines))
    number, problems = _format(seen)
    if number > FORMAT:
        return Parsed(tuple(lines), Record(number), tuple(problems))
    reading = _Reading(len(lines), problems)
    for part in seen:
        reading.take(part)
    record = Record(number, reading.finish(seen))
    return Parsed(tuple(lines), record, tuple(sorted(problems, key=lambda one: one.line)))


def _format(seen: list[Part]) -> tuple[int, list[Problem]]:
    markers = [part for part in seen if isinstance(part, Line) and part.hidden and _marker(part.text) is not None]
    if not markers:
        return FORMAT, []
    part = markers[0]
    spelled = _marker(part.text) or ""
    if not re.fullmatch(r"[1-9][0-9]{0,8}", spelled):
        return FORMAT, [Problem(Code.INVALID, part.at + 1, f"the format {spelled[:80]!r} is no number")]
    if int(spelled) > FORMAT:
        message = f"the record has format {spelled}, and this release understands format {FORMAT}: install a newer one"
        return int(spelled), [Problem(Code.FORMAT_UNSUPPORTED, part.at + 1, message)]
    return FORMAT, [Problem(Code.INVALID, part.at + 1, "the format is stated twice") for part in markers[1:]]


def _marker(text: str) -> str | None:
    """What a line `<!-- review-format: N -->` says, or None for another line."""
    comment = text.strip()
    if not comment.startswith("<!--") or not comment.endswith("-->"):
        return None
    said = comment[4:-3].strip()
    return said.removeprefix(_MARKER).strip() if said.startswith(_MARKER) else None


@dataclass(slots=True)
class _Draft:
    """The finding that is being read."""

    id: str
    title: str
    at: int
    end: int
    blocks: list[Block] = field(default_factory=list)


class _Reading:
    """The state between two lines: the step, the role and the finding that are open."""

    def __init__(self, total: int, problems: list[Problem]) -> None:
        self._total = total
        self._problems = problems
        self._steps: list[Step] = []
        self._step: Step | None = None
        self._summarized: list[str] = []
        self._roles: list[RoleSection] = []
        self._role: RoleSection | None = None
        self._names: set[str] = set()
        self._said: set[str] = set()
        # The level of a heading that was refused: what stands below it is not blamed for standing nowhere.
        self._lost = 0
        self._findings: list[RecordedFinding] = []
        self._broken: list[Broken] = []
        self._draft: _Draft | None = None
        self._ids: set[str] = set()

    def take(self, part: Part) -> None:
        """Reads one part."""
        if isinstance(part, Heading):
            if part.level <= _STEP_LEVEL:
                self._start_step(part)
            elif part.level == _ROLE_LEVEL:
                self._start_role(part)
            elif part.level == _FINDING_LEVEL:
                self._start_finding(part)
        elif isinstance(part, Block):
            self._block(part)
        elif not part.hidden:
            self._line(part.at, part.text.strip())

    def finish(self, seen: list[Part]) -> tuple[Step, ...]:
        """The steps, once every part was taken."""
        opened = _open_comment(seen)
        if opened is not None:
            self._invalid(opened, "a comment is opened here and never closed, and hides the rest of the file")
        for at in _hiding(seen) if opened is None else ():
            self._invalid(at, "this comment hides a heading or a YAML block, which nobody sees in the record")
        self._close_step(self._total)
        return tuple(self._steps)

    def _start_step(self, part: Heading) -> None:
        self._close_step(part.at)
        if part.level < _STEP_LEVEL:
            return
        name = _without_closing(part.text)
        if name not in list(StepName):
            self._lost = _STEP_LEVEL
            self._invalid(part.at, f"{name[:80]!r} is no step: the steps are {' and '.join(StepName)}")
            return
        if name in self._names:
            self._invalid(part.at, f"the step {name} is written twice")
        self._names.add(name)
        self._step = Step(name=StepName(name), span=Span(part.at, part.at))

    def _start_role(self, part: Heading) -> None:
        self._close_role(part.at)
        name = _without_closing(part.text)
        if self._step is None:
            if not self._lost:
                self._invalid(part.at, f"the role {name[:80]!r} stands outside of a step")
            return
        if not ROLE.fullmatch(name):
            self._lost = _ROLE_LEVEL
            self._invalid(part.at, f"{name[:80]!r} is no role id: letters, digits, `-` and `_` make one")
            return
        key = f"{len(self._steps)} {name}"
        if key in self._names:
            self._invalid(part.at, f"the role {name} is written twice in {self._step.name}")
        self._names.add(key)
        self._role = RoleSection(role=name, span=Span(part.at, part.at))

    def _start_finding(self, part: Heading) -> None:
        self._close_finding()
        name, title = [*part.text.split(maxsplit=1), "", ""][:2]
        role, number = split_id(name)
        fault = ""
        if not number:
            fault = f"{name[:80]!r} is no finding: its heading says `R-<role>-<number>` and a title"
        elif name in self._ids:
            fault = f"{name} is written twice"
        elif self._role is None:
            fault = "" if self._lost else f"{name} stands outside of a role"
        elif role != self._role.role:
            fault = f"{name} stands under {self._role.role}, which is another role"
        elif not title:
            fault = f"{name} has no title"
        known = name if number else ""
        if fault:
            self._invalid(part.at, fault, known)
        self._ids.add(known)
        self._draft = _Draft(known, title, part.at, part.at + 1)

    def _block(self, block: Block) -> None:
        if not block.closed:
            self._invalid(block.at, "a block is opened here and never closed, and hides the rest of the file")
        if block.language not in {"yaml", "yml"}:
            return
        if self._draft is None:
            self._invalid(block.at, "a YAML block stands outside of a finding")
        elif self._draft.blocks:
            self._invalid(block.at, f"{self._draft.id}: there is a second YAML block", self._draft.id)
        else:
            self._draft.blocks.append(block)
            self._draft.end = block.end

    def _line(self, at: int, text: str) -> None:
        said = _SAID.fullmatch(text)
        if said:
            self._statement(at, said["name"], said["text"])
        elif self._role is not None and text.rstrip(".") == "No finding":
            self._role = replace(self._role, no_finding=True)
        elif self._role is not None and text.rstrip(".") == "Disabled by configuration":
            self._role = replace(self._role, disabled=True)

    def _statement(self, at: int, name: str, text: str) -> None:
        wanted = self._role if name == "Fallback" else self._step if self._role is None else None
        if wanted is None and self._lost:
            return
        if wanted is None:
            place = "of its role" if name == "Fallback" else "of its step, before the first role"
            self._invalid(at, f"{name}: stands under the heading {place}")
        elif name != "Summarized" and name in self._said:
            self._invalid(at, f"there is a second {name}: line")
        elif not text:
            self._invalid(at, f"{name}: says nothing")
        elif self._role is not None:
            self._role = replace(self._role, fallback=text)
        elif self._step is not None:
            self._say(at, self._step, name, text)
        self._said.add(name)

    def _say(self, at: int, step: Step, name: str, text: str) -> None:
        if name == "Summarized":
            self._summarized.append(text)
        elif text.removesuffix(".") in list(RunStyle):
            self._step = replace(step, run_style=RunStyle(text.removesuffix(".")))
        else:
            self._invalid(at, f"Mode: is {text[:80]!r}, and must be one of {', '.join(RunStyle)}")

    def _close_finding(self) -> None:
        draft, self._draft = self._draft, None
        if draft is None:
            return
        found: RecordedFinding | Broken = Broken(draft.id, draft.title, Span(draft.at, draft.end))
        if not draft.blocks:
            self._invalid(draft.at, f"{draft.id or 'the finding'} has no YAML block", draft.id)
        elif draft.id:
            block = draft.blocks[0]
            reader = Reader(draft.id, block.at + 1)
            found = reader.finding(draft.title, block.lines, found.span)
            self._problems.extend(reader.problems)
        if isinstance(found, RecordedFinding):
            self._findings.append(found)
        else:
            self._broken.append(found)

    def _close_role(self, end: int) -> None:
        self._close_finding()
        role, self._role = self._role, None
        if role is not None:
            found, broken = tuple(self._findings), tuple(self._broken)
            if role.no_finding and (found or broken):
                self._invalid(role.span.start, f"{role.role} says `No finding.` and has findings")
            if not (role.no_finding or role.disabled or found or broken):
                self._invalid(role.span.start, f"{role.role} has no finding and does not say `No finding.`")
            span = Span(role.span.start, end)
            self._roles.append(replace(role, findings=found, broken=broken, span=span))
        self._findings, self._broken = [], []
        self._said.discard("Fallback")

    def _close_step(self, end: int) -> None:
        self._close_role(end)
        step, self._step = self._step, None
        if step is not None:
            said, roles = tuple(self._summarized), tuple(self._roles)
            self._steps.append(replace(step, summarized=said, roles=roles, span=Span(step.span.start, end)))
        self._roles, self._summarized, self._said, self._lost = [], [], set(), 0

    def _invalid(self, at: int, message: str, finding: str = "") -> None:
        self._problems.append(Problem(Code.INVALID, at + 1, message, finding))


def _open_comment(seen: list[Part]) -> int | None:
    """The line on which a comment begins that reaches to the end of the file for want of `-->`."""
    opened = None
    for part in reversed(seen):
        if not isinstance(part, Line) or not part.hidden or "-->" in part.text:
            break
        opened = part.at
    return opened


def _hiding(seen: list[Part]) -> list[int]:
    """The lines of comments that would be a heading, or open a YAML block, outside of one."""
    hidden = [part for part in seen if isinstance(part, Line) and part.hidden]
    return [part.at for part in hidden if _HIDDEN.match(part.text)]


def _without_closing(text: str) -> str:
    """A heading without the `#` that may close it."""
    bare = text.rstrip("#")
    return bare.rstrip(" \t") if bare != text and bare.endswith((" ", "\t")) else text
