"""Whole reviews with a fix loop inside one process: real git, and an engine that plays reviewers and fixer as told."""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio

from orchestrator.engines.script import turn_of
from orchestrator.fixloop.choice import Because, Choice, Extent, Flags, decide
from orchestrator.report.json_report import JsonReporter
from orchestrator.report.terminal import TerminalReporter
from orchestrator.review import review
from orchestrator.scope.request import ScopeRequest
from orchestrator.seams import Clock
from orchestrator.settings.model import Value
from orchestrator.system.clock import SystemClock
from orchestrator.system.process import ProcessDoor
from orchestrator.values.change import ScopeKind
from orchestrator.values.outcome import Outcome
from orchestrator.values.report import Report
from orchestrator.values.turn import EngineInfo, Purpose, Turn, TurnRequest
from orchestrator.wiring.desk import Team
from orchestrator.wiring.keep import Keeper
from orchestrator.wiring.run_request import Ports, ReviewRequest
from orchestrator.wiring.session import open_session
from orchestrator.wiring.targets import TargetRequest
from tests.support.replay import PASS
from tests.support.repo import Repo, git_environment

LENSES = ("doc-review", "correctness-review")
METRICS = ".claude/metrics/review-value.jsonl"
RESOLVED: Mapping[str, Any] = {"reply": {"verdict": "resolved", "reason": "It is gone."}}
UNSURE: Mapping[str, Any] = {"reply": {"verdict": "insufficient-context", "reason": "Too little to see."}}

Answer = Mapping[str, Any] | Callable[[TurnRequest], Mapping[str, Any]]


def persists(quote: str) -> dict[str, Any]:
    """What a reviewer says who is not content; `quote` is a line as it is after the fix."""
    return {"reply": {"verdict": "persists", "reason": "It is still there.", "evidence": quote}}


def fix(*edits: tuple[str, str, str], finding: int = 1) -> dict[str, Any]:
    """A fix of one finding; each edit is file, text that is sought, and what takes its place."""
    listed = [{"file": file, "find": find, "replace": put} for file, find, put in edits]
    return {"finding": finding, "edits": listed, "note": "As asked."}


def fixes(*made: Mapping[str, Any], declined: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
    """What a fixer answers."""
    return {"reply": {"fixes": list(made), "declined": list(declined)}}


@dataclass
class Cast:
    """seams.Engine. `script` maps `lens`, `lens.verify`, `lens.closing` and `fixer.fix` to answers: the n-th request takes
    the n-th, later ones the last; without any, reviewers pass, verifiers say resolved and the fixer declines everything."""

    script: Mapping[str, Sequence[Answer]]
    name: str = "anthropic"
    rule_based: bool = False
    asked: list[str] = field(default_factory=list)

    @property
    def info(self) -> EngineInfo:
        return EngineInfo(name=self.name, label="a cast of players", rule_based=self.rule_based)

    async def turn(self, request: TurnRequest) -> Turn:
        purpose = request.payload.purpose
        ends = {Purpose.VERIFICATION: ".verify", Purpose.CLOSING: ".closing", Purpose.FIX: ".fix"}
        key = request.payload.lens.name + ends.get(purpose, "")
        self.asked.append(key)
        known = self.script.get(key) or (_usual(purpose),)
        answer = known[min(Counter(self.asked)[key], len(known)) - 1]
        entry = answer(request) if callable(answer) else answer
        if "crash" in entry:
            raise RuntimeError(entry["crash"])
        return turn_of(entry, entry.get("text") or json.dumps(entry.get("reply")))


def _usual(purpose: Purpose) -> Mapping[str, Any]:
    if purpose is Purpose.VERIFICATION:
        return RESOLVED
    return fixes() if purpose is Purpose.FIX else PASS


class Silent:
    """Progress that remembers the stages."""

    def __init__(self, at: Callable[[str], None] = lambda _: None) -> None:
        self._at = at

    def stage(self, text: str) -> None:
        self._at(text)

    def asked(self, agents: tuple[str, ...], attempt: int) -> None: ...

    def answered(self, outcome: Outcome) -> None: ...


@dataclass(frozen=True)
class Loop:
    """How a run is started. `picks` are numbers of the list that a person would be shown, empty for all; no gate runs
    when it is `forced`, and `at` is called with each stage. `command` is what somebody names when no tests are found."""

    kind: ScopeKind = ScopeKind.AUTO
    since: str = ""
    paths: tuple[str, ...] = ()
    agents: tuple[str, ...] = LENSES
    picks: frozenset[int] = frozenset()
    commits: bool = False
    resumes: bool = False
    fixes: bool = False
    forced: bool = True
    given: Mapping[str, Value] = field(default_factory=dict)
    at: Callable[[str], None] = lambda _: None
    command: str = ""
    clock: Clock = field(default_factory=SystemClock)


def run_loop(repo: Repo, cast: Cast, how: Loop | None = None) -> Report:
    """Reviews and fixes; raises what the run raises."""
    how = how or Loop()
    given: dict[str, Value] = {"engine": cast.name, "checks.static_analysis": False, **how.given}
    session = open_session(repo.top, given, since=how.since, whole_files=not how.kind.has_diff)
    clock = how.clock
    ports = Ports(
        process=ProcessDoor(),
        clock=clock,
        progress=Silent(how.at),
        confirm=lambda _: True,
        make_team=lambda _context: Team(cast),
        keeper=Keeper(session.git, clock),
        max_parallel=1,
        environ={**os.environ, **git_environment(repo.home), "CI": ""},
        choose=lambda report, _diff: _chosen(report, how.picks),
        ask_tests=lambda _reason: how.command,
    )
    scope = ScopeRequest(kind=how.kind, since=how.since, paths=how.paths, cwd=repo.top)
    request = ReviewRequest(
        agents=how.agents,
        commits=how.commits,
        resumes=how.resumes,
        fixes=how.fixes,
        force_reason="the gates are not what is tested" if how.forced else "",
    )
    ended = anyio.run(review, TargetRequest(scope), request, session, ports)
    assert isinstance(ended, Report)
    # Every report of a loop can be told, to programs and to people.
    assert JsonReporter().render(ended)
    assert TerminalReporter(width=100, colour=False).render(ended)
    ports.keeper.keep(ended, durable=False, prompts=False)
    return ended


def _chosen(report: Report, picks: Iterable[int]) -> Choice:
    decided = decide(Flags(fix=True), terminal=False, findings=report.findings)
    assert isinstance(decided, Choice)
    if not picks:
        return decided
    some = tuple(one for number, one in enumerate(decided.findings, start=1) if number in picks)
    return Choice(Extent.SOME, some, Because.ANSWER)


def rows(top: Path) -> list[dict[str, Any]]:
    """The rows of the rounds, in order."""
    path = top / METRICS
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def told(top: Path) -> list[tuple[str, str, int, int, int]]:
    """Of each row: purpose, outcome, new, carried, new where the fix was made."""
    keys = ("dispatch_purpose", "outcome", "findings_new", "findings_carried", "fix_provenance_new")
    return [tuple(row[key] for key in keys) for row in rows(top)]
