"""Code that nobody writes in this repository: not judged by its shape, and stopped by nothing that nobody can see."""

import pytest

from orchestrator.engines.offline.detectors.base import LONGEST_LINE, View
from orchestrator.engines.offline.detectors.kinds import is_copied
from orchestrator.engines.offline.tools import spots_of
from orchestrator.values.analysis import ToolFinding, ToolRun, ToolStatus
from orchestrator.values.finding import Severity
from tests.support.trees import MemoryTree, whole
from tests.unit.engines.offline_kit import payload_of, spots

NESTED = "function pick(a) {\n" + "".join(f"{'  ' * depth}if (a > {depth}) {{\n" for depth in range(1, 8)) + "}\n" * 8


@pytest.mark.parametrize(
    ("path", "copied"),
    [
        ("static/jquery.min.js", True),
        ("static/app-bundle.js", True),
        ("web/vendor/moment/moment.js", True),
        ("vendor/golang.org/x/net/http.go", True),
        ("pkg/_vendor/tomli/parser.py", True),
        ("third_party/zlib/zlib.go", True),
        ("shop/vendor/models.py", False),
        ("shop/vendors.js", False),
        ("src/admin.js", False),
    ],
)
def test_copies_are_known_by_their_path(path: str, copied: bool) -> None:
    assert is_copied(path) is copied


def test_the_shape_of_a_copy_is_not_judged() -> None:
    assert [spot.file for spot in spots("complexity", {"src/pick.js": NESTED, "src/vendor/pick.js": NESTED})] == [
        "src/pick.js"
    ]


def test_a_file_that_begins_with_very_long_lines_is_the_work_of_a_program() -> None:
    padding = "var x = 1;" * LONGEST_LINE
    assert spots("complexity", {"src/pick.js": f"{padding}\n{NESTED}"}) == ()


@pytest.mark.parametrize(("length", "severity"), [(10, Severity.ERROR), (LONGEST_LINE + 1, Severity.WARNING)])
def test_an_error_of_a_tool_on_a_minified_line_is_a_warning(length: int, severity: Severity) -> None:
    after = {"a.js": "x" * length + "\n"}
    finding = ToolFinding(
        tool="semgrep",
        rule="r",
        severity="error",
        file="a.js",
        line=1,
        end_line=1,
        message="m",
        metadata={"lens": "security-review", "category": "A03.xss", "confidence": "high"},
    )
    run = ToolRun(tool="semgrep", status=ToolStatus.OK, findings=(finding,), scanned=("a.js",))
    files = (whole("a.js"),)
    view = View(payload_of("security-review", files, after, has_diff=False), MemoryTree(after), None)
    assert [spot.severity for spot in spots_of((run,), "security-review", view).spots] == [severity]
