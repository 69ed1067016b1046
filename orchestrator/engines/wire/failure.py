"""Ends of a call that are no answer; they travel inside the engines alone."""

from orchestrator.engines.wire.taxonomy import Problem
from orchestrator.values.turn import FailureKind, TurnFailure


class NoAnswerError(Exception):
    """The call ended without a whole answer; `failure` says how."""

    def __init__(self, failure: TurnFailure) -> None:
        super().__init__(failure.detail)
        self.failure = failure

    @classmethod
    def retryable(cls, detail: str) -> "NoAnswerError":
        """Another try may succeed."""
        return cls(TurnFailure(FailureKind.RETRYABLE, detail))


class RefusedRequestError(Exception):
    """The server answered with an error instead of a stream."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"status {problem.status}")
        self.problem = problem
