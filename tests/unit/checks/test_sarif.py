import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orchestrator.checks.sarif import read_sarif
from orchestrator.checks.semgrep_output import UnusableOutputError
from orchestrator.values.analysis import ToolFinding, ToolRun, ToolStatus

CASES = Path("tests/cases/sarif")
EVERY = (CASES / "every-feature.sarif").read_bytes()
FILES = ("plain.py", "a b.py", "by/index.py", "src/deep.py", "deep.py", "win/dir/x.cs")
ROOT = Path("/repo")


def _read(data: bytes, *, root: Path = ROOT, files: tuple[str, ...] = FILES) -> ToolRun:
    return read_sarif(data, tool="scan", root=root, files=files)


def _every(tmp_path: Path) -> ToolRun:
    (tmp_path / "win" / "dir").mkdir(parents=True)
    (tmp_path / "win" / "dir" / "x.cs").write_text("1\n2\n3\n", encoding="utf-8")
    return _read(EVERY.replace(b"file:///repo/", tmp_path.as_uri().encode() + b"/"), root=tmp_path)


def _log(*results: dict[str, Any], **run: Any) -> bytes:
    whole = {"tool": {"driver": {"name": "scan"}}, "results": list(results), **run}
    return json.dumps({"version": "2.1.0", "runs": [whole]}).encode()


def _result(uri: str = "plain.py", **more: Any) -> dict[str, Any]:
    return {
        "ruleId": "R",
        "message": {"text": "m"},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri}}}],
        **more,
    }


def _only(data: bytes) -> ToolFinding:
    (finding,) = _read(data).findings
    return finding


def test_every_result_that_is_a_defect_is_read_with_its_rule_place_and_words(tmp_path: Path) -> None:
    run = _every(tmp_path)
    told = [(f.rule, f.severity, f.file, f.line, f.end_line, f.message) for f in run.findings]
    assert told == [
        ("R1", "error", "plain.py", 2, 4, "a is read before b is checked, {braces} stay"),
        ("R2/part", "warning", "a b.py", 1, 1, "Short words."),
        ("P1", "suggestion", "by/index.py", 1, 1, "**Full** words."),
        ("P1", "suggestion", "src/deep.py", 7, 7, "see the guide and this"),
        ("R3", "suggestion", "deep.py", 1, 1, "shared words about them"),
        ("R3", "suggestion", "win/dir/x.cs", 3, 3, "*marked* down"),
        ("S1", "warning", "plain.py", 5, 5, "hushed"),
        ("S2", "warning", "plain.py", 5, 5, "hushed above"),
        ("S3", "warning", "plain.py", 5, 5, "baselined"),
        ("S4", "warning", "plain.py", 5, 5, "asked for"),
        ("T1", "warning", "plain.py", 9, 9, "from the second run"),
    ]


def test_suppressions_are_marked_with_the_line_of_their_comment(tmp_path: Path) -> None:
    marked = {f.rule: (f.suppressed_inline, f.metadata.get("suppressed_at")) for f in _every(tmp_path).findings}
    assert [marked[rule] for rule in ("S1", "S2", "S3", "S4")] == [
        (True, "5"),
        (True, "3"),
        (True, None),
        (False, None),
    ]


def test_what_the_tool_says_about_its_run_is_kept(tmp_path: Path) -> None:
    run = _every(tmp_path)
    assert (run.status, run.version) == (ToolStatus.OK, "3.1.4")
    assert run.detail == "a rule is deprecated; 3 results about no file under review left out"
    assert dict(run.partial) == {"plain.py": "scan: cannot parse"}


@pytest.mark.parametrize(
    ("more", "severity"),
    [
        ({"level": "error"}, "error"),
        ({"level": "note"}, "suggestion"),
        ({}, "warning"),
        ({"kind": "informational"}, "suggestion"),
        ({"level": "something new"}, "warning"),
        ({"level": "note", "properties": {"security-severity": "9.1"}}, "error"),
        ({"level": "error", "properties": {"security-severity": 4}}, "warning"),
        ({"level": "error", "properties": {"security-severity": "3.9"}}, "suggestion"),
        ({"level": "error", "properties": {"security-severity": "unknown"}}, "error"),
    ],
)
def test_levels_and_security_scores_become_our_severities(more: dict[str, Any], severity: str) -> None:
    assert _only(_log(_result(**more))).severity == severity


