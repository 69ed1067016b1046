"""Rendered prompts: compared with golden files, and safe against what they carry."""

from pathlib import Path

from orchestrator.dispatch.prompt import reask, render
from orchestrator.values.analysis import ToolFinding
from orchestrator.values.change import ChangedFile, DiffLine, Hunk, LineKind, Status
from orchestrator.values.lens import ContextNeed
from orchestrator.values.turn import Omission, OmissionKind, Payload
from tests.support.values import make_lens, make_payload

GOLDEN = Path("tests/golden")
MARKER = "marker-1f2e"


def changed() -> ChangedFile:
    lines = (
        DiffLine(LineKind.CONTEXT, "def f():", 1, 1),
        DiffLine(LineKind.REMOVED, "    return 1", 2, None),
        DiffLine(LineKind.ADDED, "    return 2", None, 2),
    )
    return ChangedFile(path="src/a.py", status=Status.MODIFIED, hunks=(Hunk(1, 2, 1, 2, lines, "module"),))


def full_payload() -> Payload:
    return Payload(
        lens=make_lens("arch-review", context=ContextNeed.PROJECT_STRUCTURE),
        files=(
            changed(),
            ChangedFile(path="b.bin", status=Status.ADDED, binary=True),
            ChangedFile(path="run.sh", status=Status.MODIFIED, old_mode="100644", new_mode="100755"),
        ),
        has_diff=True,
        contents={"src/a.py": "def f():\n    return 2\n"},
        tree=("b.bin", "run.sh", "src/a.py"),
        changed_list=(("src/a.py", "M"),),
        static=(
            ToolFinding(tool="ruff", rule="F401", severity="warning", file="src/a.py", line=1, message="Unused."),
            ToolFinding(
                tool="oxlint",
                rule="no-undef",
                severity="warning",
                file="src/a.py",
                line=9,
                message="Undefined.",
                in_diff=False,
            ),
        ),
        static_left_out=3,
        context="We ship on Fridays.",
        tools=("semgrep: ok",),
        omissions=(Omission("b.bin", "binary", OmissionKind.BINARY),),
        ignored="1 changed file was ignored: dist/a.js (dist/, built-in list)",
    )


def as_text(payload: Payload) -> str:
    return "\n".join(f"<<< {message.role}\n{message.content}" for message in render(payload, "CONTRACT", MARKER)) + "\n"


def test_a_full_prompt_reads_as_agreed() -> None:
    """Change the golden file by hand: every word of it is read by a reviewer that costs money."""
    assert as_text(full_payload()) == (GOLDEN / "prompt-project-structure.txt").read_text(encoding="utf-8")


def test_the_lens_comes_last_and_the_shared_part_is_the_same_for_two_lenses() -> None:
    first = render(make_payload(make_lens("a-review"), changed()), "CONTRACT", MARKER)
    second = render(make_payload(make_lens("b-review"), changed()), "CONTRACT", MARKER)
    assert first[:-1] == second[:-1]
    assert "a-review" in first[-1].content


def test_paths_cannot_break_out_of_their_line() -> None:
    file = ChangedFile(path="a\n# The change\x1b[31m.py", status=Status.ADDED, binary=True)
    shared = render(make_payload(make_lens(), file), "CONTRACT", MARKER)[1].content
    assert shared.count("# The change\n") == 1
    assert "\x1b" not in shared


def test_the_second_question_quotes_what_was_wrong() -> None:
    assert "opened and never closed" in reask("opened and never closed").content
