"""Invariants that a project declares."""

import pytest

from orchestrator.checks.invariants import run_invariants
from orchestrator.checks.project_invariants import parse_invariants
from orchestrator.errors import PolicyError
from tests.support.trees import MemoryTree

POLICY = """
invariants:
  - id: migration-can-be-undone
    files: ["db/*.up.sql", "!db/0001*"]
    sibling: "../db/{stem}.down.{ext}"
    message: A migration without its way back cannot be rolled back.
  - id: licence-line
    files: "src/**/*.py"
    contains: "SPDX-License-Identifier"
    message: Every source file names its licence.
  - id: no-pinned-host
    files: "*.yaml"
    lacks: "10.0.0."
    message: Hosts are named in DNS.
  - id: api-with-changelog
    files: api/
    changed_with: CHANGELOG.md
    message: Users learn of changes there.
"""
FILES: dict[str, str | bytes] = {
    "db/0001.up.sql": "x",
    "db/0002.up.sql": "x",
    "db/0002.up.down.sql": "x",
    "db/0003.up.sql": "x",
    "src/a/ok.py": "# SPDX-License-Identifier: MIT\n",
    "src/a/bad.py": "x\n",
    "src/blob.py": b"\0SPDX-License-Identifier",
    "deploy/x.yaml": "a: 1\nhost: 10.0.0.7\n",
    "api/v1.json": "{}",
}


def _found(changed: list[str] | None, *, everything: bool = False) -> list[tuple[str, str, str]]:
    tree = MemoryTree(FILES)
    own = parse_invariants(POLICY)
    found = run_invariants(changed, tree.read, everything, paths=tuple(FILES), own=own)
    return [(one.invariant, one.file, one.message) for one in found]


def test_each_kind_finds_what_breaks_it_and_says_what_is_missing() -> None:
    assert _found(list(FILES)) == [
        (
            "api-with-changelog",
            "api/v1.json",
            "changed while nothing like CHANGELOG.md did: Users learn of changes there.",
        ),
        (
            "migration-can-be-undone",
            "db/0003.up.sql",
            "has no db/0003.up.down.sql: A migration without its way back cannot be rolled back.",
        ),
        ("no-pinned-host", "deploy/x.yaml", "contains '10.0.0.', first at line 2: Hosts are named in DNS."),
        (
            "licence-line",
            "src/a/bad.py",
            "does not contain 'SPDX-License-Identifier': Every source file names its licence.",
        ),
    ]


def test_what_changed_together_is_no_finding_and_a_deleted_file_owes_nothing() -> None:
    assert _found(["api/v1.json", "CHANGELOG.md", "db/0009.up.sql"]) == []


def test_rules_about_a_change_are_silent_when_nobody_knows_what_changed() -> None:
    assert "api-with-changelog" not in {rule for rule, _, _ in _found(None)}
    assert "licence-line" in {rule for rule, _, _ in _found(None)}


RULE = "{id: x, files: '*.py', contains: a, message: m}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("invariants: [", "is not YAML"),
        ("[]", "does not hold a list"),
        ("", "does not hold a list"),
        (f"invariants: [{RULE}]\nmore: 1", "and nothing else"),
        ("invariants: [3]", "rule number 1: needs an `id`"),
        ("invariants: [{id: Bad Id, files: a, contains: b, message: m}]", "rule Bad Id: needs an `id`"),
        ("invariants: [{id: x, files: a, message: m}]", "rule x: needs exactly one of .* has none"),
        ("invariants: [{id: x, files: a, message: m, contains: b, lacks: c}]", "rule x: needs exactly one of"),
        ("invariants: [{id: x, files: a, message: m, command: rm}]", "rule x: .* has command"),
        ("invariants: [{id: x, files: a, contains: b}]", "rule x: `message` and `contains`"),
        ("invariants: [{id: x, files: a, message: m, contains: [b]}]", "rule x: `message` and `contains`"),
        ("invariants: [{id: x, message: m, contains: b}]", "rule x: needs `files`"),
        ("invariants: [{id: x, files: [1], message: m, contains: b}]", "rule x: needs `files`"),
        ("invariants: [{id: x, files: a, message: m, sibling: '{dir}/b'}]", "rule x: `sibling` is a relative path"),
        ("invariants: [{id: x, files: a, message: m, sibling: /etc/passwd}]", "rule x: `sibling` is a relative path"),
        (f"invariants: [{RULE}, {RULE}]", "rule x: another invariant has that id"),
        ("invariants: [{id: no-duplicate-keys, files: a, message: m, lacks: b}]", "rule no-duplicate-keys: another"),
    ],
)
def test_a_broken_rule_is_named(text: str, said: str) -> None:
    with pytest.raises(PolicyError, match=said) as caught:
        parse_invariants(text)
    assert caught.value.reason.startswith(".code-review/invariants.yaml: ")


def test_a_sibling_outside_the_repository_is_never_read() -> None:
    own = parse_invariants("invariants: [{id: x, files: a.py, sibling: ../../etc/passwd, message: m}]")
    asked: list[str] = []

    def read(path: str) -> bytes | None:
        asked.append(path)
        return b""

    found = run_invariants(["a.py"], read, everything=False, own=own)
    assert [one.message for one in found] == ["has no ../../etc/passwd: m"]
    assert set(asked) == {"a.py"}
