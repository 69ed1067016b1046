"""Whatever reviewers and fixers do, the loop ends within its caps, and the work tree holds what it held and accepted fixes."""

import random
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from orchestrator.fixloop.classify import ROUND_CAP
from orchestrator.settings.model import Value
from orchestrator.system.git import GitDoor
from orchestrator.values.change import ScopeKind
from orchestrator.values.fixrun import FixState
from orchestrator.values.report import Report, Verdict
from orchestrator.values.turn import Purpose, TurnRequest
from orchestrator.wiring.fixing.loop import MAX_ITERATIONS
from orchestrator.wiring.fixing.recovery import is_unfinished
from tests.support.fix_loop import LENSES, Answer, Cast, Loop, fix, fixes, persists, rows, run_loop
from tests.support.replay import PASS, issue, reply
from tests.support.repo import Repo
from tests.unit.wiring.fixing.states import files, state

TEXTS = {"a.py": "first = 1\nsecond = 2\nthird = 3\n", "b.py": "fourth = 4\nfifth = 5\n"}
USERS = {"mine.txt": "mine\n", "kept.py": "kept = 2\n"}
CHECK = "! grep -q 13 a.py b.py\n"
GIVEN: dict[str, Value] = {"fix.test_command": "sh check.sh"}
Offer = tuple[tuple[str, str, str], ...]
BROKEN: tuple[dict[str, Any], ...] = (
    {"text": "I would rather not."},
    {"failure": "final", "detail": "gone"},
    {"failure": "timeout", "detail": "late"},
    {"crash": "it fell over"},
)


class StopError(Exception):
    """An end from outside."""


@dataclass
class Chance:
    """Players who answer at random, and every fix that they proposed, pass by pass."""

    top: Path
    dice: random.Random
    offered: list[list[Offer]] = field(default_factory=list)

    def cast(self) -> Cast:
        answers: dict[str, list[Answer]] = {}
        for lens in LENSES:
            answers |= {name: [self.answer] for name in (lens, f"{lens}.verify", f"{lens}.closing")}
        return Cast({**answers, "fixer.fix": [self.answer]})

    def answer(self, request: TurnRequest) -> Mapping[str, Any]:
        if self.dice.random() < 0.04:
            return self.dice.choice(BROKEN)
        if request.payload.purpose is Purpose.FIX:
            return self._fixes()
        return self._verdict() if request.payload.purpose is Purpose.VERIFICATION else self._review(request)

    def _line(self) -> tuple[str, int, str]:
        path = self.dice.choice(sorted(TEXTS))
        lines = (self.top / path).read_text(encoding="utf-8").splitlines()
        number = self.dice.randrange(len(lines))
        return path, number + 1, lines[number]

    def _review(self, request: TurnRequest) -> Mapping[str, Any]:
        first = request.payload.purpose is Purpose.DISCOVERY
        found: list[dict[str, Any]] = []
        while len(found) < 2 and self.dice.random() < (0.8 if first else 0.3):
            path, number, quote = self._line()
            severity = self.dice.choice(("error", "warning", "warning", "suggestion"))
            sure = self.dice.choice(("high", "high", "medium", "none"))
            # Mostly a few words that come back, sometimes new ones.
            message = f"It is {self.dice.choice(('wrong', 'slow', 'odd', 'x' * self.dice.randrange(9)))}."
            found.append(issue(path, number, quote, severity=severity, confidence=sure, message=message))
        return reply(*found) if found else PASS

    def _verdict(self) -> Mapping[str, Any]:
        kind = self.dice.random()
        if kind < 0.6:
            return {"reply": {"verdict": "resolved", "reason": "It is gone."}}
        if kind < 0.8:
            return persists(self._line()[2])
        return {"reply": {"verdict": "insufficient-context", "reason": "Who knows?"}}

    def _fixes(self) -> Mapping[str, Any]:
        made, declined = [], []
        for number in range(1, self.dice.choice((1, 2, 3)) + 1):
            if self.dice.random() < 0.1:
                declined.append({"finding": number, "reason": "A person decides."})
                continue
            edits = tuple(self._edit() for _ in range(self.dice.choice((1, 1, 1, 2))))
            self.offered[-1].append(edits)
            made.append(fix(*edits, finding=number))
        return fixes(*made, declined=declined)

    def _edit(self) -> tuple[str, str, str]:
        path, _, quote = self._line()
        kind = self.dice.random()
        if kind < 0.04:
            return self.dice.choice((("mine.txt", "mine", "ours"), ("kept.py", "kept", "lost"), ("../x", "x", "y")))
        if kind < 0.08:
            return path, "stale = 0", "stale = 1"
        name = quote.partition(" ")[0]
        value = self.dice.choice((*(str(self.dice.randrange(20, 99)) for _ in range(9)), "13", "0  # noqa", "("))
        return path, quote, f"{name} = {value}"


