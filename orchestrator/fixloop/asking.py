"""The question whether one finding is gone: what the reviewer is shown of the fix, and the messages that show it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType

from orchestrator.dispatch.pack import Budget, change_size
from orchestrator.dispatch.prompt import excerpted, file_diff, framed, framing, joined, left_out
from orchestrator.fixloop.difference import AROUND, fix_of, lines_of, place_after
from orchestrator.fixloop.triage import FixedFile
from orchestrator.fixloop.verify import as_verifier
from orchestrator.redaction import is_secret_file
from orchestrator.values.change import ChangedFile, LineRange
from orchestrator.values.finding import Finding
from orchestrator.values.lens import ContextNeed, Lens
from orchestrator.values.text import printable_path
from orchestrator.values.turn import Excerpt, Message, Omission, OmissionKind, Payload, Purpose


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A fix to be verified: `finding` as it was reported, by `lens`.

    `fixed` holds every file that this fix touched, and that of the finding even where it did not: before equals after
    then. Texts are whole.
    """

    lens: Lens
    finding: Finding
    fixed: tuple[FixedFile, ...]

    @property
    def now(self) -> Finding:
        """The finding at the line that it has after the fix; where its lines were replaced, at the first of the new."""
        place = self.place
        shift = place.start - self.finding.line
        end = None if self.finding.end_line is None else self.finding.end_line + shift
        return replace(self.finding, line=place.start, end_line=end)

    @property
    def place(self) -> LineRange:
        """Where the line of the finding is after the fix."""
        file = next((one for one in self.fixed if one.path == self.finding.file), None)
        if file is None:
            return LineRange(self.finding.line, self.finding.line)
        return place_after(file.before, file.after, self.finding.line)


def payload_of(check: Check) -> Payload:
    """What the lens is shown to verify a fix: the fix, and the place of the finding where the fix lies elsewhere.

    The lens has the model and effort that it verifies on, and is not given the project to read.
    """
    hidden = tuple(one.path for one in check.fixed if is_secret_file(one.path))
    files = tuple(
        file
        for one in check.fixed
        if one.path not in hidden and (file := fix_of(one.path, one.before, one.after)).hunks
    )
    return Payload(
        lens=replace(as_verifier(check.lens), context=ContextNeed.DIFF_ONLY),
        files=files,
        has_diff=True,
        excerpts=MappingProxyType(dict(_around(check, files))),
        omissions=tuple(
            Omission(path, "its name says that it holds secrets; never shown", OmissionKind.IGNORED) for path in hidden
        ),
        purpose=Purpose.VERIFICATION,
    )


def unaskable(payload: Payload, budget: Budget) -> str:
    """Why nobody can be asked with `payload`; empty when somebody can."""
    if not payload.files:
        return "there is no line of a fix that could be shown"
    size = sum(map(change_size, payload.files))
    size += sum(len(line) + 10 for parts in payload.excerpts.values() for part in parts for line in part.lines)
    if budget.change is not None and size > budget.change:
        return f"the fix takes {size} characters, and a request holds {budget.change}"
    return ""


def verification_messages(check: Check, payload: Payload, contract: str, marker: str) -> tuple[Message, ...]:
    """The opening of a verification: the contract, the finding with its fix, the lens last."""
    lens = check.lens
    shown = joined(
        framing(marker),
        _finding(check.finding, marker),
        "# The fix\n\n" + "\n\n".join(_file(file, check, marker) for file in payload.files),
        _elsewhere(payload, marker),
        left_out(payload.omissions),
    )
    return (
        Message("system", contract.strip()),
        Message("user", shown),
        Message("user", f"# Your lens: {lens.name}\n\n{lens.body.strip()}"),
    )


def _around(check: Check, files: tuple[ChangedFile, ...]) -> Iterator[tuple[str, tuple[Excerpt, ...]]]:
    """The place of the finding as it is now, unless the fix shows it."""
    path, place = check.finding.file, check.place
    text = next((one.after for one in check.fixed if one.path == path), None)
    if text is None or is_secret_file(path):
        return
    hunks = (hunk for file in files if file.path == path for hunk in file.hunks)
    if any(hunk.new_start <= place.start < hunk.new_start + max(hunk.new_count, 1) for hunk in hunks):
        return
    lines = lines_of(text)
    first = max(place.start - 1 - AROUND, 0)
    part = tuple(lines[first : place.end + AROUND])
    if part:
        yield path, (Excerpt(first + 1, part),)


def _finding(finding: Finding, marker: str) -> str:
    place = f"{printable_path(finding.file)}:{finding.line}"
    told = (("Category", finding.category), ("Problem", finding.message), ("Suggested fix", finding.suggested_fix))
    rows = [f"{name}: {text}" for name, text in told if text]
    # A finding quotes the code under review, in the words of whoever had read it.
    body = "\n".join((*rows, f"Evidence:\n{finding.evidence}"))
    return (
        f"# The finding\n\nReported before the fix at {place}, as {finding.severity.value} with confidence "
        f"{finding.confidence.value}.\n{framed(body, marker)}"
    )


def _file(file: ChangedFile, check: Check, marker: str) -> str:
    after = next((one.after for one in check.fixed if one.path == file.path), None)
    count = len(lines_of(after))
    lines = "It is gone" if after is None else f"It has {count} line{'' if count == 1 else 's'} now"
    return f"{file_diff(file, marker)}\n{lines}; what is not shown of it was not changed."


def _elsewhere(payload: Payload, marker: str) -> str:
    parts = "\n\n".join(excerpted(path, parts, marker) for path, parts in payload.excerpts.items())
    return f"# Where the finding was, as it is now\n\n{parts}" if parts else ""
