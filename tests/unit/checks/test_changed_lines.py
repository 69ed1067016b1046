from types import MappingProxyType

from orchestrator.checks.changed_lines import ChangedLines
from orchestrator.values.analysis import ToolFinding
from tests.support.trees import changed, whole

BEFORE = "\n".join(f"line {n}" for n in range(1, 40))
AFTER = BEFORE.replace("line 12", "line twelve")
LINES = ChangedLines([changed("a.py", BEFORE, AFTER)], has_diff=True)


def _silent(at: int) -> ToolFinding:
    metadata = MappingProxyType({"suppressed_at": str(at)})
    return ToolFinding(
        tool="ruff",
        rule="X",
        severity="error",
        file="a.py",
        line=3,
        message="m",
        suppressed_inline=True,
        metadata=metadata,
    )


def test_only_added_lines_of_files_in_scope_are_touched() -> None:
    assert LINES.touches("a.py", 12)
    assert not LINES.touches("a.py", 11)
    assert not LINES.touches("b.py", 12)


def test_without_a_diff_every_line_of_a_file_in_scope_is_touched() -> None:
    lines = ChangedLines([whole("a.py")], has_diff=False)
    assert lines.touches("a.py", 999)
    assert not lines.touches("b.py", 1)
    assert lines.silenced(_silent(3))


def test_a_short_match_is_reported_at_the_line_that_was_added() -> None:
    assert LINES.locate("a.py", 10, 14) == 12
    assert LINES.locate("a.py", 12, 30) == 12
    assert LINES.locate("a.py", 13, 14) is None


def test_touching_the_inside_of_a_long_match_does_not_make_it_new() -> None:
    assert LINES.locate("a.py", 5, 30) is None


def test_a_suppression_silences_unless_this_change_added_it() -> None:
    assert LINES.silenced(_silent(3))
    assert not LINES.silenced(_silent(12))