def prepared(place: Path, kind: ScopeKind) -> Repo:
    repo = Repo.create(place)
    repo.write_all({**dict.fromkeys(TEXTS, "zero = 0\n"), "kept.py": "kept = 1\n", "check.sh": CHECK})
    repo.commit("base")
    if kind is ScopeKind.SINCE:
        repo.branch("feature")
    repo.write_all(TEXTS)
    repo.stage()
    if kind is ScopeKind.SINCE:
        repo.commit_staged("change")
    repo.write_all(USERS)
    return repo


def held(repo: Repo) -> dict[str, object]:
    return {name: one for name, one in files(repo.top).items() if not name.startswith(".claude")}


def reachable(offered: Sequence[Sequence[Offer]]) -> set[tuple[str, ...]]:
    """Every content of the files that some of the fixes make, pass after pass, each of them whole, once or not at all."""
    found = {tuple(TEXTS[path] for path in sorted(TEXTS))}
    for one in offered:
        found = {made for start in found for made in _made(start, tuple(one))}
    return found


def _made(start: tuple[str, ...], offers: tuple[Offer, ...]) -> set[tuple[str, ...]]:
    found = {start}
    for number, edits in enumerate(offers):
        now = dict(zip(sorted(TEXTS), start, strict=True))
        if all(now.get(path, "").count(find) == 1 for path, find, _ in edits):
            for path, find, put in edits:
                now[path] = now[path].replace(find, put)
            found |= _made(tuple(now[path] for path in sorted(TEXTS)), (*offers[:number], *offers[number + 1 :]))
    return found


def check_report(report: Report, repo: Repo) -> None:
    run = report.fixes
    assert run is not None
    assert run.iterations <= MAX_ITERATIONS
    assert len(run.rounds) <= ROUND_CAP
    written = rows(repo.top)
    assert [row["round"] for row in written] == [one.number for one in run.rounds]
    assert [row["outcome"] == "escalated" for row in written] == [
        run.escalated and one is run.rounds[-1] for one in run.rounds
    ]
    assert report.escalated is run.escalated
    assert not run.escalated or (report.overall is Verdict.FAIL and not report.gate.written)
    open_now = {(one.file, one.line, one.message) for one in report.findings}
    unsettled = [one for one in run.findings if one.state is not FixState.FIXED]
    failed = {one.agent for one in report.outcomes if not hasattr(one, "result")}
    for one in unsettled:
        place = one.finding.file, one.finding.line, one.finding.message
        assert place in open_now or one.finding.agent in failed
    if not run.escalated and report.verdict is not Verdict.NONE:
        assert not unsettled


@pytest.mark.parametrize("seed", range(24))
def test_the_loop_ends_and_leaves_nothing_but_accepted_fixes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    for name in ("CODE_REVIEW_HOME", "XDG_CONFIG_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    dice = random.Random(seed)  # noqa: S311 - chance, and no secret
    kind = dice.choice((ScopeKind.STAGED, ScopeKind.STAGED, ScopeKind.SINCE, ScopeKind.PATH))
    repo = prepared(tmp_path / "repo", kind)
    before, index = held(repo), state(repo)["index"]
    chance = Chance(repo.top, dice)
    stages = iter(range(99))
    last = dice.choice((99, 99, 99, 6, 8, 9))

    def at(stage: str) -> None:
        if stage.startswith("fixing, iteration"):
            chance.offered.append([])
        if next(stages) == last:
            raise StopError

    how = Loop(
        kind=kind,
        since="main" if kind is ScopeKind.SINCE else "",
        paths=tuple(TEXTS) if kind is ScopeKind.PATH else (),
        commits=kind is ScopeKind.SINCE and dice.random() < 0.5,
        given=GIVEN,
        at=at,
    )
    try:
        report = run_loop(repo, chance.cast(), how)
    except StopError:
        assert (held(repo), state(repo)["index"]) == (before, index)
        assert not is_unfinished(GitDoor(repo.top))
        return
    after = held(repo)
    assert {name for name in before if after.get(name) != before[name]} <= set(TEXTS)
    assert after.keys() == before.keys()
    now = tuple((repo.top / path).read_text(encoding="utf-8") for path in sorted(TEXTS))
    assert now in reachable(chance.offered)
    assert subprocess.run(["sh", "check.sh"], cwd=repo.top, check=False).returncode == 0
    assert not is_unfinished(GitDoor(repo.top))
    where = report.fixes.where if report.fixes else ""
    if not where:
        assert (after, state(repo)["index"]) == (before, index)
    elif where == "left":
        assert state(repo)["index"] == index
    else:
        assert repo.git("diff", "--name-only") == "kept.py"
    if report.fixes is not None:
        check_report(report, repo)
