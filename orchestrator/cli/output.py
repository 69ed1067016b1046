"""Printing: errors, and text that may hold undecodable paths."""

import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress

from orchestrator.errors import CodeReviewError


class Told(int):
    """An exit code of which everything that is to be said has been said."""


def print_error(error: CodeReviewError, *, as_json: bool) -> None:
    """One line (and a hint) on stderr; under --json the same as an object on stdout.

    A stream that cannot be written has nobody at its end; the exit code still says what happened.
    """
    with suppress(OSError):
        sys.stderr.write(_safe(f"code-review: {error.reason}\n" + (f"  {error.hint}\n" if error.hint else "")))
        sys.stderr.flush()
    if as_json:
        # Imported late: the reports bring in most of the program, and few runs end in an error.
        from orchestrator.report.json_report import error_object  # noqa: PLC0415

        with suppress(OSError):
            print_json(error_object(error.reason, missing=error.missing, hint=error.hint))


def close_streams() -> None:
    """Flushes both streams; one that cannot take it is pointed elsewhere, so that the interpreter's exit stays silent."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def print_json(value: object) -> None:
    """One JSON document on stdout, ASCII only so that no path can break it."""
    sys.stdout.write(json.dumps(value, indent=2) + "\n")
    sys.stdout.flush()


def print_checked(value: Mapping[str, object], schema: str) -> None:
    """The same for an object whose published schema is `schemas/<schema>.json`. Raises StateError where it breaks that."""
    # Imported late: as above.
    from orchestrator.report.boundary import check  # noqa: PLC0415

    check(value, schema)
    print_json(value)


def print_text(text: str) -> None:
    """Text on stdout; what the terminal's encoding lacks is escaped instead of raising."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, errors="backslashreplace").decode(encoding))
    sys.stdout.flush()


def _safe(text: str) -> str:
    encoding = sys.stderr.encoding or "utf-8"
    return text.encode(encoding, errors="backslashreplace").decode(encoding)
