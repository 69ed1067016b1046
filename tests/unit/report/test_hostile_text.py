"""Text from the code under review cannot become anything but text, in any format."""

import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from types import MappingProxyType

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from orchestrator.report.corrections import corrections
from orchestrator.report.json_report import JsonReporter, error_object
from orchestrator.report.markdown import MarkdownReporter
from orchestrator.report.metrics import override_row, review_value_row
from orchestrator.report.payload import MARKER, payload_object, read_payload
from orchestrator.report.safe import one_line, shorten, visible
from orchestrator.report.terminal import TerminalReporter
from orchestrator.system.clock import SystemClock
from orchestrator.values.mode import ModeRun
from orchestrator.values.report import Report
from tests.support.fix_reports import make_converged, make_escalated
from tests.support.mode_reports import make_discussed, make_unfinished
from tests.support.reports import make_failed, make_finding, make_incomplete, make_report, make_stopped, make_warned

HOSTILE = (
    "\x1b[2J\x1b]8;;https://evil.example\x07click\x1b]8;;\x07",
    "a\u202egnp.exe",
    "new\nline\r\n# Heading\n",
    "# Heading",
    "- item",
    "1. item",
    "===",
    "---",
    "> quote",
    "```\ncode\n```",
    "~~~ fence",
    "`` ` ``",
    "`",
    "tick ` tick `` tick ``` end",
    "</details><script>alert(1)</script>",
    "<!-- comment",
    "[text](https://evil.example)",
    "![image](https://evil.example/x.png)",
    "https://evil.example/a?b=c",
    "see www.evil.example, now",
    "mail@evil.example",
    "@everyone look",
    "fixes owner/repo#12 and #34",
    "| cell | cell |",
    "back\\|slash\\",
    "a|b`c|d`e",
    "**bold** __bold__ *it* _it_ ~~gone~~",
    "&lt;b&gt; &#60;",
    "$x^2$ math",
    "[^1]: note",
    "[ref]: https://evil.example",
    "\ud83d lone",
    "byte \udcff",
    "zero\u200bwidth\u2066iso\u2069",
    "    indented",
    "\ttab",
    "\u2028line\u2029",
    "   ",
    "x" * 5000,
    "PASS",
)

MARKUP = {"html_inline", "html_block", "link_open", "image", "em_open", "s_open", "code_block"}


def planted(report: Report, text: str) -> Report:
    """The report with `text` added to every text in it that is not one of the fixed words."""
    return _plant(report, text)  # type: ignore[return-value] # rebuilt with the same types


def _plant(value: object, text: str) -> object:
    if isinstance(value, Enum):
        return value
    if isinstance(value, str):
        return text + value
    if isinstance(value, tuple):
        return tuple(_plant(item, text) for item in value)
    if isinstance(value, MappingProxyType):
        return MappingProxyType({key: _plant(item, text) for key, item in value.items()})
    if is_dataclass(value) and not isinstance(value, type):
        kept = {
            "timestamp",
            "context_strategy",
            "expires",
            "tier",
            "withheld_because",
            "suppressed_by",
            "partial",
            "kind",
            "key",
            "purpose",
        }
        if isinstance(value, ModeRun) and not value.incomplete:
            kept.add("incomplete")
        parts = {field.name: getattr(value, field.name) for field in fields(value)}
        return replace(value, **{name: _plant(part, text) for name, part in parts.items() if name not in kept})
    return value


def tokens(markdown: str) -> Iterator[Token]:
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    for token in parser.parse(markdown):
        yield token
        yield from token.children or ()


def outline(markdown: str) -> list[tuple[str, str]]:
    """Everything structural in the document: kinds of block with their nesting, never the words."""
    kinds = (
        "heading",
        "table",
        "tr",
        "td",
        "th",
        "bullet_list",
        "ordered_list",
        "list_item",
        "blockquote",
        "hr",
        "fence",
        "code_block",
        "html",
    )
    return [(token.type, token.tag) for token in tokens(markdown) if token.type.startswith(kinds)]


def inside(markdown: str) -> list[Token]:
    """The tokens of the prose; what follows is the block for programs, one comment and one fence, and nothing else."""
    *prose, comment, block = tokens(markdown)
    assert (comment.type, comment.content) == ("html_block", f"{MARKER}\n")
    assert (block.type, block.info) == ("fence", "json")
    assert json.loads(block.content)["schema"] == "code-review/2"
    return prose


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("report", [make_warned(), make_incomplete(), make_escalated()])
def test_markdown_keeps_its_structure_whatever_the_texts_hold(report: Report, text: str) -> None:
    clean = MarkdownReporter().render(planted(report, "x")).decode("utf-8")
    dirty = MarkdownReporter().render(planted(report, text)).decode("utf-8")
    assert outline(dirty) == outline(clean)
    kinds = {token.type for token in inside(dirty)}
    assert kinds.isdisjoint({*MARKUP, "fence"})


