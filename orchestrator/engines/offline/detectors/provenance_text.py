"""Sentences that show that nobody read the text before it was kept: answers of a chat, parts left out, work that is only simulated."""

import re
from collections.abc import Iterator

from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.kinds import is_code, is_prose, is_test
from orchestrator.engines.offline.detectors.masking import comments_only
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity

_LEFT_OUT = re.compile(
    r"\brest of (?:the |your )?(?:code|file|function|class|component|implementation|methods?|logic)\b[^.\n]{0,30}(?:\bunchanged|\bsame\b|\bhere\b|\bas (?:before|is)\b|\bremains?\b|\bstays\b)"
    r"|\.\.\.\s*(?:existing|previous|remaining|rest of|other existing)\s+(?:\w+\s+)?(?:code|methods?|imports?|functions?|implementation|logic|props|routes|tests)\b"
    r"|\b(?:existing|previous) code (?:here|unchanged|remains|stays)\b|\byour (?:\w+ )?(?:code|logic|implementation) (?:goes )?here\b|\b(?:code|implementation) (?:omitted|truncated) for brevity\b",
    re.IGNORECASE,
)
_CHAT = re.compile(
    r"\bhere(?:'s| is) (?:the|an?|your) (?:updated|complete|full|modified|improved|corrected|fixed|revised|refactored) (?:version|code|function|file|implementation|component|script|class)\b"
    r"|\bas (?:you|per your) request(?:ed)?\b|\bas requested\s*[.:]?\s*(?:\*/)?$|\bas an? (?:AI|large language model|language model)\b|\bI hope this helps\b|\blet me know if you (?:need|want|have|would)\b"
    r"|^\W*(?:certainly|sure|of course|absolutely)!|\bI(?:'ve| have) (?:added|updated|fixed|modified|refactored|removed|implemented) (?:the|your|a)\b",
    re.IGNORECASE,
)
_HOLLOW = re.compile(
    r"\bin (?:a )?(?:real|production|real-world|actual)(?: (?:implementation|application|app|system|scenario|world|code|environment|project))?,? (?:this|we|you|it|one) (?:would|should|could|might)\b"
    r"|\bsimulat(?:e|es|ing) (?:an? |the )?(?:api|network|database|server|async|http|payment) (?:call|request|delay|response|query|latency)\b"
    r"|\b(?:placeholder|dummy) implementation\b|\bfor (?:demo|demonstration) purposes\b|\breplace (?:this )?with (?:your|the|an?) (?:actual|real)\b",
    re.IGNORECASE,
)
_SAMPLE = re.compile(
    r"(?:^|/)(?:examples?|demos?|samples?|templates?|tutorials?|docs|mocks?|stubs?|fakes?|playground)/|mock|fake|stub|demo|example",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[A-Za-z][a-z]+|[A-Z]+(?![a-z])|[a-z]+")
_FILLER = frozenset(
    _WORDS.findall(
        "the a an of to in for and by with from on is it its this that new our one first then now we as into up value variable list "
        "function method class object result all each every"
    )
)
_VERBS = frozenset(
    _WORDS.findall(
        "increment decrement set get return initialize initialise create loop iterate check call import define assign add append print "
        "through over if return returns update declare open close start calculate compute convert store"
    )
)
_NARRATION = re.compile(r"^\s*(?:#|//)\s*(?P<comment>[A-Za-z][^#/]{4,80})$")
_FENCED = re.compile(r"^[ \t]*(?:```|~~~)[\s\S]*?^[ \t]*(?:```|~~~)", re.MULTILINE)
_QUOTED = re.compile(r"\"[^\"\n]*\"|`[^`\n]*`")
_MOST_RETOLD = 4


def may_hold_residue(path: str) -> bool:
    """True for code and prose."""
    return is_code(path) or is_prose(path)


def find_residue(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Answers of a chat and marks of parts that were left out, in comments and prose."""
    for file in files:
        if file.deleted:
            continue
        notes = _notes(view, file.path)
        for number, _ in view.reviewed(file.path):
            if _LEFT_OUT.search(notes[number - 1]):
                message = "The line stands for code that was left out of an answer: what belongs here is missing, or the reader is told of something that is not there."
                fix = "Put back what is missing, and take the line out."
                yield _spot(file.path, number, "conversation-residue", message, fix, Severity.WARNING)
            elif _CHAT.search(notes[number - 1].strip()):
                message = "The sentence is addressed to somebody in a conversation and tells the readers of this file nothing."
                yield _spot(file.path, number, "conversation-residue", message, "Take it out.", Severity.SUGGESTION)


def _notes(view: View, path: str) -> tuple[str, ...]:
    """What is said in comments or prose, line by line; quotations and blocks of code say it of something else."""
    if is_code(path):
        return tuple(comments_only(path, view.text(path)).split("\n"))
    plain = _FENCED.sub(lambda found: "\n" * found[0].count("\n"), view.text(path))
    return tuple(_QUOTED.sub("", line) for line in plain.split("\n"))


def find_hollow_work(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Product code whose comments say that it only pretends."""
    for file in files:
        if file.deleted or is_test(file.path) or _SAMPLE.search(file.path):
            continue
        notes = _notes(view, file.path)
        for number, _ in view.reviewed(file.path):
            if _HOLLOW.search(notes[number - 1]):
                message = "The comment says that the real work is not done here: callers get an answer that looks right and stands for nothing."
                fix = "Do the work, or raise an error so that nobody takes the answer for a result."
                yield _spot(file.path, number, "hollow-implementation", message, fix, Severity.WARNING)


def find_narration(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """A file in which several comments only say again what the line below them says."""
    for file in files:
        lines = () if file.deleted or is_test(file.path) else view.lines(file.path)
        retold = [number for number in range(1, len(lines)) if _is_retold(lines[number - 1], lines[number])]
        touched = [number for number in retold if view.changed.touches(file.path, number)]
        if len(touched) >= _MOST_RETOLD:
            others = ", ".join(str(number) for number in touched[1:6])
            message = f"The comments here and at lines {others} repeat the code below them word for word: the ones that give a reason drown among them."
            yield _spot(
                file.path, touched[0], "comment-narration", message, "Keep comments that say why.", Severity.SUGGESTION
            )


def _is_retold(comment: str, code: str) -> bool:
    found = _NARRATION.match(comment)
    if found is None or not code.strip() or _NARRATION.match(code):
        return False
    said = {_stem(word) for word in _WORDS.findall(found["comment"])} - {_stem(word) for word in _FILLER}
    verbs = said & {_stem(word) for word in _VERBS}
    done = {_stem(word) for word in _WORDS.findall(code)}
    return bool(verbs) and bool(said - verbs) and said - verbs <= done


def _stem(word: str) -> str:
    return word.lower().rstrip("s")


def _spot(path: str, line: int, category: str, message: str, fix: str, severity: Severity) -> Spot:
    certain = category == "conversation-residue" and severity is Severity.WARNING
    return Spot(
        file=path,
        line=line,
        severity=severity,
        confidence=Confidence.HIGH if certain else Confidence.MEDIUM,
        category=category,
        message=message,
        fix=fix,
    )
