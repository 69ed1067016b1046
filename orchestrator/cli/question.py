"""The question after a review: what is to be fixed. Asked on a terminal, on standard error, so that output stays output."""

import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import BinaryIO, TextIO

from orchestrator.cli.ending import colour_of
from orchestrator.errors import CodeReviewError
from orchestrator.fixloop.choice import Asked, Because, Choice, Extent, Flags, Want, decide, fixable
from orchestrator.redaction import redact
from orchestrator.report.choices import Look, choices_text, diff_text, question_text
from orchestrator.report.safe import one_line
from orchestrator.report.words import plural
from orchestrator.values.finding import Finding

_SAID = {
    Because.ANSWER: "Report only; nothing is changed.",
    Because.ENTER: "Report only; nothing is changed.",
    Because.END: "No answer, so report only; nothing is changed.",
    Because.UNCLEAR: "No answer that could be understood, so report only; nothing is changed.",
}


@dataclass(frozen=True, slots=True)
class Console:
    """Where a person reads and types. `look` is how the text is to be shown there."""

    typed: BinaryIO
    shown: TextIO
    look: Look

    @property
    def is_terminal(self) -> bool:
        """True when somebody can be asked: both ends are a terminal."""
        return self.typed.isatty() and self.shown.isatty()

    def show(self, text: str) -> None:
        """Writes `text` at once; what the terminal's encoding lacks is escaped instead of raising."""
        encoding = self.shown.encoding or "utf-8"
        self.shown.write(text.encode(encoding, errors="backslashreplace").decode(encoding))
        self.shown.flush()

    def line(self, prompt: str) -> str | None:
        """One typed line without its end; None at the end of input (Ctrl-D). Ctrl-C is a KeyboardInterrupt."""
        self.show(prompt)
        raw = self.typed.readline()
        if not raw.endswith(b"\n"):
            # What is written next would stand behind the prompt.
            self.show("\n")
        return raw.decode("utf-8", errors="replace").rstrip("\r\n") if raw else None


def console() -> Console:
    """Standard input and standard error."""
    width = shutil.get_terminal_size((80, 24)).columns
    return Console(sys.stdin.buffer, sys.stderr, Look(width, colour=colour_of(sys.stderr)))


def ask_what_to_fix(
    findings: Sequence[Finding], flags: Flags, diff: Callable[[], str], at: Console | None = None
) -> Choice:
    """What is to be fixed of `findings`; nobody is asked where flags or the lack of a terminal decide it.

    `diff` makes the unified diff of what would be changed for all of them, and may take its time; it is called at most
    once, when somebody asks to see it. An error of it that is one of ours is shown, and the question is asked again.
    """
    place = at or console()
    answers: list[str | None] = []
    preview = _Preview(diff, place)
    while isinstance(step := decide(flags, terminal=place.is_terminal, findings=findings, answers=answers), Asked):
        if not answers:
            place.show("\n" + choices_text(fixable(findings), place.look) + question_text(place.look))
        answers.append(_answer(step, preview, place))
    if answers:
        place.show(f"{_outcome(step, len(fixable(findings)))}\n")
    return step


def _answer(step: Asked, preview: "_Preview", place: Console) -> str | None:
    if step.remark:
        place.show(f"{one_line(step.remark)}.\n")
    if step.want is Want.DIFF:
        preview.show()
    if step.want is Want.NUMBERS:
        return place.line("Which ones? Numbers and ranges (1,3-5) or files; Enter for none: ")
    return place.line("fix, some, diff or report? [report] ")


def _outcome(choice: Choice, offered: int) -> str:
    if choice.extent is Extent.NONE:
        return _SAID[choice.because]
    count = len(choice.findings)
    return f"Fixing {f'{count} of ' if count != offered else ''}{plural(offered, 'finding')}."


class _Preview:
    """The proposed diff, made once: the second look has to show what the first one showed."""

    def __init__(self, diff: Callable[[], str], place: Console) -> None:
        self._diff = diff
        self._place = place
        self._made: str | None = None

    def show(self) -> None:
        if self._made is None:
            self._place.show("· working out what would be changed\n")
            try:
                self._made = self._diff()
            except CodeReviewError as error:
                said = redact(one_line(f"{error.reason}{f' ({error.hint})' if error.hint else ''}"))[0]
                self._place.show(f"That cannot be shown: {said}.\n")
                return
        self._place.show("\n" + diff_text(self._made, self._place.look) + "\n")
