"""Which edits are made and which are refused: each row of the second table is a way of doing harm."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orchestrator.fixloop.rules import Caps, in_order, judge
from orchestrator.settings.model import Layer, merge
from orchestrator.settings.parse import default_layer
from orchestrator.values.fix import Applied, Edit, Proposal, Refusal, Rule
from tests.unit.findings.build import finding
from tests.unit.fixloop.proposals import ground, proposal

APP = "src/app.py"
CODE = (
    "import os\n\n\ndef total(items):\n    value = 0\n    for item in items:\n        value += item\n    return value\n"
)
TEST = "tests/test_app.py"
TESTS = "from src.app import total\n\n\ndef test_total():\n    assert total([1, 2]) == 3\n"

ACCEPTED = [
    ("one line", CODE, [("import os\n", "import sys\n")], CODE.replace("os", "sys")),
    ("a line goes", CODE, [("import os\n\n\ndef", "def")], CODE.replace("import os\n\n\n", "")),
    (
        "several, in any order",
        CODE,
        [("return value", "return value or 0"), ("import os", "import re")],
        CODE.replace("return value", "return value or 0").replace("import os", "import re"),
    ),
    ("side by side", "ab\n", [("a", "x"), ("b", "y")], "xy\n"),
    ("no last line end", "a = 1\nb = 2", [("b = 2", "b = 3")], "a = 1\nb = 3"),
    ("windows", "a = 1\r\nb = 2\r\n", [("a = 1\nb = 2", "a = 1\nc = 0\nb = 3")], "a = 1\r\nc = 0\r\nb = 3\r\n"),
    ("mixed ends stay", "a = 1\r\nb = 2\nc = 3\n", [("c = 3", "c = 4\nd = 5")], "a = 1\r\nb = 2\nc = 4\nd = 5\n"),
    ("given with \\r\\n", "a = 1\nb = 2\n", [("a = 1\r\nb", "a = 2\r\nb")], "a = 2\nb = 2\n"),
    ("a mark stays", "\ufeffa = 1\n", [("a = 1", "a = 2")], "\ufeffa = 2\n"),
    ("a silence goes", "a = 1  # noqa: E501\n", [("  # noqa: E501", "")], "a = 1\n"),
    ("beside a silence", "a = 1  # noqa: E501\n", [("a = 1", "a = 2")], "a = 2  # noqa: E501\n"),
    ("a secret goes", 'key = "AKIAIOSFODNN7EXAMPLF"\n', [('"AKIAIOSFODNN7EXAMPLF"', "read()")], "key = read()\n"),
]


@pytest.mark.parametrize(("before", "edits", "after"), [row[1:] for row in ACCEPTED], ids=[row[0] for row in ACCEPTED])
def test_accepted(before: str, edits: list[tuple[str, str]], after: str) -> None:
    made = judge(proposal(*((APP, *edit) for edit in edits)), ground({APP: before}))
    assert isinstance(made, Applied), made
    assert made.files == {APP: after.encode()}
    assert len(made.edits) == len(edits)


def test_edits_come_back_file_by_file_from_top_to_bottom() -> None:
    edits = (("b.py", "2", "3"), (APP, "return value", "return 1"), (APP, "import os", "import re"), ("b.py", "1", "0"))
    made = judge(proposal(*edits), ground({APP: CODE, "b.py": "1\n2\n"}))
    assert isinstance(made, Applied)
    assert [(one.file, one.find) for one in made.edits] == [
        ("b.py", "1"),
        ("b.py", "2"),
        (APP, "import os"),
        (APP, "return value"),
    ]


def test_bytes_that_are_no_utf_8_stay() -> None:
    made = judge(proposal((APP, "b = 2", "b = 3")), ground({APP: b"a = '\xe9'\nb = 2\n"}))
    assert isinstance(made, Applied)
    assert made.files[APP] == b"a = '\xe9'\nb = 3\n"


def test_the_file_of_the_finding_may_be_outside_the_change() -> None:
    made = judge(proposal((APP, "import os", "import re")), ground({APP: CODE, "b.py": ""}, changed=("b.py",)))
    assert isinstance(made, Applied)


KEY = '    key = "AKIAIOSFODNN7EXAMPLF"\n'
REFUSED: list[tuple[Rule, str, str, str, str]] = [
    (Rule.STALE, APP, CODE, "import json", "import re"),
    (Rule.STALE, APP, CODE, "", "x"),
    (Rule.STALE, APP, CODE, "value  = 0", "value = 1"),
    (Rule.AMBIGUOUS, APP, CODE, "value", "amount"),
    (Rule.AMBIGUOUS, APP, "aaa\n", "aa", "b"),
    (Rule.NO_CHANGE, APP, CODE, "import os", "import os"),
    (Rule.NO_CHANGE, APP, "a\r\nb\r\n", "a\nb", "a\r\nb"),
    (Rule.DELETES, APP, CODE, CODE, ""),
    (Rule.DELETES, APP, CODE, CODE, "\n\n  \n"),
    (Rule.TOO_LARGE, APP, CODE, "import os", "x = 1\n" * 201),
    (Rule.TOO_LARGE, APP, CODE, "import os", "x" * 20_001),
    (Rule.OUTSIDE, "../app.py", CODE, "import os", "import re"),
    (Rule.OUTSIDE, "/etc/app.py", CODE, "import os", "import re"),
    (Rule.OUTSIDE, "src//app.py", CODE, "import os", "import re"),
    (Rule.OUTSIDE, "./src/app.py", CODE, "import os", "import re"),
    (Rule.OUTSIDE, "src\\app.py", CODE, "import os", "import re"),
    (Rule.OUTSIDE, ".git/config", CODE, "import os", "import re"),
    (Rule.OUTSIDE, "sub/.GIT/hooks/x", CODE, "import os", "import re"),
    (Rule.OUTSIDE, ".env", CODE, "import os", "import re"),
    (Rule.OUTSIDE, ".claude/memory/review-round-state.json", CODE, "import os", "import re"),
    (Rule.OUTSIDE, "src/link.py", CODE, "import os", "import re"),
    (Rule.OUTSIDE, "src/ignored.py", CODE, "import os", "import re"),
    (Rule.POLICY_FILE, "ACCEPTED-RISKS.md", "a\n", "a", "b"),
    (Rule.POLICY_FILE, ".code-review/config.yaml", "a: 1\n", "1", "2"),
    (Rule.POLICY_FILE, ".code-review/agents/own.md", "a: 1\n", "1", "2"),
    (Rule.POLICY_FILE, "ruff.toml", "a = 1\n", "1", "2"),
    (Rule.POLICY_FILE, "web/eslint.config.mjs", "a = 1\n", "1", "2"),
    (Rule.POLICY_FILE, "web/.eslintrc.json", "{}\n", "{}", "[]"),
    (Rule.POLICY_FILE, "tsconfig.build.json", "{}\n", "{}", "[]"),
    (Rule.POLICY_FILE, "pytest.ini", "a = 1\n", "1", "2"),
    (Rule.POLICY_FILE, ".github/workflows/ci.yml", "a: 1\n", "1", "2"),
    (Rule.POLICY_FILE, "pyproject.toml", "[tool.ruff]\nselect = ['E']\n", "'E'", ""),
    (
        Rule.POLICY_FILE,
        "pyproject.toml",
        "[project]\nname = 'a'\n",
        "'a'\n",
        "'a'\n[tool.mypy]\nignore_errors = true\n",
    ),
    (Rule.POLICY_FILE, "package.json", '{"scripts": {"test": "jest"}}\n', "jest", "true"),
    (Rule.SECRET, APP, CODE, "    value = 0\n", KEY),
    (Rule.SECRET, APP, 'password = "hunter2hunter2"\n', "hunter2hunter2", "other3other3"),
    (Rule.SECRET, APP, f"{KEY}x = 1\n", "x = 1", 'x = 1; token = "AKIAQOSFODNN7EXAMPLF"'),
    (Rule.REDACTED, APP, CODE, "value = 0", 'value = "[redacted]"'),
    (Rule.REDACTED, APP, f"{KEY}x = 1\n", '    key = "[redacted]"', "    key = read()"),
    (Rule.BREAKS_SYNTAX, APP, CODE, "def total(items):", "def total(items:"),
    (Rule.BREAKS_SYNTAX, "a.json", '{"a": 1}\n', "1", "1,"),
    (Rule.BREAKS_SYNTAX, "a.toml", "a = 1\n", "1", "'"),
    (Rule.BREAKS_SYNTAX, "a.yaml", "a: 1\n", "a: 1", "a: [1"),
    (Rule.WEAKENS_TEST, TEST, TESTS, " == 3", ""),
    (Rule.WEAKENS_TEST, TEST, TESTS, "def test_total", "def check_total"),
]


@pytest.mark.parametrize(("rule", "path", "before", "find", "replace"), REFUSED)
def test_refused(rule: Rule, path: str, before: str, find: str, replace: str) -> None:
    """A file of the change; the finding is about another one."""
    place = ground({path: before, APP: CODE} | {path: before}, links=("src/link.py",), ignored=("src/ignored.py",))
    refused = judge(proposal((path, find, replace)), place)
    assert isinstance(refused, Refusal), refused
    assert (refused.rule, bool(refused.reason)) == (rule, True)
    assert "AKIA" not in refused.reason


def test_refused_as_a_whole() -> None:
    many = Caps(edits=1, files=1, proposal_bytes=10)
    files = {APP: CODE, "b.py": "b = 1\n"}
    two = proposal((APP, "import os", "import re"), (APP, "return value", "return 0"))
    assert isinstance(refused := judge(two, ground(files, caps=many)), Refusal)
    assert (refused.rule, refused.edit) == (Rule.TOO_LARGE, None)
    elsewhere = proposal((APP, "import os", "import re"), ("b.py", "1", "2"))
    for caps in (Caps(files=1), Caps(proposal_bytes=9), Caps(file_bytes=20)):
        assert isinstance(refused := judge(elsewhere, ground(files, caps=caps)), Refusal)
        assert refused.rule is Rule.TOO_LARGE
    assert isinstance(refused := judge(proposal(), ground(files)), Refusal)
    assert refused.rule is Rule.NO_CHANGE


def test_the_settings_bound_a_fix() -> None:
    assert Caps.of(merge((default_layer(),))) == Caps()
    set_to = merge((Layer("file", {"fix.max_edits": 3, "fix.max_edit_lines": 7}), default_layer()))
    assert Caps.of(set_to) == Caps(edits=3, edit_lines=7)


def test_one_bad_edit_refuses_the_others_with_it() -> None:
    both = proposal((APP, "import os", "import re"), ("other.py", "1", "2"))
    refused = judge(both, ground({APP: CODE, "other.py": "1\n"}, changed=(APP,)))
    assert refused == Refusal(
        Rule.OUTSIDE, "neither the change nor the finding is about this file", Edit("other.py", "1", "2")
    )


def test_overlapping_edits_are_refused() -> None:
    refused = judge(proposal((APP, "import os\n", "import re\n"), (APP, "os\n\n\ndef", "def")), ground({APP: CODE}))
    assert isinstance(refused, Refusal)
    assert refused.rule is Rule.OVERLAP
    twice = judge(proposal((APP, "import os", "import re"), (APP, "import os", "import json")), ground({APP: CODE}))
    assert isinstance(twice, Refusal)
    assert twice.rule is Rule.OVERLAP


def test_a_line_whose_secret_was_hidden_is_not_touched() -> None:
    hidden = proposal((APP, "    key = ", "    name = "), masked=True)
    refused = judge(hidden, ground({APP: f"def f():\n{KEY}    return 1\n"}))
    assert isinstance(refused, Refusal)
    assert refused.rule is Rule.REDACTED
    beside = proposal((APP, "return 1", "return 2"), masked=True)
    assert isinstance(judge(beside, ground({APP: f"def f():\n{KEY}    return 1\n"})), Applied)


@pytest.mark.parametrize("data", [b"a\0b = 1", b"\xff\xfea\0 \0=\0"])
def test_binary_files_are_not_edited(data: bytes) -> None:
    refused = judge(proposal((APP, "a", "b")), ground({APP: data}))
    assert isinstance(refused, Refusal)
    assert refused.rule is Rule.OUTSIDE


def test_a_character_that_the_file_cannot_hold_is_refused() -> None:
    refused = judge(proposal((APP, "b = 2", "b = '→'")), ground({APP: b"a = '\xe9'\nb = 2\n"}))
    assert isinstance(refused, Refusal)
    assert refused.rule is Rule.OUTSIDE


def test_what_could_not_be_read_before_is_not_checked() -> None:
    made = judge(proposal((APP, "a = 1", "a = 2")), ground({APP: "print 'a'\na = 1\n"}))
    assert isinstance(made, Applied)


def test_a_pipeline_may_be_mended_where_the_finding_says() -> None:
    path = ".github/workflows/ci.yml"
    assert isinstance(judge(proposal((path, "1", "2"), about=path), ground({path: "a: 1\n"})), Applied)


def test_a_manifest_may_change_where_no_check_is_configured() -> None:
    text = "[project]\ndependencies = ['a>=1']\n[tool.ruff]\nline-length = 100\n"
    made = judge(proposal(("pyproject.toml", "a>=1", "a>=2")), ground({"pyproject.toml": text}))
    assert isinstance(made, Applied)


def test_order() -> None:
    places = (("b.py", 1), ("a.py", 9), ("a.py", 2))
    given = [Proposal(findings=(finding(file=f, line=n),), edits=(), fixer="t") for f, n in places]
    assert [one.findings[0].line for one in in_order(given)] == [2, 9, 1]


SILENCES = [
    ("a.py", "x = 1  # noqa"),
    ("a.py", "x = 1  # NOQA: F401"),
    ("a.py", "# ruff: noqa"),
    ("a.py", "x = y  # type: ignore[arg-type]"),
    ("a.py", "x = y  # pyright: ignore"),
    ("a.py", "# mypy: disable-error-code=arg-type"),
    ("a.py", "# pylint: disable=all"),
    ("a.py", "x = eval(y)  # nosec"),
    ("a.py", "x = eval(y)  # nosemgrep: rule"),
    ("a.py", "def f(): ...  # pragma: no cover"),
    ("a.py", "x = 'y'  # pragma: allowlist secret"),
    ("a.py", "warnings.filterwarnings('ignore')"),
    ("a.py", "# fmt: off"),
    ("a.js", "// eslint-disable-next-line no-eval"),
    ("a.js", "/*\n eslint-disable */"),
    ("a.js", '/* eslint no-eval: "off" */'),
    ("a.js", "// prettier-ignore"),
    ("a.ts", "// @ts-ignore"),
    ("a.ts", "// @ts-nocheck"),
    ("a.ts", "// biome-ignore lint: no"),
    ("a.ts", "/* istanbul ignore next */"),
    ("A.java", '@SuppressWarnings("unchecked")'),
    ("A.java", "int x = y; // NOSONAR"),
    ("A.kt", '@Suppress("UNUSED")'),
    ("a.go", "x := y //nolint:errcheck"),
    ("a.go", "x := y // #nosec G101"),
    ("a.go", "//lint:ignore SA1000 no"),
    ("a.py", "# ruff: disable[E501]"),
    ("a.cs", "#pragma warning disable CS0168"),
    ("a.cs", '[SuppressMessage("a", "b")]'),
    ("a.rs", "#[allow(dead_code)]"),
    ("a.c", "int x; // NOLINT"),
    ("a.c", "/* LCOV_EXCL_START */"),
    ("a.rb", "# rubocop:disable Metrics/MethodLength"),
    ("a.php", "// phpcs:ignore"),
    ("a.php", "/** @phpstan-ignore-next-line */"),
    ("a.sh", "# shellcheck disable=SC2086"),
    ("Dockerfile", "# hadolint ignore=DL3008"),
    ("a.tf", "#checkov:skip=CKV_AWS_20:no"),
    ("a.tf", "# tfsec:ignore:aws-s3"),
    ("a.yaml", "# yamllint disable-line"),
    ("a.css", "/* stylelint-disable */"),
    ("a.swift", "// swiftlint:disable force_cast"),
    ("a.txt.j2", "{# gitleaks:allow #}"),
    ("docs/a.md", "<!-- markdownlint-disable MD013 -->"),
]


@pytest.mark.parametrize(("path", "line"), SILENCES)
def test_a_silence_is_no_fix(path: str, line: str) -> None:
    refused = judge(proposal((path, "b\n", f"{line}\nb\n")), ground({path: "# a\n# b\n".replace("# b", "b")}))
    assert isinstance(refused, Refusal), refused
    assert refused.rule is Rule.SUPPRESSION


def test_a_silence_must_not_grow_and_a_document_may_speak_of_them() -> None:
    wider = judge(proposal((APP, ": E501", "")), ground({APP: "a = 1  # noqa: E501\n"}))
    assert isinstance(wider, Refusal)
    assert wider.rule is Rule.SUPPRESSION
    told = judge(proposal(("docs/a.md", "b", "Write `# noqa: E501`.")), ground({"docs/a.md": "a\nb\n"}))
    assert isinstance(told, Applied)


TEXT = st.text(alphabet="ab\n\r#é", max_size=30)


@settings(max_examples=150, deadline=None)
@given(
    text=st.text(alphabet="abc\n", max_size=25).map(lambda text: text.replace("c", "\r\n")),
    wanted=st.lists(st.tuples(st.integers(0, 25), st.integers(1, 6), TEXT), min_size=1, max_size=4),
)
def test_only_what_was_judged_changes(text: str, wanted: list[tuple[int, int, str]]) -> None:
    """Whatever is proposed: outside of the accepted edits every byte is as before, and what is refused makes nothing."""
    plain = text.replace("\r\n", "\n")
    edits = [("a.txt", plain[at : at + size], put) for at, size, put in wanted]
    made = judge(proposal(*edits, about="a.txt"), ground({"a.txt": text}))
    if isinstance(made, Refusal):
        return
    assert set(made.files) == {"a.txt"}
    rest, result = text.encode(), made.files["a.txt"]
    assert all(plain.count(edit.find) == 1 for edit in made.edits)
    # Both sides are cut at the edits, from top to bottom; what lies between must be the same bytes.
    newlines = b"\r\n" if 2 * text.count("\r\n") > text.count("\n") else b"\n"
    for edit in made.edits:
        old = next(one for one in _spellings(edit.find) if one in rest)
        before, rest = rest.split(old, 1)
        new = edit.replace.replace("\r\n", "\n").encode().replace(b"\n", newlines)
        assert result.startswith(before + new)
        result = result[len(before + new) :]
    assert result == rest


def _spellings(text: str) -> list[bytes]:
    """`text` with each of its line ends written in either way."""
    found = [b""]
    for piece in text.split("\n"):
        found = [one + piece.encode() + end for one in found for end in (b"\n", b"\r\n")]
    # Longest first: the end of a line is not cut in two.
    return sorted({one.removesuffix(b"\n") for one in found if not one.endswith(b"\r\n")}, key=len, reverse=True)
