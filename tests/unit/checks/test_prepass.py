from dataclasses import replace
from types import MappingProxyType

from orchestrator.checks.changed_lines import ChangedLines
from orchestrator.checks.invariants import InvariantFinding
from orchestrator.checks.prepass import PrePass, build_prepass
from orchestrator.values.analysis import ToolFinding, ToolRun, ToolStatus
from tests.support.trees import changed

CHANGED = ChangedLines([changed("a.py", "1\n2\n3\n", "1\ntwo\n3\n")], has_diff=True)


def _finding(tool: str, rule: str, line: int, message: str = "", severity: str = "warning") -> ToolFinding:
    return ToolFinding(tool=tool, rule=rule, severity=severity, file="a.py", line=line, message=message or rule)


def _prepass(*findings: ToolFinding, cap: int = 40) -> PrePass:
    tools = dict.fromkeys(finding.tool for finding in findings)
    runs = [
        ToolRun(tool=tool, status=ToolStatus.OK, findings=tuple(f for f in findings if f.tool == tool))
        for tool in tools
    ]
    return build_prepass(runs, CHANGED, cap=cap)


def test_the_same_place_and_rule_counts_once() -> None:
    one = _finding("ruff", "B006", 2)
    assert _prepass(one, one).findings == (replace(one, in_diff=True),)


def test_two_tools_saying_nearly_the_same_count_once_and_semgrep_speaks() -> None:
    semgrep = _finding("semgrep", "py-eval", 2, "Use of eval runs any code it is given")
    ruff = _finding("ruff", "S307", 2, "use of `eval` runs any code")
    assert _prepass(ruff, semgrep).findings == (replace(semgrep, in_diff=True),)


def test_different_defects_on_one_line_are_both_kept() -> None:
    findings = (_finding("semgrep", "a", 2, "eval of user input"), _finding("ruff", "b", 2, "line shadows a builtin"))
    assert _prepass(*findings).total == 2


def test_changed_lines_come_first_then_the_worst() -> None:
    order = _prepass(
        _finding("ruff", "old-error", 3, severity="error"),
        _finding("ruff", "new-suggestion", 2, severity="suggestion"),
        _finding("ruff", "new-error", 2, severity="error"),
    )
    assert [finding.rule for finding in order.findings] == ["new-error", "new-suggestion", "old-error"]


def test_the_cap_says_how_many_it_left_out() -> None:
    result = _prepass(*(_finding("ruff", f"r{number}", number) for number in range(1, 8)), cap=3)
    assert (len(result.findings), result.left_out, result.total) == (3, 4, 7)
    assert result.findings[0].line == 2


def test_invariants_join_as_a_tool_of_their_own() -> None:
    result = build_prepass([], CHANGED, invariants=[InvariantFinding("no-duplicate-keys", "a.json", "twice")])
    assert [(f.tool, f.rule, f.file, f.message) for f in result.findings] == [
        ("invariants", "no-duplicate-keys", "a.json", "twice")
    ]


def test_each_finding_is_marked_as_in_the_diff_or_not() -> None:
    marked = {f.rule: f.in_diff for f in _prepass(_finding("ruff", "new", 2), _finding("ruff", "old", 3)).findings}
    assert marked == {"new": True, "old": False}


def test_of_all_tools_the_one_with_priority_speaks() -> None:
    order = ["semgrep", "gitleaks", "trivy", "hadolint", "actionlint", "ruff", "mypy", "oxlint", "eslint", "tsc"]
    said = "the value of this name is never used anywhere"
    while len(order) > 1:
        (kept,) = _prepass(*(_finding(tool, f"{tool}-rule", 2, said) for tool in reversed(order))).findings
        assert kept.tool == order.pop(0)


def test_what_a_comment_silences_comes_last_unless_this_change_added_the_comment() -> None:
    old = replace(_finding("ruff", "accepted", 2), suppressed_inline=True)
    new = replace(
        _finding("ruff", "hidden", 2), suppressed_inline=True, metadata=MappingProxyType({"suppressed_at": "2"})
    )
    order = _prepass(old, new, _finding("ruff", "outside", 3))
    assert [finding.rule for finding in order.findings] == ["hidden", "outside", "accepted"]
