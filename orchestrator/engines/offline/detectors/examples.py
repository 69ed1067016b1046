"""Examples in documents that cannot be read by what they are written for."""

import ast
import json
import re
import textwrap
import tomllib
import warnings
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

import yaml

from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity

_FENCE = re.compile(r"(?P<indent>[ \t]*)(?P<mark>`{3,}|~{3,})[ \t]*(?P<language>[\w+-]*)(?P<rest>[^`\n]*)$")
_LEFT_OUT = re.compile(r"\.\.\.|…|\{\{|\{%|<[a-z][\w -]*>|\$\{", re.IGNORECASE)
_SESSION = re.compile(r"^\s*(?:>>>|\$ |%|!|In \[)", re.MULTILINE)
_NEWER = re.compile(r"^\s*type\s+\w+\s*[\[=]|^\s*(?:async\s+)?(?:def|class)\s+\w+\[", re.MULTILINE)
_MAYBE_NEWER = re.compile(r"f-string|parenthesi[sz]ed")
_LARGEST = 20_000


def find_broken_examples(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """One spot per fenced JSON, YAML, TOML or Python example of which this change adds a line and that does not parse."""
    for file in files:
        for language, start, lines in _examples(view.lines(file.path)):
            touched = view.first_touched(file.path, start, start + len(lines) - 1)
            said = _PARSERS[language]("\n".join(lines)) if touched is not None else None
            if touched is None or said is None:
                continue
            wrong = start + min(said, len(lines)) - 1
            yield Spot(
                file=file.path,
                line=wrong if view.changed.touches(file.path, wrong) else touched,
                severity=Severity.WARNING,
                confidence=Confidence.HIGH,
                category="broken-example",
                message=f"This example is not valid {language}: whoever copies it gets a syntax error instead of what the text promises.",
                fix="Correct the example and run it once as it stands.",
            )


def _examples(lines: tuple[str, ...]) -> Iterator[tuple[str, int, list[str]]]:
    """Language, first line and text of every example that is whole."""
    opened: re.Match[str] | None = None
    start = 0
    for number, line in enumerate(lines, 1):
        fence = _FENCE.match(line)
        if opened is None:
            opened, start = fence, number + 1
        elif fence and fence["mark"].startswith(opened["mark"]) and not fence["language"]:
            language = _LANGUAGES.get(opened["language"].lower())
            body = textwrap.dedent("\n".join(lines[start - 1 : number - 1]))
            if language and body.strip() and len(body) < _LARGEST and not _LEFT_OUT.search(body):
                yield language, start, body.split("\n")
            opened = None


def _json(text: str) -> int | None:
    """Line of the first mistake, None for valid JSON, a part of an object, or JSON with comments."""
    if not text.lstrip().startswith(("{", "[")) or re.search(r"(?:^|\s)(?://|/\*|#)", text):
        return None
    decoder = json.JSONDecoder()
    at = 0
    try:
        while at < len(text.rstrip()):
            at += len(text[at:]) - len(text[at:].lstrip())
            at = decoder.raw_decode(text, at)[1]
    except json.JSONDecodeError as error:
        return error.lineno
    except RecursionError:
        return None
    return None


def _yaml(text: str) -> int | None:
    try:
        for _ in yaml.parse(text, Loader=yaml.SafeLoader):
            continue
    except yaml.MarkedYAMLError as error:
        return error.problem_mark.line + 1 if error.problem_mark else 1
    except yaml.YAMLError:
        return 1
    return None


def _toml(text: str) -> int | None:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        return int(found[1]) if found else text.count("\n") + 1
    return None


def _python(text: str) -> int | None:
    if _SESSION.search(text) or _NEWER.search(text):
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except IndentationError:
        return None  # a piece of something larger
    except SyntaxError as error:
        # What this interpreter refuses, a later one may accept.
        return None if _MAYBE_NEWER.search(error.msg) else error.lineno or 1
    except (ValueError, RecursionError, MemoryError):
        return None
    return None


_PARSERS: Mapping[str, Callable[[str], int | None]] = MappingProxyType(
    {"JSON": _json, "YAML": _yaml, "TOML": _toml, "Python": _python}
)
_LANGUAGES = MappingProxyType(
    {"json": "JSON", "yaml": "YAML", "yml": "YAML", "toml": "TOML", "python": "Python", "py": "Python"}
)
