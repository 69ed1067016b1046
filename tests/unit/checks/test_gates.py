import re
from types import MappingProxyType

import anyio
import pytest

from orchestrator.checks.gates import GateRequest, run_gates, secrets_gate
from orchestrator.checks.secret_library import LibraryError, SecretFormat
from orchestrator.checks.secret_patterns import hardcoded_key_patterns
from orchestrator.checks.shared import SharedAnalysis
from orchestrator.errors import PolicyError
from orchestrator.values.analysis import GateResult, GateStatus, ToolFinding, ToolStatus
from orchestrator.values.change import ChangedFile, Status
from tests.support.secrets import LIBRARY_SECRETS
from tests.support.trees import MemoryTree, StubAnalyzer, changed, whole

KEY = "AKIA" + "QWERTYUIOPASDFGH"
LINE = LIBRARY_SECRETS[-1][1]
SECRET = 'password = "hunter2secret"'
DOC = r"""
# Detection
| id | Hardcoded-key pattern |
|---|---|
| x | `a \| b` |

### Hardcoded-key pattern

Runnable:

```regex
# one a line
AKIA[A-Z0-9]{16}
(?i)password[[:space:]]*=[[:space:]]*["'][^"']{4,}["']
```
```
NOT_THIS
```
"""
PATTERNS = hardcoded_key_patterns(DOC)


def _gates(
    files: list[ChangedFile],
    tree: dict[str, str | bytes],
    semgrep: StubAnalyzer | None = None,
    *,
    has_diff: bool = True,
) -> tuple[GateResult, ...]:
    source = MemoryTree(tree)

    async def main() -> tuple[GateResult, ...]:
        analyzers = [semgrep] if semgrep else []
        async with SharedAnalysis(source, files, analyzers) as analysis:
            request = GateRequest(
                files=tuple(files), has_diff=has_diff, tree=source, patterns=PATTERNS, analysis=analysis
            )
            return await run_gates(request)

    return anyio.run(main)


def test_the_pattern_is_read_from_the_fenced_block_only() -> None:
    assert [pattern.pattern for pattern in PATTERNS] == [
        "AKIA[A-Z0-9]{16}",
        r"""(?i)password[\s]*=[\s]*["'][^"']{4,}["']""",
    ]


@pytest.mark.parametrize("text", ["", "| Hardcoded-key pattern |\n", "## Hardcoded-key pattern\n```\n(\n```\n"])
def test_a_page_without_a_usable_pattern_is_a_policy_error(text: str) -> None:
    with pytest.raises(PolicyError, match="hardcoded-key pattern"):
        hardcoded_key_patterns(text)


def test_a_secret_on_an_added_line_stops_everything_and_is_not_shown() -> None:
    after = f"a = 1\nkey = '{KEY}'\n{SECRET}\n"
    semgrep = StubAnalyzer("semgrep")
    (gate,) = _gates([changed("src/a.py", "a = 1\n", after)], {"src/a.py": after}, semgrep)
    assert (gate.name, gate.status) == ("secrets", GateStatus.FAIL)
    assert "src/a.py:2 (cloud access key)" in gate.detail
    assert "src/a.py:3 (literal value given to a secret's name)" in gate.detail
    assert not re.search("AKIA|hunter2", gate.detail)
    assert semgrep.starts == 0


def test_a_secret_that_was_there_before_does_not_stop_a_diff_but_stops_a_scope_of_files() -> None:
    before, after = f"{SECRET}\n", f"{SECRET}\nb = 2\n"
    assert _gates([changed("a.py", before, after)], {"a.py": after})[0].status is GateStatus.PASS
    assert _gates([whole("a.py")], {"a.py": after}, has_diff=False)[0].status is GateStatus.FAIL


@pytest.mark.parametrize("value", ["changeme", "${DB_PASSWORD}", "<your password>", "xxxxxxxx", "your-password-here"])
def test_a_stand_in_is_no_secret(value: str) -> None:
    text = f'password = "{value}"\n'
    assert _gates([changed("a.py", None, text)], {"a.py": text})[0].status is GateStatus.PASS


def test_a_secret_far_out_on_a_long_line_is_found() -> None:
    for column in (4_990, 60_000):
        text = "x" * column + f" '{KEY}' " + "y" * 9_000 + "\n"
        assert _gates([changed("a.min.js", None, text)], {"a.min.js": text})[0].status is GateStatus.FAIL


def test_binary_and_deleted_files_are_passed_over() -> None:
    files = [changed("blob", None, "x"), changed("gone.py", f"{SECRET}\n", None)]
    assert _gates(files, {"blob": b"\0" + KEY.encode()})[0].status is GateStatus.PASS


