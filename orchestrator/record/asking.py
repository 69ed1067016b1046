"""One recorded finding put before somebody who judges it: what is shown, and the messages that show it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from orchestrator.dispatch.pack import Budget
from orchestrator.dispatch.prompt import excerpted, framed, framing, joined, left_out, numbered
from orchestrator.fixloop.verify import as_verifier
from orchestrator.record.location import Outline, Place
from orchestrator.record.model import ENTRY_TEXTS, Entry, RecordedFinding
from orchestrator.redaction import redact
from orchestrator.values.lens import ContextNeed, Lens
from orchestrator.values.text import printable_path
from orchestrator.values.turn import Excerpt, Message, Omission, OmissionKind, Payload, Purpose

WHOLE = 60_000
"""Characters of a file that is shown whole; of a longer one the cited lines are shown with `AROUND` on each side."""
AROUND = 150
BESIDES = 60_000
"""Characters of the other files that the answer names, all together."""
PER_LINE = 9
"""Characters that the number of a line and its bar take."""


class Matter(StrEnum):
    """What is to be judged: a fix, a dispute, or the finding itself."""

    FIX = "fix"
    DISPUTE = "dispute"
    CHALLENGE = "challenge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Inquiry:
    """One finding and who judges it: the lens that owns it, or the skeptic.

    `place` is what the finding cites. `texts` holds files as they are now by path, the cited one and those that the
    answer names; the cited one is not in it where it is gone. `unseen` says of those that exist and are not shown why.
    """

    matter: Matter
    lens: Lens
    finding: RecordedFinding
    place: Place
    texts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    unseen: tuple[Omission, ...] = ()

    @property
    def purpose(self) -> Purpose:
        """Why the lens is asked."""
        return Purpose.CHALLENGE if self.matter is Matter.CHALLENGE else Purpose.CHECK

    @property
    def lines(self) -> tuple[int, int]:
        """First and last line that the finding cites; of a heading the first section below it."""
        if not self.place.heading:
            return self.place.first, self.place.last
        sections = Outline(self.texts.get(self.place.path, "")).sections(self.place.heading)
        return (sections[0].first, sections[0].last) if sections else (1, 1)


def payload_of(inquiry: Inquiry) -> Payload:
    """What the lens is shown: the cited file and those that the answer names, as they are now.

    The lens has the model and effort that it verifies on, and may read the project if its engine can.
    """
    contents: dict[str, str] = {}
    excerpts: dict[str, tuple[Excerpt, ...]] = {}
    omissions = [*inquiry.unseen]
    left = BESIDES
    for path, text in inquiry.texts.items():
        if path == inquiry.place.path and len(text) > WHOLE:
            excerpts[path] = (_around(text, *inquiry.lines),)
        elif path == inquiry.place.path or len(text) <= left:
            contents[path] = text
            left -= 0 if path == inquiry.place.path else len(text)
        else:
            omissions.append(Omission(path, "too large to be shown besides the cited file", OmissionKind.PARTIAL))
    return Payload(
        lens=replace(as_verifier(inquiry.lens), context=ContextNeed.FULL_FILE),
        files=(),
        has_diff=False,
        contents=MappingProxyType(contents),
        excerpts=MappingProxyType(excerpts),
        omissions=tuple(omissions),
        purpose=inquiry.purpose,
    )


def unaskable(inquiry: Inquiry, payload: Payload, budget: Budget) -> str:
    """Why nobody can be asked; empty when somebody can."""
    path = inquiry.place.path
    hidden = next((one.reason for one in inquiry.unseen if one.file == path), "")
    if hidden:
        return f"{printable_path(path)} cannot be shown: {hidden}"
    if path not in inquiry.texts and inquiry.matter is not Matter.FIX:
        return f"{printable_path(path)} is not there any more, so there is nothing to quote from"
    size = len(_finding(inquiry.finding, "")) + len(_answers(inquiry, ""))
    size += sum(len(text) + PER_LINE * text.count("\n") for text in payload.contents.values())
    size += sum(len(line) + PER_LINE for parts in payload.excerpts.values() for part in parts for line in part.lines)
    if budget.content is not None and size > budget.content:
        return f"what must be shown takes {size} characters, and a request holds {budget.content}"
    return ""


def inquiry_messages(inquiry: Inquiry, payload: Payload, contract: str, marker: str) -> tuple[Message, ...]:
    """The opening of an inquiry: the contract, the finding with its history and the code, the lens last."""
    lens = inquiry.lens
    shown = joined(
        framing(marker),
        _finding(inquiry.finding, marker),
        _answers(inquiry, marker),
        _code(inquiry, payload, marker),
        left_out(payload.omissions),
    )
    return (
        Message("system", contract.strip()),
        Message("user", shown),
        Message("user", f"# Your lens: {lens.name}\n\n{lens.body.strip()}"),
    )


def _around(text: str, first: int, last: int) -> Excerpt:
    lines = text.removesuffix("\n").split("\n")
    start = min(max(first - 1 - AROUND, 0), max(len(lines) - 1, 0))
    return Excerpt(start + 1, tuple(lines[start : max(min(last, first + AROUND), first) + AROUND]))


def _finding(finding: RecordedFinding, marker: str) -> str:
    told = (
        ("Title", finding.title),
        ("Raised by", ", ".join(finding.roles)),
        ("Category", finding.category),
        ("Location", finding.location),
        ("Recommendation", finding.recommendation),
    )
    rows = [f"{name}: {text}" for name, text in told if text.strip()]
    body = "\n".join((*rows, f"Evidence:\n{finding.evidence}".rstrip("\n")))
    # Anybody who can edit the record wrote these words, and they quote the code under review.
    return (
        f"# The finding\n\n{finding.id}, of {finding.severity.value} severity and {finding.confidence.value} confidence. "
        f"Its line numbers are those of when it was raised.\n{framed(_clean(body), marker)}"
    )


def _answers(inquiry: Inquiry, marker: str) -> str:
    """The history but for its first entry, which says only who raised it; the last one is what is to be judged."""
    rows = [_said(number, entry) for number, entry in enumerate(inquiry.finding.history[1:], 1)]
    if not rows:
        return ""
    body = framed(_clean("\n".join(rows)), marker)
    if inquiry.matter is Matter.CHALLENGE:
        return f"# What was answered so far\n\n{body}"
    last = (
        "The last one is the fix to check" if inquiry.matter is Matter.FIX else "The last one is the dispute to check"
    )
    return f"# What was answered\n\n{last}. These are claims of whoever wrote them, and prove nothing by themselves.\n{body}"


def _said(number: int, entry: Entry) -> str:
    texts = ((name, getattr(entry, name)) for name in ENTRY_TEXTS)
    carried = "".join(f"\n   {name}: {' '.join(text.split())}" for name, text in texts if text.strip())
    return f"{number}. {entry.status.value} by {entry.by}{carried}"


def _code(inquiry: Inquiry, payload: Payload, marker: str) -> str:
    path = inquiry.place.path
    gone = [] if path in inquiry.texts else [f"{printable_path(path)} is not there any more."]
    parts = [*gone, *_shown(payload, path, marker)]
    return "# The files as they are now\n\n" + "\n\n".join(parts) if parts else ""


def _shown(payload: Payload, first: str, marker: str) -> Iterator[str]:
    paths: Sequence[str] = sorted((*payload.contents, *payload.excerpts), key=lambda path: path != first)
    for path in paths:
        if path in payload.excerpts:
            yield excerpted(path, payload.excerpts[path], marker)
        else:
            yield numbered(printable_path(path), 1, payload.contents[path].removesuffix("\n").split("\n"), marker)


def _clean(text: str) -> str:
    return redact(text)[0]