@pytest.mark.parametrize(
    ("uri", "file"),
    [
        ("./plain.py", "plain.py"),
        ("x/../plain.py", "plain.py"),
        ("file:///repo/plain.py", "plain.py"),
        ("/repo/a b.py", "a b.py"),
        ("file:///repo/a%20b.py", "a b.py"),
        ("file://localhost/repo/plain.py", "plain.py"),
        ("src\\deep.py", "src/deep.py"),
    ],
)
def test_a_file_is_found_however_its_uri_is_written(uri: str, file: str) -> None:
    assert _only(_log(_result(uri))).file == file


@pytest.mark.parametrize("uri", ["file:///etc/plain.py", "../plain.py", "http://h/plain.py", "other.py", "", "//["])
def test_what_is_none_of_our_files_is_counted_and_not_read(uri: str) -> None:
    run = _read(_log(_result(uri)))
    assert (run.findings, run.detail) == ((), "1 results about no file under review left out")


def test_names_that_look_encoded_or_undecodable_are_found_too() -> None:
    run = _read(_log(_result("100%25.py"), _result("%ff.py")), files=("100%25.py", "\udcff.py"))
    assert [finding.file for finding in run.findings] == ["100%25.py", "\udcff.py"]


def test_a_run_that_failed_is_crashed_and_keeps_what_it_found() -> None:
    notice = {"level": "error", "message": {"text": "out of\nmemory"}}
    run = _read(_log(_result(), invocations=[{"executionSuccessful": False, "toolExecutionNotifications": [notice]}]))
    assert (run.status, run.detail) == (ToolStatus.CRASHED, "scan failed: out of memory")
    assert len(run.findings) == 1


@pytest.mark.parametrize("results", [None, "none", {}])
def test_a_run_without_a_list_of_results_never_says_that_it_found_nothing(results: object) -> None:
    run = _read(_log(results=results))
    assert (run.status, run.detail) == (ToolStatus.CRASHED, "scan failed: it lists no results")


def test_an_empty_list_of_results_is_a_clean_run() -> None:
    run = _read(_log())
    assert (run.status, run.findings, run.scanned) == (ToolStatus.OK, (), tuple(sorted(FILES)))


def test_a_byte_order_mark_and_white_space_around_it_do_no_harm() -> None:
    assert _only(b"\xef\xbb\xbf\n" + _log(_result()) + b"\n").rule == "R"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "printed no SARIF"),
        (b"Usage: scan [FILE]", "not JSON"),
        (EVERY[: len(EVERY) // 2].rstrip(), "breaks off in the middle"),
        (b"[" * 100_000, "cannot be read as JSON"),
        (b"[]", "not SARIF"),
        (b'{"version": "2.1.0"}', "not SARIF"),
        (b'{"version": "2.1.0", "runs": []}', "holds no run"),
        (b'{"version": "1.0.0", "runs": [{}]}', "SARIF 1.0.0, and only 2.1.0"),
        (b'{"runs": [{}]}', "without a version"),
        (b"\xff\xfe\x00", "not JSON"),
    ],
)
def test_what_is_no_sarif_is_refused_with_the_reason(data: bytes, said: str) -> None:
    with pytest.raises(UnusableOutputError, match=said):
        _read(data)


@pytest.mark.parametrize("cut", range(1, len(EVERY.rstrip()) - 1, 211))
def test_half_a_log_is_never_an_empty_result(cut: int) -> None:
    with pytest.raises(UnusableOutputError):
        _read(EVERY[:cut])


@pytest.mark.parametrize("junk", [[], {}, [None], 7, None])
def test_a_kind_and_a_status_of_the_wrong_type_say_nothing(junk: object) -> None:
    assert _only(_log(_result(kind=junk))).rule == "R"
    assert _only(_log(_result(suppressions=[{"kind": "external", "status": junk}]))).suppressed_inline


JUNK = st.sampled_from([None, 0, -1, 10**9, True, 1.5, "", "x", [], [None], {}, {"text": 3}])


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_log_with_a_part_of_the_wrong_type_is_read_or_refused_but_never_breaks(data: st.DataObject) -> None:
    log = json.loads(EVERY)
    node: Any = log
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        key = data.draw(st.sampled_from(keys))
        child = node[key]
        if not isinstance(child, dict | list) or not child or data.draw(st.booleans()):
            node[key] = copy.deepcopy(data.draw(JUNK))
            break
        node = child
    try:
        run = _read(json.dumps(log).encode())
    except UnusableOutputError:
        return
    assert all(finding.file in FILES and finding.line >= 1 for finding in run.findings)
