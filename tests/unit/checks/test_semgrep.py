import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anyio
import pytest

from orchestrator.checks.semgrep import SemgrepAnalyzer
from orchestrator.seams import Finished
from orchestrator.system.process import ProcessDoor
from orchestrator.values.analysis import ToolRun, ToolStatus
from tests.unit.checks.packs import RULES, ScriptedProcess, load_pack, write_tree


def _report(root: Path, **changes: Any) -> bytes:
    base: Mapping[str, Any] = {
        "version": "9.9",
        "results": [_result(root, "a.py", 2)],
        "errors": [],
        "paths": {"scanned": [str(root / "a.py")]},
    }
    return json.dumps({**base, **changes}).encode()


def _result(root: Path, file: str, line: int) -> Mapping[str, Any]:
    extra = {"message": "eval of a runs\nwhatever it is given", "severity": "ERROR", "metadata": {}}
    return {
        "check_id": "tmp.some.folder.py-eval",
        "path": str(root / file),
        "start": {"line": line, "col": 1},
        "end": {"line": line, "col": 5},
        "extra": extra,
    }


def _run(
    tmp_path: Path, process: ScriptedProcess, files: tuple[str, ...] = ("a.py",), program: str | None = "semgrep"
) -> ToolRun:
    analyzer = SemgrepAnalyzer(process, load_pack(tmp_path / "rules"), find=lambda _: program)
    return anyio.run(analyzer.analyze, tmp_path / "src", files)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_tree(tmp_path / "src", a__py="# nosemgrep\neval(a)\n", b__js="a == b\n")


def test_a_result_takes_lens_and_severity_from_our_rule(tmp_path: Path, root: Path) -> None:
    run = _run(tmp_path, ScriptedProcess([Finished(0, _report(root), b"")]))
    (finding,) = run.findings
    assert (run.status, run.version, run.scanned) == (ToolStatus.OK, "9.9", ("a.py",))
    assert (finding.rule, finding.file, finding.line, finding.severity) == ("py-eval", "a.py", 2, "error")
    assert finding.message == "eval of a runs whatever it is given"
    assert finding.fix == "Parse it."
    assert dict(finding.metadata) == {
        "lens": "security-review",
        "category": "A03.code-injection",
        "confidence": "high",
        "level": "ERROR",
        "gate": "true",
        "suppressed_at": "1",
    }
    assert finding.suppressed_inline


