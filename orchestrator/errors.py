"""The exception tree and the exit codes.

    CodeReviewError
    ├── UsageError            2  the command line cannot be honoured
    │   └── RepositoryError   2  not a repository, unknown ref, a git command that failed
    ├── ConfigurationError    2  a settings file is broken
    │   └── PolicyError       2  a lens, the registry, ACCEPTED-RISKS.md or review-config.json is broken
    ├── NoVerdictError        4  the run ended without a verdict
    │   ├── NoEngineError     4  nobody is there to review; nothing was started
    │   └── NothingToReviewError 4  zero files were examined
    └── StateError            3  a state file could not be written

Every error carries one line that says what is wrong and, where there is one, a hint that says what to do.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum


class ExitCode(IntEnum):
    """Process exit codes; 4 wins over 1."""

    OK = 0
    FAIL = 1
    USAGE = 2
    UNEXPECTED = 3
    NO_VERDICT = 4
    INTERRUPTED = 130


class CodeReviewError(Exception):
    """An expected error: one line for people, an exit code for callers."""

    exit_code: ExitCode = ExitCode.UNEXPECTED

    def __init__(self, reason: str, *, hint: str = "", missing: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint
        self.missing = missing


class UsageError(CodeReviewError):
    """The command line asks for something that cannot be done."""

    exit_code = ExitCode.USAGE


class RepositoryError(UsageError):
    """Git could not answer: no repository, an unknown ref, a command that failed."""


class ConfigurationError(CodeReviewError):
    """A settings file cannot be used."""

    exit_code = ExitCode.USAGE


class PolicyError(ConfigurationError):
    """A file that decides how to review is broken; reviewing without it would be a guess."""


class NoVerdictError(CodeReviewError):
    """The run ended and nobody can say whether the change is good."""

    exit_code = ExitCode.NO_VERDICT


class NoEngineError(NoVerdictError):
    """No engine can answer; the run stops before any gate."""


class NothingToReviewError(NoVerdictError):
    """The scope holds no file that could be reviewed."""


class StateError(CodeReviewError):
    """A file of the tool's own could not be written safely."""


@contextmanager
def ungrouped() -> Iterator[None]:
    """Raises the first expected error of a group by itself, Ctrl-C before all: what is raised while others run beside it
    arrives as one."""
    try:
        yield
    except BaseExceptionGroup as group:
        expected = group.subgroup(KeyboardInterrupt) or group.subgroup(CodeReviewError)
        if expected is None:
            raise
        raise _first(expected) from group


def _first(error: BaseException) -> BaseException:
    return _first(error.exceptions[0]) if isinstance(error, BaseExceptionGroup) else error
