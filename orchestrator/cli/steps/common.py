"""What the steps share: one-line usage errors, lists from arguments and files, JSON out."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from orchestrator.errors import CodeReviewError, ExitCode, UsageError

Answer = tuple[Mapping[str, object], int]


class StepParser(argparse.ArgumentParser):
    """An argument parser whose errors are UsageErrors, one line each."""

    def error(self, message: str) -> NoReturn:
        """Raises instead of printing the usage and leaving."""
        raise UsageError(message, hint=f"see {self.prog} --help")


def parser_for(name: str, description: str) -> StepParser:
    """The parser of step `name`; abbreviated flags are refused, they would change meaning when a flag is added."""
    return StepParser(prog=name, description=description, allow_abbrev=False)


def run_step(parser: StepParser, argv: Sequence[str] | None, answer: Callable[[argparse.Namespace], Answer]) -> int:
    """Parses `argv`, prints the answer's JSON on stdout and returns its exit code; bad input is one line and exit 2."""

    def print_answer(args: argparse.Namespace) -> int:
        value, code = answer(args)
        sys.stdout.write(json.dumps(value, sort_keys=True) + "\n")
        return code

    return report_errors(parser, argv, print_answer)


def report_errors(parser: StepParser, argv: Sequence[str] | None, act: Callable[[argparse.Namespace], int]) -> int:
    """Parses `argv` and returns what `act` returns; an expected error is one line on stderr and its exit code."""
    try:
        return act(parser.parse_args(argv))
    except CodeReviewError as error:
        line = " ".join(f"{parser.prog}: {error.reason}{f' ({error.hint})' if error.hint else ''}".split())
        sys.stderr.write(line.encode("ascii", "backslashreplace").decode("ascii") + "\n")
        return error.exit_code


def add_list(parser: argparse.ArgumentParser, name: str, what: str, *, file_form: bool = True) -> None:
    """Adds `--NAME` (comma-separated, several words, repeatable) and, with `file_form`, `--NAME-from`."""
    extra = "; an item with a comma or a leading dash goes by file" if file_form else ""
    parser.add_argument(f"--{name}", nargs="*", action="extend", metavar="ITEM", help=f"{what}, comma-separated{extra}")
    if file_form:
        parser.add_argument(
            f"--{name}-from",
            metavar="PATH",
            help=f"file listing {what}, NUL- or newline-separated; - is standard input",
        )


def given_list(args: argparse.Namespace, name: str) -> tuple[str, ...] | None:
    """The items of `--NAME` and `--NAME-from` together, each once; None when neither was given."""
    words: list[str] | None = getattr(args, name)
    source: str | None = getattr(args, f"{name}_from", None)
    if words is None and source is None:
        return None
    listed = split_list(read_source(source)) if source is not None else ()
    return _once([*split_words(words or ()), *listed])


def split_words(words: Iterable[str]) -> tuple[str, ...]:
    """Items of comma-separated words; empty ones do not count."""
    return tuple(item for word in words for part in word.split(",") if (item := part.strip()))


def split_list(data: bytes) -> tuple[str, ...]:
    """Items of a listing: NUL-separated as soon as there is one NUL, else one a line."""
    text = data.decode("utf-8", "surrogateescape")
    items = text.split("\0") if "\0" in text else [line.removesuffix("\r") for line in text.split("\n")]
    return tuple(item for item in items if item)


def read_source(source: str) -> bytes:
    """Bytes of a file, or of standard input for `-`; UsageError when they cannot be read."""
    try:
        return sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read {source}: {getattr(error, 'strerror', None) or error}") from error


def ok(value: Mapping[str, object]) -> Answer:
    """An answer that found nothing wrong with its input."""
    return value, ExitCode.OK


def _once(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))
