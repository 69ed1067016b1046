"""Records that somebody made to do harm: they are read in linear work, and nothing of them is believed."""

import sys
from collections.abc import Callable
from types import FrameType

import pytest

from orchestrator.record.model import Code
from orchestrator.record.parse import Parsed, parse
from orchestrator.record.print import HEAD, print_finding
from tests.unit.record.build import recorded

STEP = f"{HEAD}\n## code.review\n\n### security\n\n"


def many(count: int) -> str:
    return STEP + "\n".join(print_finding(recorded(id=f"R-security-{number}")) for number in range(1, count + 1))


SHAPES: dict[str, Callable[[int], str]] = {
    "findings": many,
    "findings with one id": lambda n: STEP + print_finding(recorded()) * n,
    "steps": lambda n: "## code.review\n" * n,
    "unknown steps": lambda n: "## what\n" * n,
    "roles": lambda n: "## code.review\n" + "### a\n" * n,
    "summarized files": lambda n: "## code.review\n" + "Summarized: a — b\n" * n,
    "opening fences": lambda n: STEP + "".join(f"{'`' * (3 + number % 5)}a\n" for number in range(n)),
    "fences in a fence": lambda n: STEP + "~~~\n" + "```yaml\n```\n" * n,
    "comments": lambda n: STEP + "<!-- a -->\n" * n,
    "comment openings": lambda n: STEP + "<!--\n" * n,
    "format markers": lambda n: "<!-- review-format: 1 -->\n" * n,
    "broken blocks": lambda n: STEP + "#### R-security-1 T\n\n```yaml\n[[[\n```\n" * n,
    "history": lambda n: many(1).replace("history:\n", "history:\n" + "  - status: open\n    by: security\n" * n),
    "unknown fields": lambda n: many(1).replace("history:\n", "".join(f"x{i}: 1\n" for i in range(n)) + "history:\n"),
    "evidence": lambda n: STEP + print_finding(recorded(evidence="a\n```\n" * n)),
}


def work(text: str) -> int:
    """Calls, of Python and of C, that reading `text` takes."""
    count = 0

    def watch(_frame: FrameType, _event: str, _arg: object) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        parse(text)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("shape", SHAPES)
def test_the_work_grows_with_the_length(shape: str) -> None:
    build = SHAPES[shape]
    parse(build(1))  # What is done once in a process does not count.
    small, large = work(build(60)), work(build(240))
    assert large < 4.4 * small


def test_long_lines_are_read() -> None:
    blank, ticks = " " * 1_000_000, "`" * 1_000_000
    for text in (
        f"## a{blank}b",
        f"```{blank}a",
        f"{ticks}\n{ticks}a",
        f"<!-- review-format: {blank}",
        f"#### {blank}x",
    ):
        assert parse(text).text == text


def test_a_large_record_is_read() -> None:
    text = STEP + print_finding(recorded(evidence="    let x = 1; // ```\n" * 100_000))
    parsed = parse(text)
    assert parsed.problems == ()
    found = parsed.record.find("R-security-1")
    assert found is not None
    assert found.evidence.count("\n") == 100_000


def problems(block: str) -> list[tuple[Code, str]]:
    parsed: Parsed = parse(f"{STEP}#### R-security-1 T\n\n```yaml\n{block}\n```\n")
    assert parsed.record.find("R-security-1") is None
    return [(problem.code, problem.message) for problem in parsed.problems]


@pytest.mark.parametrize(
    ("block", "told"),
    [
        ("x: " + "[" * 21 + "]" * 21, "nested more than 20 levels"),
        ("x: " + "[" * 100_000, "nested more than 20 levels"),
        ("x: " + "{a: " * 21 + "b" + "}" * 21, "nested more than 20 levels"),
        ("\n".join(f"{' ' * depth}a:" for depth in range(30)), "nested more than 20 levels"),
        ("a: &x 1\nb: *x", "anchors and aliases"),
        ("<<: *x", "anchors and aliases"),
        ("a: !!python/object/apply:os.system ['true']", "tags"),
        ("! a: b", "tags"),
        ("%YAML 1.1\n---\na: b", "directives"),
        ("%TAG ! !x\n---\na: b", "directives"),
        ("---\na: b\n---\nc: d", "more than one document"),
        ("a: b\n...\n---\nc: d", "more than one document"),
        ("{a: b, a: c}", "given twice"),
        ("a: b\n'a': c", "given twice"),
        ("? [a]\n: b", "a key must be a plain word"),
        ("a:\n\tb: c", "not YAML"),
        ("", "empty"),
        ("# nothing", "empty"),
        ("just text", "one `field: value` a line"),
        ("- a\n- b", "one `field: value` a line"),
        ("{severity: high}", "one `field: value` a line"),
        ("a: 'b", "not YAML"),
        ("a: b\x00", "not YAML"),
    ],
)
def test_yaml_that_a_record_does_not_use_is_refused(block: str, told: str) -> None:
    ((code, message),) = problems(block)
    assert code is Code.INVALID
    assert told in message
