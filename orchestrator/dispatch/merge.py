"""Several requests of one lens, one outcome."""

from dataclasses import replace

from orchestrator.values.outcome import Completed, Failed, LensResult, LensStatus, Outcome, Skipped
from orchestrator.values.turn import Usage

_WORST = (LensStatus.FAIL, LensStatus.WARN, LensStatus.PASS, LensStatus.SKIP)


def merged(outcomes: tuple[Outcome, ...]) -> Outcome:
    """One failed request is a failed lens; otherwise everything that was found, under the worst status."""
    if len(outcomes) == 1:
        return outcomes[0]
    finished = [one for one in outcomes if isinstance(one, Completed)]
    failed = [one for one in outcomes if isinstance(one, Failed)]
    if not finished and not failed:
        return outcomes[0]
    asked = [one for one in outcomes if not isinstance(one, Skipped)]
    usage = sum((one.usage for one in asked), Usage())
    files = tuple(dict.fromkeys(file for one in asked for file in one.files))
    omissions = tuple(dict.fromkeys(item for one in asked for item in one.omissions))
    attempts = max(one.attempts for one in asked)
    if failed:
        error = f"{len(failed)} of {len(outcomes)} requests failed; {failed[0].error}"
        return replace(failed[0], error=error, files=files, omissions=omissions, usage=usage, attempts=attempts)
    return replace(
        finished[0],
        result=_joined(tuple(one.result for one in finished)),
        files=files,
        omissions=omissions,
        usage=usage,
        attempts=attempts,
    )


def _joined(results: tuple[LensResult, ...]) -> LensResult:
    return LensResult(
        status=next(status for status in _WORST if any(one.status is status for one in results)),
        findings=tuple(finding for one in results for finding in one.findings),
        summary=" ".join(dict.fromkeys(one.summary for one in results if one.summary)),
        notes=(f"asked in {len(results)} requests, because its files do not fit into one", *_notes(results)),
    )


def _notes(results: tuple[LensResult, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(note for one in results for note in one.notes))
