"""The question after a review, asked on a real pseudo-terminal."""

import os
import pty
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from orchestrator.cli.question import Console, ask_what_to_fix, console
from orchestrator.errors import StateError
from orchestrator.fixloop.choice import Because, Choice, Extent, Flags
from orchestrator.report.choices import Look
from orchestrator.values.finding import Severity
from tests.support.reports import make_finding

FINDINGS = (
    make_finding("The result is never checked.", line=12),
    make_finding("The name says nothing.", line=40, severity=Severity.WARNING, category="", rule="N801"),
    make_finding("The list is changed while it is walked.", file="lib/walk.py", line=3, end_line=7),
    make_finding("Not asked about.", line=1, severity=Severity.SUGGESTION),
)
PROMPT = "fix, some, diff or report? [report] "
NUMBERS = "Which ones?"
CTRL_D = "\x04"


class Terminal:
    """A pseudo-terminal somebody has typed `keys` into; `text` is what was shown there."""

    def __init__(self, ours: int, place: Console) -> None:
        self._ours = ours
        self.place = place

    @property
    def text(self) -> str:
        """Everything up to now, with plain line ends."""
        os.write(self._ours, b"\0")
        seen = b""
        while not seen.endswith((b"^@", b"\0")):
            seen += os.read(self._ours, 65536)
        return seen.decode("utf-8", "replace").removesuffix("\0").removesuffix("^@").replace("\r\n", "\n")


@contextmanager
def terminal(*keys: str, width: int = 80, colour: bool = False) -> Iterator[Terminal]:
    ours, theirs = pty.openpty()
    # A few screens may be shown before anybody reads them.
    os.write(ours, "".join(keys).encode("utf-8", "surrogateescape"))
    with os.fdopen(theirs, "rb") as typed, os.fdopen(os.dup(theirs), "w", encoding="utf-8") as shown:
        yield Terminal(ours, Console(typed, shown, Look(width, colour=colour)))
    os.close(ours)


def no_diff() -> str:
    raise AssertionError("nobody asked for the diff")


def ask(*keys: str, flags: Flags | None = None, width: int = 80, colour: bool = False) -> tuple[Choice, str]:
    with terminal(*keys, width=width, colour=colour) as given:
        choice = ask_what_to_fix(FINDINGS, flags or Flags(), no_diff, given.place)
        return choice, given.text


def test_findings_are_shown_by_file_and_from_top_to_bottom_before_the_question() -> None:
    choice, text = ask("fix\n")
    assert choice.findings == (FINDINGS[2], FINDINGS[0], FINDINGS[1])
    shown = [
        "3 findings that a fix can be tried for",
        "lib/walk.py (1 error)",
        "  1  error    lines 3-7, correctness-review (unchecked-result)",
        "     The list is changed while it is walked.",
        "     Fix: Check the result before using it.",
        "src/app.py (1 error, 1 warning)",
        "  2  error    line 12, correctness-review (unchecked-result)",
        "  3  warning  line 40, correctness-review (N801)",
        "Fix these issues automatically, or save as report only?",
        PROMPT.strip(),
        "Fixing 3 findings.",
    ]
    places = [text.index(line) for line in shown]
    assert places == sorted(places)
    assert "Not asked about" not in text


@pytest.mark.parametrize(
    ("keys", "extent", "said"),
    [
        ("report\n", Extent.NONE, "Report only; nothing is changed."),
        ("\n", Extent.NONE, "Report only; nothing is changed."),
        (CTRL_D, Extent.NONE, "No answer, so report only; nothing is changed."),
        ("1,3\n", Extent.SOME, "Fixing 2 of 3 findings."),
        ("some\n2\n", Extent.SOME, "Fixing 1 of 3 findings."),
        ("some\n" + CTRL_D, Extent.NONE, "No answer, so report only; nothing is changed."),
    ],
)
def test_each_answer_is_confirmed_in_a_line(keys: str, extent: Extent, said: str) -> None:
    choice, text = ask(keys)
    assert choice.extent is extent
    assert text.rstrip("\n").split("\n")[-1].endswith(said)
    assert (NUMBERS in text) is keys.startswith("some")


def test_an_unclear_answer_is_asked_again_and_in_the_end_changes_nothing() -> None:
    choice, text = ask("what\n", "8\n", "\udce9\n", "huh\n")
    assert choice.because is Because.UNCLEAR
    assert text.count(PROMPT) == 4
    assert "what is no answer, no number and no file." in text
    assert "there is no number 8; the last one is 3." in text
    assert text.count("The list is changed") == 1


