"""Who proposes fixes: the tools that mend what they report, and for the rest an engine, one request for each file."""

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from types import MappingProxyType

import anyio

from orchestrator.checks.fixes.eslint import EslintFixer
from orchestrator.checks.fixes.offers import MechanicalFixer
from orchestrator.checks.fixes.ruff import RuffFixer
from orchestrator.checks.fixes.semgrep import SemgrepFixer
from orchestrator.checks.project_model import LINT
from orchestrator.checks.rules import RulePack
from orchestrator.checks.shared import SharedAnalysis
from orchestrator.checks.tools.in_place import WorkTreePlace
from orchestrator.dispatch.spending import Spending
from orchestrator.fixloop.fix_prompt import FixRequest
from orchestrator.fixloop.fix_reply import EDITS, REPORT
from orchestrator.fixloop.propose import Contracts, FixDesk, Proposed, propose
from orchestrator.fixloop.rules import Caps
from orchestrator.schemas import load_schema
from orchestrator.seams import Clock, Engine, Process, SourceTree
from orchestrator.settings.model import Settings
from orchestrator.system.data import data_dir
from orchestrator.values.change import ChangedFile
from orchestrator.values.correcting import Offers
from orchestrator.values.finding import Finding
from orchestrator.values.fix import Proposal
from orchestrator.values.text import decode_text, printable_path
from orchestrator.values.turn import FailureKind
from orchestrator.wiring.checks import shipped_rules
from orchestrator.wiring.desk import Team, open_desk
from orchestrator.wiring.outside import Outside
from orchestrator.wiring.project_trust import CHECKS, KEYS, Permission, switch
from orchestrator.wiring.reading import MCP
from orchestrator.wiring.registry import ENGINES, EngineContext, prepare_engine
from orchestrator.wiring.session import BASE, Session
from orchestrator.wiring.trust import open_consent

UNANSWERED = "the fixer did not answer for it"
NO_ENGINE = "no tool mends it by itself, and no engine is configured that could; name one with --engine"
BY_RULES = "no tool mends it by itself, and the engine {name} works by rules and writes no fixes; name one with a model in fix.engine, or with --engine"
MODEL = "sonnet"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixers:
    """`tools` are asked first, each about what the ones before it left. `desk` is None where no engine can be asked, for the
    reason `why_no_desk`.

    `most` bounds the requests made at the same time; `changed` holds what the change did to its files, by path.
    """

    tools: tuple[MechanicalFixer, ...]
    desk: FixDesk | None
    most: int
    changed: Mapping[str, ChangedFile] = field(default_factory=lambda: MappingProxyType({}))
    why_no_desk: str = NO_ENGINE

    async def offers(self, findings: Sequence[Finding], tree: SourceTree) -> Offers:
        """What is proposed for `findings` over the bytes of `tree`. Never raises for what a tool or an engine does."""
        proposals: list[Proposal] = []
        notes: list[str] = []
        rest = list(findings)
        for tool in self.tools:
            found = await tool.propose(rest, tree)
            proposals += found.proposals
            notes += [f"{tool.name}: {found.problem}"] if found.problem else []
            mended = {finding for one in found.proposals for finding in one.findings}
            rest = [finding for finding in rest if finding not in mended]
        if self.desk is None:
            reasons = dict.fromkeys(rest, self.why_no_desk)
            return Offers(
                proposals=tuple(proposals),
                reasons=MappingProxyType(reasons),
                failed=frozenset(reasons),
                notes=tuple(notes),
            )
        told = await self._ask(self.desk, rest, tree)
        reasons = dict.fromkeys(rest, UNANSWERED)
        for one in told:
            proposals += one.proposals
            notes += [f"{printable_path(one.file)}: {note}" for note in one.notes]
            reasons.update(_reasons(one, rest))
        offered = {finding for one in proposals for finding in one.findings}
        kept = {finding: reason for finding, reason in reasons.items() if finding not in offered}
        declined = {gone.finding for one in told for gone in one.declined}
        return Offers(
            proposals=tuple(proposals),
            reasons=MappingProxyType(kept),
            failed=frozenset(kept).difference(declined),
            notes=tuple(notes),
        )

    async def _ask(self, desk: FixDesk, findings: Sequence[Finding], tree: SourceTree) -> list[Proposed]:
        """One answer for each file that can be shown, so many at a time as lenses would be asked."""
        ended: list[Proposed] = []
        limit = anyio.CapacityLimiter(self.most)

        async def one(request: FixRequest) -> None:
            async with limit:
                ended.append(await propose(desk, request))

        async with anyio.create_task_group() as group:
            for path in sorted({finding.file for finding in findings}):
                text = decode_text(tree.read(path) or b"")
                if text is not None:
                    inside = tuple(finding for finding in findings if finding.file == path)
                    request = FixRequest(file=path, findings=inside, text=text, changed=self.changed.get(path))
                    group.start_soon(one, request)
        return ended


