"""Whether a correction of an earlier review is applied, asked about or left, and what an answer to that means."""

from enum import Enum, StrEnum, auto

from orchestrator.values.finding import Confidence

_YES = frozenset({"y", "yes", "apply", "fix"})
_NO = frozenset({"", "n", "no", "skip", "don't", "don't fix"})
_SHOW = frozenset({"s", "show", "d", "diff"})
_QUIT = frozenset({"q", "quit", "exit", "none"})
_ALL = frozenset({"a", "all"})


class Treatment(StrEnum):
    """What is done with a correction before anybody proposes anything for it."""

    APPLY = "apply"
    ASK = "ask"
    LEAVE = "leave"


class Answer(Enum):
    """What somebody said when asked about one correction. ALL and QUIT are about those that follow as well."""

    YES = auto()
    NO = auto()
    ALL = auto()
    QUIT = auto()
    SHOW = auto()
    UNCLEAR = auto()


def treatment(confidence: Confidence, *, everything: bool, asks: bool) -> Treatment:
    """High confidence is applied. For the rest somebody has to agree: by `--all` (`everything`), or when asked.

    `asks` is false where nobody can or wants to be asked: without a terminal, under `--yes` and under `--json`.
    """
    if confidence is Confidence.HIGH or (everything and confidence is Confidence.MEDIUM):
        return Treatment.APPLY
    return Treatment.ASK if asks and confidence is Confidence.MEDIUM else Treatment.LEAVE


def answer_of(typed: str | None) -> Answer:
    """The meaning of a typed line; None is the end of input, after which nobody will answer any more."""
    if typed is None:
        return Answer.QUIT
    word = " ".join(typed.replace("\u2019", "'").split()).rstrip(".!").lower()
    meanings = ((_YES, Answer.YES), (_NO, Answer.NO), (_SHOW, Answer.SHOW), (_QUIT, Answer.QUIT), (_ALL, Answer.ALL))
    return next((answer for words, answer in meanings if word in words), Answer.UNCLEAR)
