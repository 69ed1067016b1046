"""One review by one reviewer: what it has at hand, and what it hands over."""

from collections.abc import Callable
from dataclasses import dataclass

from orchestrator.dispatch.desk import Library
from orchestrator.dispatch.spending import Spending
from orchestrator.seams import Clock, Engine
from orchestrator.values.finding import Finding
from orchestrator.values.mode import Mode, StoreActivity
from orchestrator.values.turn import FailureKind, Omission, Payload, Usage


def _nobody(_line: str) -> None:
    """Nobody waits for news."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """What a review needs. The lens of `payload` is `lens_of(mode)`; `marker` frames text under review.

    `seconds` bounds the whole review, `max_tokens` one answer; None leaves that and the `temperature` to the engine.
    `library` makes the reader tools, None offers none. `focus` is what a person asked to look at; without a `language`
    the texts are in that of the focus, in English when there is none. `told` hears of each finding when it is recorded.
    """

    mode: Mode
    payload: Payload
    engine: Engine
    clock: Clock
    marker: str
    model: str
    seconds: float
    effort: str = ""
    max_tokens: int | None = None
    temperature: float | None = None
    library: Library | None = None
    spending: Spending | None = None
    focus: str = ""
    language: str = ""
    told: Callable[[str], None] = _nobody


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What was recorded. `findings` are all of them, withheld ones annotated.

    `finished` is true when the reviewer called `finish_review`. `incomplete` is the reason for which the review is not
    the whole of what it should be, empty when it is: what stopped it, the bound that refused something, or calls about findings
    that could not be used and were never made good. `failure` is
    set when there is nothing to hand over besides that reason, which is never a pass, and when the engine changed files.
    `degraded` says what it had to do without: the reader tools after a first call that failed, findings whose calls
    could not be used and were not repeated. `calls` counts the calls of the engine.
    """

    findings: tuple[Finding, ...]
    summary: str = ""
    finished: bool = False
    incomplete: str = ""
    failure: FailureKind | None = None
    degraded: str = ""
    activity: StoreActivity
    usage: Usage = Usage()
    model: str = ""
    notes: tuple[str, ...] = ()
    omissions: tuple[Omission, ...] = ()
    calls: int = 0
