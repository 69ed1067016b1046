"""Asking about the findings of a record: the owning roles check answers, the skeptic tries to refute."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType

from orchestrator.checks.rules import RulePack
from orchestrator.checks.shared import SharedAnalysis
from orchestrator.dispatch.desk import Desk
from orchestrator.dispatch.progress import Progress
from orchestrator.errors import ConfigurationError, NoEngineError, StateError, UsageError, ungrouped
from orchestrator.fixloop.verify import as_verifier
from orchestrator.record.asked import Answer, Asked
from orchestrator.record.asking import Inquiry, Matter
from orchestrator.record.consulting import RULES, Ruling, Settled, consult
from orchestrator.record.location import Place, read_location
from orchestrator.record.model import Code, Entry, RecordedFinding
from orchestrator.record.parse import Parsed, parse
from orchestrator.record.ruling import entry_of
from orchestrator.record.waiting import REMOVED, Waiting, apply_entries, to_challenge, to_check
from orchestrator.scope.ignore.visible import visible
from orchestrator.seams import Clock, Process
from orchestrator.system.data import data_dir
from orchestrator.system.record_file import update
from orchestrator.values.lens import Lens
from orchestrator.values.record_place import RECORD
from orchestrator.values.turn import Omission
from orchestrator.wiring.desk import open_desk
from orchestrator.wiring.modes import modes_of
from orchestrator.wiring.outside import Outside
from orchestrator.wiring.reading import open_shelf
from orchestrator.wiring.record import RecordProject
from orchestrator.wiring.record_tree import Sight, work_tree_of
from orchestrator.wiring.registry import EngineContext
from orchestrator.wiring.session import Session
from orchestrator.wiring.single import lens_for
from orchestrator.wiring.team import TeamMaker

SKEPTIC = "skeptic-review"
CHECK, CHALLENGE = "check", "challenge"
CODE_CHANGED = "the code was changed while it was looked at, so nothing was written; ask again"
_HINT = "give --engine NAME: anthropic, openai, claude, codex, gemini, command or exchange"
_CONTRACTS = {
    Matter.FIX: "record-check.md",
    Matter.DISPUTE: "record-check.md",
    Matter.CHALLENGE: "record-challenge.md",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is asked about the change `change`: `check` or `challenge`, of `ids` alone where there are any.

    With `writes` the answers go into the record.
    """

    change: str
    what: str
    ids: tuple[str, ...] = ()
    writes: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class AskingDoors:
    """What asking needs of the outside. `make_team` is called only when somebody is to be asked."""

    process: Process
    clock: Clock
    environ: Mapping[str, str]
    make_team: Callable[[], TeamMaker]
    progress: Progress
    max_parallel: int


@dataclass(frozen=True, slots=True)
class _Plan:
    """The inquiries of one call, and the findings about which there is none, with the reason."""

    path: str
    sight: Sight
    inquiries: tuple[Inquiry, ...]
    idle: Mapping[str, str]
    refused: Mapping[str, str]


async def ask_about(order: Order, session: Session, project: RecordProject, doors: AskingDoors) -> Asked:
    """Asks whoever must answer next, and writes what they say into the record as soon as a wave of them has said it.

    Raises UsageError for a change, a record or a finding that is not there and where only rules would answer,
    ConfigurationError for a record that cannot be read, and what `prepare_team` and `open_desk` raise before anybody is
    asked.
    """
    plan = _plan(order, session, project)
    register = _Register(order, project, plan)
    rulings = await _rulings(plan, session, doors, register.settled) if plan.inquiries else ()
    return Asked(
        change=order.change,
        path=plan.path,
        matter=order.what,
        writes=order.writes,
        answers=tuple(register.answer(ruling) for ruling in rulings),
        idle=plan.idle,
        refused=plan.refused,
    )


async def _rulings(plan: _Plan, session: Session, doors: AskingDoors, settled: Settled) -> tuple[Ruling, ...]:
    with ungrouped():
        async with _open(session, doors, plan) as desk:
            return await consult(
                desk,
                plan.inquiries,
                contracts=_contracts(),
                max_parallel=doors.max_parallel,
                progress=doors.progress,
                settled=settled,
            )


@dataclass(slots=True)
class _Register:
    """Writes answers into the record, and remembers of each what became of it."""

    order: Order
    project: RecordProject
    plan: _Plan
    written: set[str] = field(default_factory=set)
    why: dict[str, str] = field(default_factory=dict)

    def settled(self, rulings: Sequence[Ruling]) -> None:
        """Takes what one wave has said."""
        entries: list[tuple[RecordedFinding, Entry]] = []
        for ruling in rulings if self.order.writes else ():
            inquiry, entry = ruling.inquiry, entry_of(ruling.inquiry, ruling.ruled)
            if entry is None:
                continue
            if all(map(self.plan.sight.is_as_seen, (inquiry.place.path, *inquiry.texts))):
                entries.append((inquiry.finding, entry))
            else:
                self.why[inquiry.finding.id] = CODE_CHANGED
        if entries:
            self._write(entries)

    def answer(self, ruling: Ruling) -> Answer:
        """What became of `ruling`."""
        name = ruling.inquiry.finding.id
        entry = entry_of(ruling.inquiry, ruling.ruled)
        return Answer(ruling, entry, name in self.written, self.why.get(name, ""))

    def _write(self, entries: Sequence[tuple[RecordedFinding, Entry]]) -> None:
        """An answer that was paid for is never lost: where it cannot be written, it is told why."""
        ids = [finding.id for finding, _ in entries]
        refused: dict[str, str] = {}

        def change(before: bytes | None) -> bytes | None:
            refused.clear()
            if before is None:
                refused.update(dict.fromkeys(ids, REMOVED))
                return None
            applied = apply_entries(before.decode("utf-8"), entries)
            refused.update(applied.refused)
            return applied.text.encode("utf-8")

        try:
            update(self.project.top, self.plan.path, change)
        except (StateError, UsageError) as error:
            refused.update(dict.fromkeys(ids, error.reason))
        except ValueError as error:
            refused.update(dict.fromkeys(ids, f"it cannot be written into this record: {error}"))
        self.why.update(refused)
        self.written.update(name for name in ids if name not in refused)


