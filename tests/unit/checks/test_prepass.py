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
    assert _prepass(one, one).findings == (one,)


def test_two_tools_saying_nearly_the_same_count_once_and_semgrep_speaks() -> None:
    semgrep = _finding("semgrep", "py-eval", 2, "Use of eval runs any code it is given")
    ruff = _finding("ruff", "S307", 2, "use of `eval` runs any code")
    assert _prepass(ruff, semgrep).findings == (semgrep,)


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
