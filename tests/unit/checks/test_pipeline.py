"""The gate that asks `gh` for the branch's last run, with a stand-in for the seam that starts programs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import anyio
import pytest

from orchestrator.checks.pipeline import pipeline_gate
from orchestrator.seams import Finished
from orchestrator.values.analysis import GateResult, GateStatus
from tests.support.project import program


@dataclass
class Answering:
    """seams.Process that gives one answer and keeps what it was asked."""

    answer: Finished | Exception
    asked: list[tuple[str, ...]] = field(default_factory=list)
    limit: float = 0

    async def run(
        self,
        argv: Sequence[str],
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        stdin: bytes = b"",
        seconds: float,
    ) -> Finished:
        del cwd, env, stdin
        self.asked.append(tuple(argv))
        self.limit = seconds
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.fixture(autouse=True)
def gh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A `gh` on the PATH; it is found and never started."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return program(tmp_path / "bin/gh", "exit 1")


def ask(answer: Finished | Exception, *, stop: bool = False, branch: str = "feature") -> tuple[GateResult, Answering]:
    process = Answering(answer)

    async def main() -> GateResult:
        return await pipeline_gate(process, Path("/repository"), branch, stop=stop)

    return anyio.run(main), process


def said(text: str, code: int = 0) -> Finished:
    return Finished(code, text.encode(), b"\nHTTP 401: Bad credentials\n" if code else b"")


@pytest.mark.parametrize("conclusion", ["failure", "cancelled", "timed_out"])
def test_a_red_pipeline_warns_and_stops_only_where_that_is_wanted(conclusion: str) -> None:
    result, process = ask(said(f"{conclusion}\n"))
    assert (result.name, result.status) == ("pipeline-red", GateStatus.WARN)
    assert result.detail.startswith(f"the last run on feature ended with {conclusion}; look at it with `gh run view")
    assert process.asked[0][1:] == (
        *("run", "list", "--branch", "feature", "--limit", "1", "--json", "conclusion", "-q", ".[0].conclusion"),
    )
    assert process.limit == 5
    assert ask(said(conclusion), stop=True)[0].status is GateStatus.FAIL


def test_a_green_pipeline_passes() -> None:
    result, _ = ask(said("success\n"), stop=True)
    assert (result.status, result.detail) == (GateStatus.PASS, "the last run on feature ended with success")


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (said(""), "no finished run on feature"),
        (said("null\n"), "no finished run on feature"),
        (said("", 4), "gh cannot tell: HTTP 401: Bad credentials"),
        (TimeoutError(), "gh did not answer within 5 s"),
        (FileNotFoundError(), "gh cannot be started"),
        (said('{"conclusion": "fai'), "gh printed something that is no conclusion"),
    ],
)
def test_whoever_cannot_tell_says_nothing_against_the_change(answer: Finished | Exception, why: str) -> None:
    result, _ = ask(answer, stop=True)
    assert (result.status, result.detail) == (GateStatus.SKIPPED, why)


def test_nobody_is_asked_without_a_branch_or_without_gh(gh: Path) -> None:
    result, process = ask(said("failure"), stop=True, branch="")
    assert (result.status, result.detail, process.asked) == (GateStatus.SKIPPED, "HEAD is on no branch", [])
    gh.unlink()
    result, process = ask(said("failure"), stop=True)
    assert (result.status, result.detail, process.asked) == (GateStatus.SKIPPED, "gh is not installed", [])
