"""How a program's end is to be taken when it gave no reply. Decided on exit codes and stated errors, never on an answer."""

import re
import signal

from orchestrator.engines.answer import one_line
from orchestrator.engines.wire.taxonomy import Problem, failure_of
from orchestrator.seams import Finished
from orchestrator.values.turn import FailureKind, TurnFailure

_SKEW = re.compile(
    r"(?:unknown|unexpected|unrecogni[sz]ed|invalid|no such) (?:command[- ]line )?(?:option|argument|flag|subcommand)s?"
    r"|unknown arguments?|unknown configuration|invalid choice|invalid values?:",
    re.IGNORECASE,
)
_NO_LINE = re.compile(
    r"unable to connect|connection (?:error|refused|reset|failed)|could not connect|fetch failed|network|timed out|"
    r"ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|error sending request|stream disconnected",
    re.IGNORECASE,
)
_NO_LOGIN = re.compile(
    r"not logged in|please run /login|log ?in first|not authenticated|invalid api key|auth(?:entication)? method|"
    r"api[_ ]key (?:is )?(?:missing|not set|required)|token (?:has )?expired",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"(?:usage|spend(?:ing)?|credit) (?:limit|balance)|hit your (?:usage )?limit|out of credits?", re.IGNORECASE
)


def broken_off(program: str, done: Finished) -> TurnFailure:
    """The program ended without saying what went wrong in its own format."""
    said = complaint(done)
    if done.code < 0:
        return TurnFailure(FailureKind.CRASH, f"{program} was killed by {_signal(-done.code)}{said and f': {said}'}")
    if done.code and _SKEW.search(said):
        detail = f"{program} does not know what it was asked with, so its version does not fit: {said}"
        return TurnFailure(FailureKind.FINAL, detail, everybody=True)
    if done.code:
        return TurnFailure(FailureKind.CRASH, f"{program} ended with exit code {done.code}{said and f': {said}'}")
    return unreadable(program, done.stdout)


def unreadable(program: str, output: bytes) -> TurnFailure:
    """It ended well and what it printed is not what it should be."""
    if not output.strip():
        return TurnFailure(FailureKind.MALFORMED, f"{program} printed nothing")
    return TurnFailure(FailureKind.MALFORMED, f"{program} printed no whole JSON: {start_of(output)}")


def stated(program: str, status: int | None, message: str) -> TurnFailure:
    """The program says that its provider refused or could not be reached; `status` is that of the provider."""
    said = one_line(message) or "no reason given"
    if status is not None and 400 <= status < 600:
        return failure_of(Problem(status=status, message=f"{program}: {said}"))
    detail = f"{program}: {said}"
    if _NO_LOGIN.search(said) or _LIMIT.search(said):
        return TurnFailure(FailureKind.FINAL, detail, everybody=True)
    if _NO_LINE.search(said):
        return TurnFailure(FailureKind.RETRYABLE, detail)
    return TurnFailure(FailureKind.CRASH, detail)


def complaint(done: Finished) -> str:
    """The line of its output that says most: the first with `error` in it, else the last one, without secrets."""
    text = (done.stderr.strip() or done.stdout.strip())[:20_000].decode("utf-8", "replace")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    telling = [line for line in lines if re.search(r"error|unknown|invalid|cannot|denied", line, re.IGNORECASE)]
    return one_line((telling or lines[-1:] or [""])[0])


def start_of(output: bytes) -> str:
    """The beginning of an output, for a person."""
    return one_line(output[:200].decode("utf-8", "replace"))


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
