"""An answer that a program or a person wrote as JSON: either a reply or a failure that has a name."""

import json
from collections.abc import Mapping
from typing import Any

from orchestrator.redaction import redact
from orchestrator.schemas import validator
from orchestrator.values.turn import FailureKind, Reply, Turn, TurnFailure, Usage

MAX_LINE = 300


class AnswerError(ValueError):
    """The text is no answer; the message says why in words for a person."""


def read_answer(data: bytes, who: str) -> Turn:
    """The turn that `data` states; `who` is reported as the model where the answer names none. Raises AnswerError."""
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise AnswerError(f"it is not JSON: {error}") from error
    check_answer(value)
    detail = one_line(str(value.get("detail") or "no reason given"))
    if "failure" in value:
        usage = usage_of(value.get("usage"))
        wait, everybody = value.get("retry_after"), bool(value.get("everybody"))
        return TurnFailure(FailureKind(value["failure"]), detail, wait, usage, everybody)
    text = str(value["text"]) if "text" in value else json.dumps(value["reply"], ensure_ascii=False)
    return Reply(text=text, model=str(value.get("model") or who), usage=usage_of(value.get("usage")))


def check_answer(value: Any) -> None:
    """Raises AnswerError for what the schema of an answer does not allow."""
    problem = next(iter(validator("engine-answer").iter_errors(value)), None)
    if problem is not None:
        where = ".".join(map(str, problem.absolute_path))
        said = (
            "it has to hold exactly one of reply, text and failure" if problem.validator == "oneOf" else problem.message
        )
        raise AnswerError(one_line(f"{where}: {said}" if where else said))


def usage_of(given: Mapping[str, Any] | None) -> Usage:
    """Tokens as an answer states them."""
    return Usage(**given) if given else Usage()


def one_line(text: str) -> str:
    """`text` on one line of bounded length, without secrets."""
    line = redact(" ".join(text.split()))[0]
    return line if len(line) <= MAX_LINE else f"{line[: MAX_LINE - 1]}…"