def test_the_diff_is_made_once_and_shown_as_often_as_wanted() -> None:
    made: list[str] = []

    def diff() -> str:
        made.append("made")
        return "--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-a\x1b[2J\n+key = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789'\n"

    with terminal("diff\n", "d\n", "fix\n", colour=True) as given:
        choice = ask_what_to_fix(FINDINGS, Flags(), diff, given.place)
        text = given.text
    assert choice.extent is Extent.ALL
    assert made == ["made"]
    assert text.count("\x1b[31m-a\\x1b[2J\x1b[0m") == 2
    assert "sk-ant" not in text
    assert text.count("working out what would be changed") == 1


def test_a_diff_that_cannot_be_made_is_no_answer() -> None:
    def broken() -> str:
        raise StateError("the engine did not answer", hint="try again")

    with terminal("diff\n", "no\n") as given:
        choice = ask_what_to_fix(FINDINGS, Flags(), broken, given.place)
        text = given.text
    assert choice.because is Because.ANSWER
    assert "That cannot be shown: the engine did not answer (try again)." in text


@pytest.mark.parametrize(
    "flags", [Flags(fix=True), Flags(yes=True), Flags(as_json=True), Flags(fix=True, as_json=True)]
)
def test_nobody_is_asked_who_said_so(flags: Flags) -> None:
    choice, text = ask(flags=flags)
    assert choice.extent is (Extent.ALL if flags.fix else Extent.NONE)
    assert text == ""


@pytest.mark.parametrize("which", ["typed", "shown"])
def test_without_a_terminal_at_both_ends_nobody_is_asked(tmp_path: Path, which: str) -> None:
    path = tmp_path / "stream"
    path.write_text("fix\n", encoding="utf-8")
    with terminal() as given, path.open("rb") as typed, (tmp_path / "out").open("w", encoding="utf-8") as shown:
        place = given.place
        half = Console(typed, place.shown, place.look) if which == "typed" else Console(place.typed, shown, place.look)
        assert ask_what_to_fix(FINDINGS, Flags(), no_diff, half).because is Because.NO_TERMINAL
        assert given.text == ""


@pytest.mark.parametrize("width", [1, 40, 57, 300])
def test_lines_fit_the_width(width: int) -> None:
    _, text = ask("report\n", width=width)
    longest = max(len(line) for line in text.split("\n") if PROMPT not in line)
    assert longest <= min(max(width, 40), 120)
    assert "\x1b" not in text


@pytest.mark.parametrize(
    ("env", "coloured"),
    [({"TERM": "xterm"}, True), ({"TERM": "xterm", "NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
)
def test_ctrl_c_ends_the_program_and_colour_is_for_terminals_that_want_it(env: dict[str, str], coloured: bool) -> None:
    code, text = in_session(("\x03",), env)
    assert code == 130
    assert ("\x1b[" in text) is coloured
    assert "Fixing" not in text


def in_session(keys: Sequence[str], env: dict[str, str]) -> tuple[int, str]:
    """A program of its own that asks on the terminal that controls it, as a shell starts one."""
    program = (
        "import sys\n"
        "from orchestrator.cli.question import ask_what_to_fix\n"
        "from orchestrator.fixloop.choice import Flags\n"
        "from tests.unit.cli.test_question import FINDINGS\n"
        "try:\n    ask_what_to_fix(FINDINGS, Flags(), str)\n"
        "except KeyboardInterrupt:\n    sys.exit(130)\n"
    )
    ours, theirs = pty.openpty()
    # The first terminal that the leader of a session opens is the one whose Ctrl-C is meant for it.
    command = f'exec "$0" -c "$1" <{os.ttyname(theirs)} >{os.ttyname(theirs)} 2>&1'
    child = subprocess.Popen(
        ["sh", "-c", command, sys.executable, program],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": ".", **env},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    seen = b""
    while b"[report] " not in seen:
        seen += os.read(ours, 65536)
    os.write(ours, "".join(keys).encode())
    code = child.wait(timeout=30)
    os.close(theirs)
    os.close(ours)
    return code, seen.decode()


def test_the_streams_of_the_program_are_where_it_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    place = console()
    assert place.shown is sys.stderr
    assert place.look.colour is False
