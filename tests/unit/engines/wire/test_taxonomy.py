"""What a refusal means, by status, headers and error object."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from orchestrator.engines.wire.taxonomy import MAX_DETAIL, failure_of, problem_inside, problem_of, retry_after_of
from orchestrator.values.turn import FailureKind, TurnFailure

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
RETRYABLE, FINAL, REFUSED = FailureKind.RETRYABLE, FailureKind.FINAL, FailureKind.REFUSED


def taken(status: int, body: object = None, **headers: str) -> TurnFailure:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return failure_of(problem_of(status, {key.replace("_", "-"): value for key, value in headers.items()}, raw, NOW))


def anthropic(kind: str, message: str, **more: object) -> dict[str, Any]:
    return {"type": "error", "error": {"type": kind, "message": message, **more}}


def openai(message: str, code: object = None, **more: object) -> dict[str, Any]:
    return {"error": {"message": message, "type": None, "param": None, "code": code, **more}}


@pytest.mark.parametrize(
    ("status", "body", "kind", "everybody"),
    [
        (429, anthropic("rate_limit_error", "Number of requests per minute exceeded"), RETRYABLE, False),
        (500, anthropic("api_error", "Internal server error"), RETRYABLE, False),
        (502, b"<html>bad gateway</html>", RETRYABLE, False),
        (529, anthropic("overloaded_error", "Overloaded"), RETRYABLE, False),
        (408, b"", RETRYABLE, False),
        (401, anthropic("authentication_error", "invalid x-api-key"), FINAL, True),
        (402, openai("Insufficient Balance"), FINAL, True),
        (403, anthropic("permission_error", "not allowed"), FINAL, True),
        (407, b"", FINAL, True),
        (404, anthropic("not_found_error", "model: claude-none"), FINAL, False),
        (413, anthropic("request_too_large", "Request exceeds the maximum size"), FINAL, False),
        (400, anthropic("invalid_request_error", "prompt is too long: 250000 tokens > 200000 maximum"), FINAL, False),
        (400, openai("too long", "context_length_exceeded"), FINAL, False),
        (400, anthropic("invalid_request_error", "messages: something else"), FINAL, False),
        (301, b"", FINAL, False),
        (429, openai("You exceeded your current quota", "insufficient_quota"), FINAL, True),
        (429, anthropic("rate_limit_error", "limited", details={"error_code": "spend_limit_reached"}), FINAL, True),
        (429, anthropic("rate_limit_error", "Your organization has reached its monthly spend limit."), FINAL, True),
        (429, openai("Monthly quota exhausted, resets in 12 days"), FINAL, True),
        (429, openai("limit", "billing_hard_limit_reached"), FINAL, True),
        (400, anthropic("invalid_request_error", "Your credit balance is too low"), FINAL, True),
        (400, anthropic("invalid_request_error", "You have reached your specified API usage limits."), FINAL, True),
        (400, openai("filtered", "content_filter"), REFUSED, False),
    ],
)
def test_status_and_error_object_decide(status: int, body: object, kind: FailureKind, everybody: bool) -> None:
    failure = taken(status, body)
    assert (failure.kind, failure.everybody) == (kind, everybody), failure
    assert failure.detail.count("\n") == 0
    assert str(status) in failure.detail


def test_a_quota_that_says_when_it_is_back_is_only_a_limit() -> None:
    """Some providers call every limit a quota."""
    body = openai("Quota exceeded, see your billing page")
    assert taken(429, body).kind is FINAL
    assert taken(429, body, retry_after="20") == TurnFailure(
        RETRYABLE, "429 Too Many Requests: Quota exceeded, see your billing page", retry_after=20
    )
    assert taken(429, openai("Quota exceeded for requests per minute")).kind is RETRYABLE
    assert taken(429, openai("Add a payment method under billing", "rate_limit_exceeded")).kind is RETRYABLE
    told = {"error": {**body["error"], "details": [{"retryDelay": "7.5s"}]}}
    assert taken(429, told).retry_after == 7.5
    # Money that is gone does not come back by waiting.
    assert taken(429, openai("no", "insufficient_quota"), retry_after="20").everybody


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        ("5", 5.0),
        ("0", 0.0),
        ("1.5", 1.5),
        ("Mon, 30 Nov 2026 12:00:30 GMT", 30.0),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0.0),
        ("soon", None),
        ("-3", None),
        ("", None),
        ("Fri, 31 Dec 99999 23:59:59 GMT", None),
    ],
)
def test_how_long_to_wait(given: str, seconds: float | None) -> None:
    assert retry_after_of({"retry-after": given}, NOW) == seconds
    assert retry_after_of({"retry-after": given, "retry-after-ms": "250"}, NOW) == 0.25
    assert retry_after_of({}, NOW) is None


def test_errors_inside_a_stream_have_no_status_of_their_own() -> None:
    assert failure_of(problem_inside(anthropic("overloaded_error", "Overloaded"))).kind is RETRYABLE
    assert failure_of(problem_inside(anthropic("authentication_error", "no"))).everybody
    assert failure_of(problem_inside(openai("upstream", 502))).kind is RETRYABLE
    assert failure_of(problem_inside(openai("who are you", 401))).everybody
    assert failure_of(problem_inside({"error": "it broke"})).detail == "500 Internal Server Error: it broke"


def test_a_detail_is_short_and_never_the_request() -> None:
    long = taken(400, openai("x" * 5000)).detail
    assert len(long) == MAX_DETAIL
    # Servers that check what they get against a model of it send all of it back.
    echoed = {"detail": [{"loc": ["body", "messages"], "msg": "Field required", "input": "the whole prompt"}]}
    assert taken(422, echoed).detail == "422 Unprocessable Entity: body.messages: Field required"
    assert taken(502, b"<html>the whole page</html>").detail == "502 Bad Gateway"
    assert taken(400, {"detail": "no such thing"}).detail == "400 Bad Request: no such thing"
    assert taken(400, [{"error": {"message": "in a list"}}]).detail == "400 Bad Request: in a list"
