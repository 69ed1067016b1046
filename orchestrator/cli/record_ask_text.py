"""What asking about recorded findings has come to, in words."""

from collections.abc import Iterator

from orchestrator.record.asked import Answer, Asked, command_of, counted
from orchestrator.record.asking import Matter
from orchestrator.record.ruling import Verdict
from orchestrator.report.words import plural
from orchestrator.values.text import printable_path
from orchestrator.wiring.record_asking import CHALLENGE

_DRAFT = "the author may file it as a dispute"


def asked_text(asked: Asked) -> str:
    """Every finding with its verdict and its reason, what to do by hand, and how many there are of each."""
    return "".join(f"{line}\n" for line in _lines(asked))


def _lines(asked: Asked) -> Iterator[str]:
    for answer in asked.answers:
        yield from _answer(asked, answer)
    for name, why in asked.refused.items():
        yield f"{name}: not asked about: {why}"
    for name, why in asked.idle.items():
        yield f"{name}: {why}"
    yield _sum(asked)


def _answer(asked: Asked, answer: Answer) -> Iterator[str]:
    ruling, finding = answer.ruling, answer.ruling.inquiry.finding
    ruled = ruling.ruled
    name = f"{finding.id} ({_of(ruling.inquiry.matter)} {ruling.inquiry.lens.name})"
    if ruled.verdict is Verdict.INSUFFICIENT:
        waits = "nobody could say" if asked.matter == CHALLENGE else "still waits for its reviewer"
        yield f"{name}: {waits}: {ruling.reason}"
    else:
        place = f" [{printable_path(ruled.file)}:{ruled.line}]" if ruled.file else ""
        yield f"{name}: {ruled.verdict}: {ruling.reason}{place}"
    if answer.entry is None or answer.written:
        return
    yield f"  not written: {answer.why}" if answer.why else f"  {_DRAFT}:"
    by_hand = command_of(asked, answer)
    if by_hand:
        yield f"  {by_hand}"


def _of(matter: Matter) -> str:
    return "asked:" if matter is Matter.CHALLENGE else f"{matter.value} checked by"


def _sum(asked: Asked) -> str:
    if not asked.answers and not asked.refused:
        none = "no finding is open" if asked.matter == CHALLENGE else "no answer waits for its reviewer"
        return f"{asked.path}: {none}." if not asked.idle else f"{asked.path}: nobody was asked."
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in counted(asked).items()) or "none"
    written = sum(one.written for one in asked.answers)
    what = "finding challenged" if asked.matter == CHALLENGE else "answer checked"
    noun, verb = what.split(" ")
    return f"{asked.path}: {plural(len(asked.answers), noun)} {verb}: {verdicts}; {written} written into the record."