def test_nothing_of_the_user_steers_it_and_it_stays_off_the_network(
    tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEMGREP_RULES", "p/evil")
    monkeypatch.setenv("GIT_DIR", "/elsewhere")
    process = ScriptedProcess([Finished(0, _report(root), b"")])
    _run(tmp_path, process)
    (environment,) = process.environments
    assert environment["SEMGREP_SEND_METRICS"] == "off"
    assert environment["SEMGREP_ENABLE_VERSION_CHECK"] == "0"
    assert not {"SEMGREP_RULES", "GIT_DIR"} & set(environment)
    assert {"--metrics=off", "--disable-version-check", "--disable-nosem", "--no-git-ignore"} <= set(process.argv[0])
    assert process.argv[0][-1] == str(root)


def test_rules_that_read_none_of_the_files_stay_at_home(tmp_path: Path, root: Path) -> None:
    process = ScriptedProcess([Finished(0, _report(root), b"")])
    _run(tmp_path, process)
    assert [rule["id"] for rule in json.loads(process.configurations[0])["rules"]] == ["py-eval"]
    idle = ScriptedProcess([])
    run = _run(tmp_path, idle, ("README.md",))
    assert (run.status, run.findings, idle.argv) == (ToolStatus.OK, (), [])


def test_a_file_that_was_read_in_part_or_not_at_all_is_named(tmp_path: Path, root: Path) -> None:
    span = {"path": "a.py", "start": {"line": 7}}
    errors = [
        {
            "level": "warn",
            "type": ["PartialParsing", [span]],
            "path": str(root / "a.py"),
            "message": "m",
            "spans": [span],
        },
        {
            "level": "warn",
            "type": "Timeout",
            "path": str(root / "b.js"),
            "rule_id": "x.js-loose",
            "message": f"too slow on {root}/b.js:",
        },
    ]
    report = _report(root, errors=errors)
    run = _run(tmp_path, ScriptedProcess([Finished(0, report, b"")]), ("a.py", "b.js", "c.ts", "d.txt"))
    assert dict(run.partial) == {
        "a.py": "semgrep could not parse it from line 7",
        "b.js": "semgrep: Timeout: too slow on b.js",
        "c.ts": "semgrep did not scan it",
    }
    assert run.status is ToolStatus.OK


def test_a_rule_that_semgrep_refuses_is_named_and_the_rest_counts(tmp_path: Path, root: Path) -> None:
    errors = [{"level": "error", "type": "Rule parse error", "rule_id": "tmp.py-eval", "message": "bad\npattern"}]
    run = _run(tmp_path, ScriptedProcess([Finished(2, _report(root, errors=errors), b"")]))
    assert run.status is ToolStatus.OK
    assert run.detail == "rule py-eval left out: bad pattern"
    assert len(run.findings) == 1


@pytest.mark.parametrize(
    ("answer", "status", "said"),
    [
        (Finished(2, b"", b"\n----\nFatal: no luck\n"), ToolStatus.CRASHED, "exit 2: Fatal: no luck"),
        (Finished(0, b'{"results": [', b""), ToolStatus.CRASHED, "not JSON"),
        (Finished(0, b"[]", b""), ToolStatus.CRASHED, "not a report"),
        (Finished(0, b'{"results": []}', b""), ToolStatus.CRASHED, "lists no scanned files"),
        (
            Finished(7, b'{"results": [], "paths": {}, "errors": [{"level": "error", "message": "bad config"}]}', b""),
            ToolStatus.CRASHED,
            "bad config",
        ),
        (TimeoutError(), ToolStatus.TIMEOUT, "stopped after 180 s"),
        (PermissionError("not allowed"), ToolStatus.CRASHED, "could not be started: not allowed"),
    ],
)
def test_a_run_that_went_wrong_is_never_an_empty_result(
    tmp_path: Path, root: Path, answer: Finished | OSError, status: ToolStatus, said: str
) -> None:
    assert root.is_dir()
    run = _run(tmp_path, ScriptedProcess([answer]))
    assert run.status is status
    assert said in run.detail
    assert "\n" not in run.detail


def test_without_the_program_it_is_absent_with_a_hint(tmp_path: Path) -> None:
    run = _run(tmp_path, ScriptedProcess([]), program=None)
    assert (run.status, run.hint) == (ToolStatus.ABSENT, "pip install semgrep")


@pytest.mark.slow
def test_the_real_semgrep_reads_everything_and_survives_a_broken_rule(tmp_path: Path) -> None:
    broken = RULES.replace("py-eval", "py-broken").replace("eval($X)", '"eval((("').replace("js-loose", "js-broken")
    pack = load_pack(tmp_path / "rules", broken=broken)
    root = write_tree(tmp_path / "src", a__py="def f(a):\n    return eval(a)  # nosemgrep\n", b__ts="if (a == b) c()\n")
    (root / ".semgrepignore").write_text("")
    (root / "tests").mkdir()
    (root / "tests" / "t.py").write_text("eval(x)\n")
    (root / "broken.js").write_text("function ( {{{ \n")
    analyzer = SemgrepAnalyzer(ProcessDoor(), pack)
    run = anyio.run(analyzer.analyze, root, ("a.py", "b.ts", "broken.js", "tests/t.py"))
    assert run.status is ToolStatus.OK, run.detail
    places = {(finding.rule, finding.file, finding.line) for finding in run.findings}
    assert {("py-eval", "a.py", 2), ("js-loose", "b.ts", 1), ("py-eval", "tests/t.py", 1)} <= places
    assert [finding.suppressed_inline for finding in run.findings if finding.file == "a.py"] == [True]
    assert [f.message for f in run.findings if f.file == "a.py"] == ["eval of a runs whatever it is given"]
    assert "py-broken" in run.detail
    assert "broken.js" in run.partial
