import json
from pathlib import Path

import anyio
import pytest

from orchestrator.checks.ruff import RuffAnalyzer
from orchestrator.seams import Finished
from orchestrator.system.process import ProcessDoor
from orchestrator.values.analysis import ToolRun, ToolStatus
from tests.unit.checks.packs import ScriptedProcess, load_pack, write_tree


def _real(tmp_path: Path, *, extra: str = "", **files: str) -> ToolRun:
    pack = load_pack(tmp_path / "rules", **({"ruff": extra} if extra else {}))
    root = write_tree(tmp_path / "src", **files)
    names = tuple(sorted(path.name for path in root.iterdir()))
    return anyio.run(RuffAnalyzer(ProcessDoor(), pack).analyze, root, names)


def test_a_result_speaks_for_the_lens_its_code_is_mapped_to(tmp_path: Path) -> None:
    run = _real(tmp_path, a__py="import os\n\n\ndef f(x=[]):\n    return x\n")
    found = {finding.rule: finding for finding in run.findings}
    assert (run.status, run.scanned) == (ToolStatus.OK, ("a.py",))
    assert set(found) == {"B006", "F401"}
    assert (found["B006"].file, found["B006"].line, found["B006"].severity) == ("a.py", 4, "warning")
    assert found["B006"].metadata["lens"] == "correctness-review"
    assert found["B006"].message.endswith(". Shared.")
    assert found["F401"].metadata["category"] == "unused-import"


def test_comments_and_settings_of_the_repository_do_not_silence_it(tmp_path: Path) -> None:
    run = _real(
        tmp_path,
        a__py="import os  # noqa: F401\n",
        b__py="# ruff: noqa\n\nimport os\n",
        ruff__toml="lint.ignore = ['F401']\nexclude = ['*.py']\n",
    )
    assert [(f.file, f.line, f.suppressed_inline, f.metadata["suppressed_at"]) for f in run.findings] == [
        ("a.py", 1, True, "1"),
        ("b.py", 3, True, "1"),
    ]


def test_a_syntax_error_is_one_finding_and_the_file_counts_as_read_in_part(tmp_path: Path) -> None:
    run = _real(tmp_path, bad__py="def f(:\n    x\nfoo bar\n", good__py="x = 1\n")
    (finding,) = run.findings
    assert (finding.rule, finding.file, finding.line, finding.severity) == ("invalid-syntax", "bad.py", 1, "error")
    assert finding.metadata["lens"] == "correctness-review"
    assert set(run.partial) == {"bad.py"}


def test_a_template_of_a_python_file_is_not_a_syntax_error(tmp_path: Path) -> None:
    run = _real(tmp_path, t__py="import {{ package }}\n")
    assert run.findings == ()
    assert set(run.partial) == {"t.py"}


def test_a_code_this_ruff_does_not_know_is_named_and_left_out(tmp_path: Path) -> None:
    entry = "{lens: a, category: b, severity: warning, confidence: high, message: m, fix: f}"
    run = _real(tmp_path, extra=f"F401: {entry}\nZZZ999: {entry}\n", a__py="import os\n")
    assert run.status is ToolStatus.OK
    assert "ZZZ999 left out" in run.detail
    assert [finding.rule for finding in run.findings] == ["F401"]


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("import kept\n", []),
        ("import os\nimport kept\n", [1]),
        ("with kept:\n    import os\n", []),
        ("with other(\n    kept,\n):\n    x = 1\n    import os\n", []),
        ("with kept:\n    pass\nwith other:\n    import os\n", [4]),
        ("with kept:\n    if x:\n        import os\n", [3]),
    ],
)
def test_what_a_code_names_under_unless_speaks_against_a_result_on_its_line_or_at_the_head_of_its_block(
    tmp_path: Path, source: str, lines: list[int]
) -> None:
    entry = "{lens: a, category: b, severity: warning, confidence: high, message: m, fix: f, unless: kept}"
    run = _real(tmp_path, extra=f"F401: {entry}\n", a__py=source)
    assert [finding.line for finding in run.findings] == lines


def test_a_code_whose_unless_is_no_pattern_is_named_and_left_out(tmp_path: Path) -> None:
    entry = "{lens: a, category: b, severity: warning, confidence: high, message: m, fix: f, unless: '('}"
    pack = load_pack(tmp_path / "rules", ruff=f"F401: {entry}\n")
    assert pack.ruff == {}
    assert any("F401 left out: unless is no pattern" in problem for problem in pack.problems)


@pytest.mark.parametrize(
    ("answer", "status", "said"),
    [
        (Finished(2, b"[]", b"ruff failed\n  Cause: boom\n"), ToolStatus.CRASHED, "exit 2: ruff failed"),
        (Finished(0, b"oops", b""), ToolStatus.CRASHED, "exit 0"),
        (Finished(0, json.dumps({"a": 1}).encode(), b""), ToolStatus.CRASHED, "exit 0"),
        (TimeoutError(), ToolStatus.TIMEOUT, "stopped after 60 s"),
        (FileNotFoundError("gone"), ToolStatus.CRASHED, "could not be started: gone"),
    ],
)
def test_a_run_that_went_wrong_is_never_an_empty_result(
    tmp_path: Path, answer: Finished | OSError, status: ToolStatus, said: str
) -> None:
    pack = load_pack(tmp_path / "rules")
    analyzer = RuffAnalyzer(ScriptedProcess([answer]), pack, seconds=60, find=lambda _: "ruff")
    run = anyio.run(analyzer.analyze, tmp_path, ("a.py",))
    assert run.status is status
    assert said in run.detail


def test_it_does_not_start_without_python_files_and_is_absent_without_the_program(tmp_path: Path) -> None:
    pack = load_pack(tmp_path / "rules")
    idle = ScriptedProcess([])
    run = anyio.run(RuffAnalyzer(idle, pack, find=lambda _: "ruff").analyze, tmp_path, ("a.js",))
    assert (run.status, idle.argv) == (ToolStatus.OK, [])
    run = anyio.run(RuffAnalyzer(idle, pack, find=lambda _: None).analyze, tmp_path, ("a.py",))
    assert (run.status, run.hint) == (ToolStatus.ABSENT, "pip install ruff")
