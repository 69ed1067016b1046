import pytest

from orchestrator.checks.suppressions import ruff_suppression, secret_suppression, semgrep_suppression


@pytest.mark.parametrize(
    ("lines", "at"),
    [
        (["x = eval(a)  # nosemgrep"], 1),
        (["x = eval(a)  // NOSEM: rules.py-eval"], 1),
        (["# nosemgrep: py-eval, other", "x = eval(a)"], 1),
        (["{/* nosemgrep */}", "<div/>"], 1),
    ],
)
def test_a_nosemgrep_comment_on_the_line_or_alone_above_it_suppresses(lines: list[str], at: int) -> None:
    assert semgrep_suppression(lines, len(lines), "py-eval") == at


@pytest.mark.parametrize(
    "lines",
    [
        ["x = eval(a)"],
        ["x = eval(a)  # nosemgrep: another-rule"],
        ["y = 1  # nosemgrep", "x = eval(a)"],
        ["x = eval('nosemgrep')"],
    ],
)
def test_other_lines_do_not_suppress(lines: list[str]) -> None:
    assert semgrep_suppression(lines, len(lines), "py-eval") is None


@pytest.mark.parametrize(
    ("lines", "line", "end", "at"),
    [
        (["import os  # noqa"], 1, 1, 1),
        (["import os  # NOQA: F401,E501"], 1, 1, 1),
        (["x = (", ")  # noqa: F4"], 1, 2, 2),
        (["# ruff: noqa", "", "import os"], 3, 3, 1),
        (["x", "# flake8: noqa: F401", "import os"], 3, 3, 2),
        (["import os  # noqa: E501"], 1, 1, None),
        (["# ruff: noqa: E501", "import os"], 2, 2, None),
        (["import os"], 1, 1, None),
    ],
)
def test_noqa_comments_are_found_by_line_by_code_and_for_the_file(
    lines: list[str], line: int, end: int, at: int | None
) -> None:
    assert ruff_suppression(lines, line, end, "F401") == at


@pytest.mark.parametrize(
    ("lines", "at"),
    [
        (["k = 1  # pragma: allowlist secret"], 1),
        (["k = 1; // pragma:whitelist secret"], 1),
        (["<a/> <!-- pragma: allowlist secret -->"], 1),
        (["# pragma: allowlist nextline secret", "k = 1"], 1),
        (["# pragma: allowlist secret", "k = 1"], None),
        (["x = 2  # pragma: allowlist nextline secret", "k = 1"], None),
        (["k = 1  # pragma: allowlist nextline secret"], None),
        (["k = 'pragma: allowlist secret'"], None),
        (["k = 1"], None),
    ],
)
def test_a_comment_vouches_for_a_secret_on_its_line_or_the_next(lines: list[str], at: int | None) -> None:
    assert secret_suppression(lines, len(lines)) == at