def _reasons(one: Proposed, asked: Sequence[Finding]) -> Mapping[Finding, str]:
    reasons: dict[Finding, str] = {}
    if one.failed is not None:
        crashed = "the fixer crashed: " if one.failed.kind is FailureKind.CRASH else ""
        said = f"{crashed}{one.failed.error}"
        reasons = dict.fromkeys((finding for finding in asked if finding.file == one.file), said)
    elif one.malformed:
        said = f"the fixer's answer could not be used: {'; '.join(one.malformed)}"
        reasons = dict.fromkeys((finding for finding in asked if finding.file == one.file), said)
    return {**reasons, **{declined.finding: f"{declined.fixer}: {declined.reason}" for declined in one.declined}}


@asynccontextmanager
async def open_fixers(
    session: Session,
    process: Process,
    clock: Clock,
    environ: Mapping[str, str],
    tree: SourceTree,
    *,
    spending: Spending | None = None,
) -> AsyncIterator[Fixers]:
    """The fixers of the settings, as long as the context lasts; the engine is the one named for fixes, else the run's.
    What they cost goes to the account `spending`, where one is open.

    Raises what `prepare_engine` raises for an engine that cannot answer, and ConfigurationError for a setting of the
    project that needs consent and has none. Without any engine the tools are left.
    """
    settings = session.settings
    rules = shipped_rules().with_project(session.policy.semgrep)
    tools = tools_of(session, process, environ, rules)
    most = int(settings.number("waves.max_parallel"))
    name = engine_of(settings)
    if not name:
        yield Fixers(tools=tools, desk=None, most=most)
        return
    make = prepare_engine(settings, clock, name)
    open_consent(session, environ).require(without={*(set(ENGINES) - {name}), MCP, CHECKS, "fix"})
    with ExitStack() as stack:
        outside = Outside(process, environ, session.git, stack.callback)
        engine = make(EngineContext(SharedAnalysis(tree, (), ()), tree, None, rules, outside))
        yield Fixers(tools=tools, desk=fix_desk(session, clock, engine, spending), most=most)


def tools_of(
    session: Session, process: Process, environ: Mapping[str, str], rules: RulePack
) -> tuple[MechanicalFixer, ...]:
    """The tools that mend what they report, in the order in which they are asked."""
    return (
        RuffFixer(process, rules),
        SemgrepFixer(process, rules),
        EslintFixer(process, _place(session, environ)),
    )


def engine_of(settings: Settings) -> str:
    """Who writes fixes; empty when nobody is named."""
    return settings.text("fix.engine") or settings.text("engine")


def caps_of(settings: Settings) -> Caps:
    """How large the settings let a fix be."""
    return Caps(
        edits=int(settings.number("fix.max_edits")),
        edit_lines=int(settings.number("fix.max_edit_lines")),
    )


def fix_desk(session: Session, clock: Clock, engine: Engine, spending: Spending | None = None) -> FixDesk:
    """What it takes to ask `engine` for fixes; `spending` is the account of the run, where one is open."""
    settings = session.settings
    knowledge = data_dir("knowledge")
    contracts = Contracts(
        edits=(knowledge / "fix-contract.md").read_text(encoding="utf-8"),
        report=(knowledge / "fix-worktree-contract.md").read_text(encoding="utf-8"),
        schemas=MappingProxyType({name: json.dumps(load_schema(name)) for name in (EDITS, REPORT)}),
    )
    return FixDesk(
        desk=open_desk(session, clock, Team(engine), (), spending=spending),
        contracts=contracts,
        model=settings.text("fix.model") or MODEL,
        in_worktree=settings.text("fix.agent") == "worktree",
    )


def _place(session: Session, environ: Mapping[str, str]) -> WorkTreePlace:
    """Where the project's own eslint may run: its configuration is code."""
    settings = session.settings
    if switch(settings, KEYS[LINT]):
        return WorkTreePlace(None, f"{KEYS[LINT]} takes the place of what the project configures")
    why = Permission(settings=settings, from_base=session.trust == BASE, environ=environ).why_not()
    return WorkTreePlace(None if why else session.git.top, why)