def _plan(order: Order, session: Session, project: RecordProject) -> _Plan:
    path = f"{project.folder_of(order.change)}/{RECORD}"
    parsed = _parsed(project, order.change, path)
    try:
        chosen = (to_challenge if order.what == CHALLENGE else to_check)(parsed, order.ids)
    except KeyError as error:
        known = ", ".join(finding.id for _, finding in parsed.record.findings())
        hint = f"known: {known}" if known else "it holds no finding at all"
        raise UsageError(f"there is no finding {str(error.args[0])[:80]} in {path}", hint=hint) from error
    sight = Sight(session, work_tree_of(session, path))
    refused = dict(chosen.refused)
    inquiries = []
    for waiting in chosen.waiting:
        told = _inquiry(waiting, session, sight, project.folder_of(order.change))
        if isinstance(told, Inquiry):
            inquiries.append(told)
        else:
            refused[waiting.finding.id] = told
    return _Plan(path, sight, tuple(inquiries), chosen.idle, MappingProxyType(refused))


def _parsed(project: RecordProject, change: str, path: str) -> Parsed:
    data = project.review(change).data
    if data is None:
        raise UsageError(f"there is no record at {path}", hint=f"code-review record start --change {change}")
    try:
        parsed = parse(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{path} is not UTF-8 text", hint="mend it first") from error
    newer = next((one for one in parsed.problems if one.code is Code.FORMAT_UNSUPPORTED), None)
    if newer is not None:
        raise ConfigurationError(f"{path}: {newer.message}")
    return parsed


def _inquiry(waiting: Waiting, session: Session, sight: Sight, folder: str) -> Inquiry | str:
    """The inquiry, or why nobody can be asked."""
    finding, matter = waiting.finding, waiting.matter
    lens = _lens(SKEPTIC if matter is Matter.CHALLENGE else finding.role, session)
    if lens is None:
        return f"there is no lens and no mode {finding.role}, so its answers are checked by hand"
    place = read_location(finding.location, waiting.step.name, folder)
    if not isinstance(place, Place):
        return place
    texts: dict[str, str] = {}
    unseen: list[Omission] = []
    named = sight.named(finding.history[-1].ref) if matter is Matter.FIX else ()
    for path in dict.fromkeys((place.path, *named)):
        seen = sight.see(path)
        if isinstance(seen, Omission):
            unseen.append(seen)
        elif seen is not None:
            texts[path] = seen
    return Inquiry(
        matter=matter,
        lens=lens,
        finding=finding,
        place=place,
        texts=MappingProxyType(texts),
        unseen=tuple(unseen),
    )


def _lens(role: str, session: Session) -> Lens | None:
    """The lens called `role`, else the mode, with its prompt in the place of what a lens says."""
    found = next((lens for lens in session.policy.lenses if lens.name == role), None)
    if found is not None:
        return found
    mode = next((mode for mode in modes_of(session.settings).modes if mode.id == role), None)
    if mode is None:
        return None
    lens = lens_for(mode, session.settings)
    return replace(lens, body="\n\n".join(part.strip() for part in (mode.system_prompt, mode.task) if part.strip()))


def _contracts() -> Mapping[Matter, str]:
    """What is told of the task, from the installation: no project changes what counts as an answer."""
    folder = data_dir("knowledge")
    return {matter: (folder / name).read_text(encoding="utf-8") for matter, name in _CONTRACTS.items()}


@asynccontextmanager
async def _open(session: Session, doors: AskingDoors, plan: _Plan) -> AsyncIterator[Desk]:
    """The desk with its engines, as long as the context lasts."""
    if not session.settings.text("engine"):
        raise NoEngineError("no engine is configured, so nobody can be asked", missing=("engine",), hint=_HINT)
    make_team = doors.make_team()
    async with AsyncExitStack() as stack:
        resolved = plan.sight.resolved
        outside = Outside(doors.process, doors.environ, session.git, stack.callback)
        analysis = SharedAnalysis(resolved.tree, (), ())
        seen = visible(resolved.tree, resolved.rules)
        team = make_team(EngineContext(analysis, seen, None, RulePack(), outside))
        lenses = tuple(dict.fromkeys(as_verifier(one.lens) for one in plan.inquiries))
        if all(team.of(lens.name).info.rule_based for lens in lenses):
            raise UsageError(
                RULES, hint="give --engine NAME: anthropic, openai, claude, codex, gemini, command, exchange"
            )
        shelf = await stack.enter_async_context(open_shelf(session, resolved, team, doors.environ, start=True))
        yield open_desk(session, doors.clock, team, lenses, partial(shelf.library, doors.clock))
