"""Those of our own rules that stop a run, from the command line: what one does, and what gets past it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import anyio
import pytest

from orchestrator.cli.progress import StderrProgress
from orchestrator.review import review
from orchestrator.scope.resolve import ScopeRequest
from orchestrator.seams import Finished
from orchestrator.system.clock import SystemClock
from orchestrator.system.process import ProcessDoor
from orchestrator.values.change import ScopeKind
from orchestrator.values.report import Report
from orchestrator.wiring.keep import Keeper
from orchestrator.wiring.run_request import Ended, Ports, ReviewRequest
from orchestrator.wiring.session import open_session
from orchestrator.wiring.targets import TargetRequest
from orchestrator.wiring.team import prepare_team
from tests.support.cli import Ran
from tests.support.gates import change, gates, run, stopped_by
from tests.support.repo import Repo

pytestmark = pytest.mark.slow

HEAD = "import requests\n\n\ndef rates() -> object:\n"
OPEN = '    return requests.get("https://rates.example/today", verify=False, timeout=5)\n'
CLOSED = '    return requests.get("https://rates.example/today", timeout=5)\n'
WORKFLOW = """on:
  pull_request_target:
    branches: [main]
jobs:
  build:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          ref: ${{ github.event.pull_request.head.sha }}
      - run: echo "${{ github.head_ref }}"
"""


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.create(tmp_path / "repo")
    made.write_all({"src/lib.rs": "mod total;\n"})
    made.commit("base")
    return made


def found(ran: Ran) -> list[tuple[str, int]]:
    """Where the lenses found something."""
    return [(one["file"], one["line"]) for agent in ran.json["agents"] for one in agent["issues"]]


def test_an_added_line_stops_the_run_with_its_place_and_rule(repo: Repo) -> None:
    files = {
        "src/a.py": HEAD + OPEN,
        "src/b.go": "package b\n\nvar c = tls.Config{InsecureSkipVerify: true}\n",
        ".github/workflows/build.yml": WORKFLOW,
    }
    change(repo, {}, files)
    told = stopped_by(run(repo, "--json"), "semgrep")
    assert told.startswith("4 blocking results: ")
    assert told.endswith(" and 1 more")
    for path, place in (
        ("src/a.py", "src/a.py:5 (py-tls-verification-off)"),
        ("src/b.go", "src/b.go:3 (go-tls-verification-off)"),
        (".github", ".github/workflows/build.yml:10 (workflow-untrusted-checkout)"),
        (".github", ".github/workflows/build.yml:11 (workflow-script-injection)"),
    ):
        assert place in stopped_by(run(repo, "--json", "--path", path), "semgrep")


@pytest.mark.parametrize(
    "silencer",
    [
        {"src/a.py": f"{HEAD}{OPEN[:-1]}  # nosemgrep: py-tls-verification-off\n"},
        {"src/a.py": HEAD + OPEN, ".semgrepignore": "src/\n"},
    ],
)
def test_the_change_cannot_silence_it(repo: Repo, silencer: dict[str, str]) -> None:
    change(repo, {}, silencer)
    told = stopped_by(run(repo, "--json"), "semgrep")
    assert told == "1 blocking result: src/a.py:5 (py-tls-verification-off)"


def test_a_line_that_was_there_before_stops_nothing(repo: Repo) -> None:
    change(repo, {"src/a.py": HEAD + OPEN}, {"src/a.py": f"RATE = 5\n{HEAD}{OPEN}"})
    ran = run(repo, "--json")
    assert (ran.code, gates(ran)["semgrep"]["status"]) == (0, "pass")
    assert gates(ran)["semgrep"]["detail"].startswith("no blocking result in 1 file")


def test_in_a_test_it_stops_nothing(repo: Repo) -> None:
    change(repo, {}, {"tests/test_rates.py": HEAD + OPEN})
    ran = run(repo, "--json", "--agent", "security-review", engine="offline")
    assert gates(ran)["semgrep"]["status"] == "pass"
    assert ran.code == 0


@pytest.mark.parametrize("flags", [("--force", "--reason", "a demonstration of the defect"), ("--background",)])
def test_a_forced_and_a_background_run_are_not_stopped(repo: Repo, flags: tuple[str, ...]) -> None:
    change(repo, {}, {"src/a.py": HEAD + OPEN})
    ran = run(repo, "--json", *flags, engine="offline")
    assert ran.json["preFlightPassed"] is True
    assert ran.json["agents"] != []
    assert gates(ran)["semgrep"]["status"] == "skipped"
    if "--force" in flags:
        assert found(ran).count(("src/a.py", 5)) == 1
        (top,) = [one for one in ran.json["topFindings"] if (one["file"], one["line"]) == ("src/a.py", 5)]
        assert (top["agents"], len(top["messages"])) == (["security-review"], 1)


class Counting:
    """The real door, which notes the programs that were started."""

    def __init__(self) -> None:
        self.started: list[str] = []
        self._door = ProcessDoor()

    async def run(
        self,
        argv: Sequence[str],
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        stdin: bytes = b"",
        seconds: float,
    ) -> Finished:
        self.started.append(Path(argv[0]).name)
        return await self._door.run(argv, cwd=cwd, env=env, stdin=stdin, seconds=seconds)


def reviewed(repo: Repo) -> tuple[Ended, list[str]]:
    """A whole run by the offline engine, and what it started."""
    session = open_session(repo.top, {"engine": "offline"}, since="main")
    clock, process = SystemClock(), Counting()
    ports = Ports(
        process=process,
        clock=clock,
        progress=StderrProgress(),
        confirm=lambda _: True,
        make_team=prepare_team(session, clock, {}),
        keeper=Keeper(session.git, clock),
        max_parallel=10,
        environ={"CODE_REVIEW_HOME": str(repo.home / "settings")},
    )
    targets = TargetRequest(ScopeRequest(kind=ScopeKind.SINCE, since="main", cwd=repo.top))
    return anyio.run(review, targets, ReviewRequest(), session, ports), process.started


@pytest.mark.parametrize(("line", "asked"), [(CLOSED, True), (OPEN, False)])
def test_gate_static_analysis_and_lenses_share_one_start(repo: Repo, line: str, asked: bool) -> None:
    change(repo, {}, {"src/a.py": HEAD + line})
    report, started = reviewed(repo)
    assert isinstance(report, Report)
    assert started.count("semgrep") == 1
    assert bool(report.outcomes) is asked