def _broken() -> tuple[SecretFormat, ...]:
    raise LibraryError("detect-secrets crashed: ImportError")


def _secrets(file: ChangedFile, text: str) -> GateResult:
    """The gate over one file, with a library that cannot be loaded."""
    tree = MemoryTree({file.path: text})

    async def main() -> GateResult:
        async with SharedAnalysis(tree, [file], []) as analysis:
            return await secrets_gate(
                GateRequest(
                    files=(file,), has_diff=True, tree=tree, patterns=PATTERNS, analysis=analysis, formats=_broken
                )
            )

    return anyio.run(main)


def test_a_library_that_cannot_be_loaded_leaves_the_gate_undecided_where_it_was_needed() -> None:
    text = f"{LINE}\n"
    gate = _secrets(changed("a.py", None, text), text)
    assert (gate.status, gate.undecided) == (GateStatus.WARN, True)
    assert gate.detail == "not checked: detect-secrets crashed: ImportError"
    both = f"{LINE}\n{SECRET}\n"
    gate = _secrets(changed("a.py", None, both), both)
    assert (gate.status, gate.undecided) == (GateStatus.FAIL, False)
    assert gate.detail.endswith("; the rest not checked: detect-secrets crashed: ImportError")
    assert _secrets(changed("a.py", None, "a = 1\n"), "a = 1\n").status is GateStatus.PASS


def test_text_that_git_takes_for_binary_is_read_as_a_whole_and_no_comment_vouches_for_it() -> None:
    text = f"a = 1\n{SECRET}  # pragma: allowlist secret\n"
    file = ChangedFile(path="a.py", status=Status.MODIFIED, binary=True)
    (gate,) = _gates([file], {"a.py": text})
    assert gate.detail.startswith("1 hard-coded secret: a.py:2 ")


def test_many_places_are_counted_and_the_line_stays_readable() -> None:
    text = "".join(f"{SECRET}\n" for _ in range(9))
    (gate,) = _gates([changed("a.py", None, text)], {"a.py": text})
    assert gate.detail.startswith("9 hard-coded secrets: a.py:1")
    assert gate.detail.endswith("and 6 more")


AFTER = "one\ntwo\nthree\nfour\n"
FILE = changed("a.py", "one\nthree\nfour\n", AFTER)


def _semgrep(line: int, *, gate: str = "true", at: int | None = None) -> StubAnalyzer:
    metadata = {"gate": gate} | ({"suppressed_at": str(at)} if at else {})
    finding = ToolFinding(
        tool="semgrep",
        rule="py-eval",
        severity="error",
        file="a.py",
        line=line,
        message="m",
        suppressed_inline=at is not None,
        metadata=MappingProxyType(metadata),
    )
    return StubAnalyzer("semgrep", findings=(finding,))


def _semgrep_gate(stub: StubAnalyzer | None, *, has_diff: bool = True) -> GateResult:
    results = _gates([FILE], {"a.py": AFTER}, stub, has_diff=has_diff)
    assert [result.name for result in results] == ["secrets", "semgrep"]
    return results[-1]


def test_a_gate_rule_on_a_changed_line_fails_by_place_and_rule() -> None:
    gate = _semgrep_gate(_semgrep(2))
    assert (gate.status, gate.detail) == (GateStatus.FAIL, "1 blocking result: a.py:2 (py-eval)")


@pytest.mark.parametrize("stub", [_semgrep(4), _semgrep(2, gate="false"), _semgrep(2, at=1)])
def test_unchanged_lines_other_rules_and_old_suppressions_pass(stub: StubAnalyzer) -> None:
    assert _semgrep_gate(stub).status is GateStatus.PASS


def test_a_suppression_that_this_change_added_silences_nothing() -> None:
    assert _semgrep_gate(_semgrep(2, at=2)).status is GateStatus.FAIL


def test_a_scope_of_files_looks_at_every_line() -> None:
    assert _semgrep_gate(_semgrep(4), has_diff=False).status is GateStatus.FAIL


def test_without_semgrep_the_gate_is_skipped() -> None:
    gate = _semgrep_gate(StubAnalyzer("semgrep", status=ToolStatus.ABSENT, detail="not installed"))
    assert (gate.status, gate.detail) == (GateStatus.SKIPPED, "not installed")
    assert _semgrep_gate(None).status is GateStatus.SKIPPED


@pytest.mark.parametrize("status", [ToolStatus.CRASHED, ToolStatus.TIMEOUT])
def test_a_broken_tool_says_nothing_against_the_change_and_is_no_pass(status: ToolStatus) -> None:
    gate = _semgrep_gate(StubAnalyzer("semgrep", status=status, detail="it broke"))
    assert (gate.status, gate.detail) == (GateStatus.WARN, "not checked: it broke")
