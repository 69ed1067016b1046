"""Tools that run in the work tree: where they may run, and what they say."""

from pathlib import Path

import anyio
import pytest

from orchestrator.checks.tools.adapter import ToolSpec
from orchestrator.checks.tools.eslint import ESLINT
from orchestrator.checks.tools.in_place import InPlaceAnalyzer, WorkTreePlace
from orchestrator.checks.tools.tsc import TSC
from orchestrator.system.process import ProcessDoor
from orchestrator.values.analysis import ToolRun, ToolStatus
from tests.unit.checks.fake_tools import CASES, printing, script, tree

SOURCE = "// eslint-disable-next-line no-debugger\ndebugger;\nconst x = 1;\nif (x == NaN) {}\n"
FILES: dict[str, str | bytes] = {"a.js": SOURCE, "bad.js": "function ( {\n", "t/a.ts": "x\n", "_0123.js": "odd\n"}
TOP_ONLY = frozenset({"_0123.js"})


def _run(spec: ToolSpec, tmp_path: Path, body: str, seconds: float = 30.0) -> ToolRun:
    names = tree(tmp_path / "src", FILES)
    top = tmp_path / "project"
    tree(top, {name: content for name, content in FILES.items() if name not in TOP_ONLY})
    (top / "node_modules").mkdir()
    script(top / "node_modules/.bin", spec.name, body)
    analyzer = InPlaceAnalyzer(ProcessDoor(), spec, WorkTreePlace(top.resolve()), seconds=seconds)
    return anyio.run(analyzer.analyze, tmp_path / "src", names)


def test_eslint_reports_by_line_and_what_a_comment_silenced_too(tmp_path: Path) -> None:
    recorded = (CASES / "tools/eslint.json").read_text(encoding="utf-8")
    case = tmp_path / "eslint.json"
    case.write_text(recorded.replace("/project", str((tmp_path / "project").resolve())), encoding="utf-8")
    run = _run(ESLINT, tmp_path, printing(case, 1))
    assert [(f.file, f.line, f.rule, f.severity, f.suppressed_inline) for f in run.findings] == [
        ("a.js", 4, "use-isnan", "warning", False),
        ("a.js", 2, "no-debugger", "error", True),
    ]
    assert run.findings[1].metadata["suppressed_at"] == "1"
    assert run.partial["bad.js"] == "eslint could not parse it: Parsing error: Unexpected token ("
    assert "not one that a tool reads" in run.partial["_0123.js"]


def test_tsc_reports_by_line_and_only_files_under_review(tmp_path: Path) -> None:
    run = _run(TSC, tmp_path, printing(CASES / "tools/tsc.txt", 2))
    assert [(f.file, f.line, f.rule) for f in run.findings] == [("t/a.ts", 1, "TS2322"), ("t/a.ts", 3, "TS2339")]
    run = _run(TSC, tmp_path / "again", "echo 'other.ts(1,1): error TS1: x'; exit 2")
    assert (run.status, run.findings) == (ToolStatus.OK, ())


@pytest.mark.parametrize(
    ("spec", "body", "said"),
    [
        (TSC, "echo 'error TS18003: No inputs were found.'; exit 2", "TS18003: No inputs were found."),
        (TSC, "echo gibberish; exit 1", "another shape"),
        (ESLINT, "echo 'Oops! cannot find the config' >&2; exit 2", "exit 2: Oops! cannot find the config"),
        (ESLINT, "echo '[{'; exit 1", "not JSON"),
    ],
)
def test_an_answer_that_is_none_is_a_crash(spec: ToolSpec, body: str, said: str, tmp_path: Path) -> None:
    run = _run(spec, tmp_path, body)
    assert (run.status, run.findings) == (ToolStatus.CRASHED, ())
    assert said in run.detail


def test_a_time_limit_holds_here_too(tmp_path: Path) -> None:
    assert _run(ESLINT, tmp_path, "sleep 60", seconds=0.3).status is ToolStatus.TIMEOUT


def test_elsewhere_it_is_skipped_with_the_reason_and_nothing_starts(tmp_path: Path) -> None:
    analyzer = InPlaceAnalyzer(ProcessDoor(), ESLINT, WorkTreePlace(None, "the work tree differs"))
    run = anyio.run(analyzer.analyze, tmp_path, ("a.js",))
    assert (run.status, run.detail) == (ToolStatus.SKIPPED, "the work tree differs")


def test_without_the_projects_own_installation_it_is_absent(tmp_path: Path) -> None:
    analyzer = InPlaceAnalyzer(ProcessDoor(), ESLINT, WorkTreePlace(tmp_path))
    run = anyio.run(analyzer.analyze, tmp_path, ("a.js",))
    assert (run.status, run.hint) == (ToolStatus.ABSENT, "npm install --save-dev eslint")