@pytest.mark.parametrize("text", [*HOSTILE, MARKER, f"{MARKER}\n```json\n{{}}\n```\n"])
def test_a_report_in_the_words_of_a_mode_keeps_its_structure_too(text: str) -> None:
    report = make_discussed()
    clean = MarkdownReporter().render(planted(report, "x")).decode("utf-8")
    dirty = MarkdownReporter().render(planted(report, text)).decode("utf-8")
    assert outline(dirty) == outline(clean)
    assert {token.type for token in inside(dirty)}.isdisjoint(MARKUP)
    assert read_payload(dirty) == payload_object(planted(report, text))


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("report", [make_failed(), make_discussed(), make_escalated()])
def test_nothing_in_the_prose_links_or_calls_anybody(report: Report, text: str) -> None:
    dirty = MarkdownReporter().render(planted(report, text)).decode("utf-8")
    for token in tokens(dirty):
        if token.type == "text":
            assert not re.search(r"://|www\.\w|(?<!\w)@\w|#\d", token.content), token.content


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("colour", [False, True])
@pytest.mark.parametrize("report", [make_warned(), make_discussed()])
def test_terminal_text_holds_no_control_character_but_our_own(report: Report, text: str, colour: bool) -> None:
    output = TerminalReporter(width=80, colour=colour).render(planted(report, text)).decode("utf-8")
    bare = re.sub(r"\x1b\[[0-9;]*m", "", output) if colour else output
    assert all(char.isprintable() or char == "\n" for char in bare)


def test_nor_does_the_account_of_a_fix_loop() -> None:
    output = TerminalReporter(width=80).render(planted(make_escalated(), " ".join(HOSTILE))).decode("utf-8")
    assert all(char.isprintable() or char == "\n" for char in output)


@pytest.mark.parametrize("text", HOSTILE)
def test_json_survives(text: str) -> None:
    data = json.loads(JsonReporter().render(planted(make_warned(), text)))
    assert data["withheld"][0]["message"] == f"{text}Guessed."
    data = json.loads(JsonReporter().render(planted(make_discussed(), text)))
    assert data["findings"][1]["fields"]["evidence"].startswith(text)
    fixes = json.loads(JsonReporter().render(planted(make_converged(), text)))["fixes"]
    assert fixes["findings"][1]["reason"] == f"{text}the import is gone, and nothing else refers to it"


def test_a_path_with_a_line_end_stays_on_its_line() -> None:
    report = make_report(make_finding(file="src/a\n## Findings\n.py"))
    text = MarkdownReporter().render(report).decode("utf-8")
    assert "### `src/a\\n## Findings\\n.py` (1 error)" in text.splitlines()


def test_code_in_a_message_stays_code() -> None:
    text = MarkdownReporter().render(make_report(make_finding("`a_b` calls `c|d` twice."))).decode("utf-8")
    assert "  `a_b` calls `c|d` twice.  " in text.splitlines()


def test_plain_words_are_not_cluttered_with_escapes() -> None:
    said = "The user_name of C++ code (see README.md, line 3) is never used; it's 100% dead - remove it!"
    text = MarkdownReporter().render(make_report(make_finding(said))).decode("utf-8")
    assert f"  {said}  " in text.splitlines()


def test_visible_shows_what_cannot_be_printed() -> None:
    assert visible("a\x1b[1m\n\udcff\u202e\u200b\ud83d") == "a\\x1b[1m\\n\\xff\\u202e\\u200b\\ud83d"
    assert one_line("  a\n\tb\u2028c ") == "a b c"
    assert shorten("one two three four", 13) == "one two ..."
    assert shorten("x" * 50, 20) == "x" * 16 + " ..."


SECRETS = ("ghp_" + "a1B2c3D4e5" * 3 + "a1B2c3", "AKIA" + "Q7W3E5R8T1Y6U2I9", "s3cr3t-Passw0rd-42")


def test_a_planted_secret_reaches_no_output() -> None:
    bait = f'password = "{SECRETS[2]}" {SECRETS[0]} {SECRETS[1]} '
    made = (make_warned(), make_failed(), make_incomplete(), make_stopped(), make_discussed(), make_unfinished())
    reports = [planted(report, bait) for report in (*made, make_converged(), make_escalated())]
    now = SystemClock().now()
    outputs = [error_object(bait, missing=[bait], hint=bait)]
    outputs.append(override_row(branch=bait, reason=bait, files=[bait], gates=[bait], now=now))
    texts = [json.dumps(output) for output in outputs]
    for report in reports:
        reporters = (JsonReporter(), MarkdownReporter(), TerminalReporter(width=120), TerminalReporter(width=40))
        texts.extend(reporter.render(report).decode("utf-8") for reporter in reporters)
        texts.extend(json.dumps(one.as_object()) for one in corrections(report))
        texts.append(json.dumps(review_value_row(report, now)))
    assert "[redacted]" in texts[0]
    squeezed = [re.sub(r"[\s\\]", "", text) for text in texts]
    assert [secret for secret in SECRETS for text in squeezed if secret in text] == []


def test_redactions_made_while_writing_are_counted_once() -> None:
    finding = make_finding(evidence=f"token = '{SECRETS[0]}'")
    data = json.loads(JsonReporter().render(make_report(finding, redactions=2)))
    assert data["redactions"] == 3
    assert data["agents"][0]["issues"][0]["evidence"] == "token = '[redacted]'"
