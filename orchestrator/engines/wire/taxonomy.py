"""What a provider's refusal means for the panel. Decided on status, headers and error object; no answer is ever looked at."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any

from orchestrator.values.turn import FailureKind, TurnFailure

MAX_DETAIL = 300
MAX_CODES = 2000

_STATUS_OF_TYPE: Mapping[str, int] = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "server_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}
"""For errors that come inside a stream, where the status was 200 already."""
_EVERYBODY = frozenset({401, 402, 403, 407})
_AGAIN = frozenset({408, 409, 425, 429})
_SPENT = re.compile(
    r"insufficient[ _](?:quota|credits?|balance|funds)|(?:credit|account) balance|out of credits?|credit_|no_credits|"
    r"spend(?:ing)?[ _-](?:limit|cap)|usage[ _]limits?\b|hard[ _]limit|billing_|(?:monthly|daily)[ _](?:\w+ )?(?:quota|limit)",
    re.IGNORECASE,
)
_MAYBE_SPENT = re.compile(r"\bquota\b|\bbilling\b", re.IGNORECASE)
"""Words that some providers also use for limits that pass within a minute; those say how long to wait, or for what."""
_PASSING = re.compile(r"rate_limit_exceeded|per[ _]min", re.IGNORECASE)
_TOO_LONG = re.compile(
    r"context[ _](?:length|window|size)|(?:prompt|input|request) is too (?:long|large)|too many (?:input )?tokens",
    re.IGNORECASE,
)
_RETRY_DELAY = re.compile(r'"retryDelay": "(\d{1,9}(?:\.\d{1,9})?)s"')
_FILTERED = re.compile(r"content_filter|content management policy|ResponsibleAI", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """An answer that is an error. `codes` are the machine-readable parts of the error object in one text, `named` the
    parameter that it names, `message` its words, which may quote the request and are cut short before anybody sees them.
    """

    status: int
    codes: str = ""
    named: str = ""
    message: str = ""
    retry_after: float | None = None


def problem_of(status: int, headers: Mapping[str, str], body: bytes, now: datetime) -> Problem:
    """The problem that an HTTP answer states; `headers` by lower-case name."""
    try:
        data = json.loads(body)
    except ValueError:
        data = None
    return _problem(status, data, retry_after_of(headers, now))


def problem_inside(data: object) -> Problem:
    """The problem that an error object inside a stream, or in place of one, states."""
    error = _error(data)
    code = error.get("code")
    known = code if isinstance(code, int) and 400 <= code < 600 else _STATUS_OF_TYPE.get(str(error.get("type")), 500)
    return _problem(known, data, None)


def failure_of(problem: Problem) -> TurnFailure:
    """How the panel is to take it."""
    detail, text = describe(problem), f"{problem.codes} {problem.message[:MAX_DETAIL]}"
    if _is_spent(problem, text):
        return TurnFailure(FailureKind.FINAL, detail, everybody=True)
    if problem.status in {400, 403} and _FILTERED.search(problem.codes):
        return TurnFailure(FailureKind.REFUSED, detail)
    if problem.status in _EVERYBODY:
        return TurnFailure(FailureKind.FINAL, detail, everybody=True)
    if problem.status in _AGAIN or problem.status >= 500:
        return TurnFailure(FailureKind.RETRYABLE, detail, retry_after=problem.retry_after)
    if problem.status == 413 or _TOO_LONG.search(text):
        return TurnFailure(FailureKind.FINAL, f"the request is too large: {detail}")
    return TurnFailure(FailureKind.FINAL, detail)


def describe(problem: Problem) -> str:
    """One line of at most `MAX_DETAIL` characters."""
    try:
        phrase = HTTPStatus(problem.status).phrase
    except ValueError:
        phrase = "Overloaded" if problem.status == 529 else "unknown status"
    said = " ".join(problem.message.split())
    line = f"{problem.status} {phrase}: {said}" if said else f"{problem.status} {phrase}"
    return line if len(line) <= MAX_DETAIL else f"{line[: MAX_DETAIL - 1]}…"


def retry_after_of(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds that the provider asks to wait: a number, or a date as in HTTP; None where it does not say."""
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        given = headers.get(name, "").strip()
        if re.fullmatch(r"\d{1,9}(?:\.\d{1,9})?", given):
            return float(given) / unit
    try:
        when = parsedate_to_datetime(headers.get("retry-after", ""))
    except (ValueError, OverflowError):
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (when - now).total_seconds())


def _is_spent(problem: Problem, text: str) -> bool:
    if not 400 <= problem.status < 500 or problem.status == 404:
        return False
    if _SPENT.search(text):
        return True
    passing = problem.retry_after is not None or _PASSING.search(text)
    return problem.status == 429 and not passing and bool(_MAYBE_SPENT.search(text))


def _problem(status: int, data: object, retry_after: float | None) -> Problem:
    error = _error(data)
    codes = {key: value for key, value in error.items() if key not in {"message", "param", "detail", "input"}}
    text = json.dumps(codes)[:MAX_CODES] if codes else ""
    delay = _RETRY_DELAY.search(text)
    return Problem(
        status=status,
        codes=text,
        named=str(error.get("param") or ""),
        message=_message(error),
        retry_after=float(delay[1]) if delay and retry_after is None else retry_after,
    )


def _error(data: object) -> Mapping[str, Any]:
    """The error object wherever the server puts it."""
    if isinstance(data, list) and data:
        data = data[0]
    if not isinstance(data, dict):
        return {}
    inner = data.get("error", data)
    return inner if isinstance(inner, dict) else {**data, "message": str(inner)}


def _message(error: Mapping[str, Any]) -> str:
    detail = error.get("detail")
    if isinstance(detail, list) and detail and isinstance(detail[0], dict):
        # Servers that check requests against a model of their own list what they did not like, and where.
        return f"{'.'.join(map(str, detail[0].get('loc', ())))}: {detail[0].get('msg', '')}"
    return str(error.get("message") or (detail if isinstance(detail, str) else ""))
