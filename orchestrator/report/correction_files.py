"""Correction files read back: what a review left to be done, and which files beside it are none of ours."""

import json
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from orchestrator.report.corrections import LARGEST, MARKER
from orchestrator.report.safe import one_line
from orchestrator.schemas import validator
from orchestrator.values.finding import Confidence, Finding, Severity

if TYPE_CHECKING:  # jsonschema is loaded when the first file is checked, not when the command starts
    from jsonschema.exceptions import ValidationError

OLD = "it does not say which text it is about; the next review writes one that does"
_REASON = 120


@dataclass(frozen=True, slots=True)
class Held:
    """A correction that can be acted on: `finding` as the review reported it, kept in the file `path`."""

    path: Path
    finding: Finding


@dataclass(frozen=True, slots=True)
class Passed:
    """A file that is left alone, and why. Of what it holds nothing is repeated but the name of a key."""

    path: Path
    reason: str


def read_corrections(places: Sequence[Path]) -> tuple[Held | Passed, ...]:
    """What lies in `places`: files, and the `*.json` files of folders. A place that is not there holds nothing.

    No symbolic link is followed. Each file is read once, however often it is named.
    """
    files = dict.fromkeys(path for place in places for path in _files(place))
    return tuple(_read(path) for path in files)


def by_place(corrections: Sequence[Held]) -> tuple[Held, ...]:
    """File by file and from top to bottom; of two at one line the more severe one first."""
    return tuple(sorted(corrections, key=lambda one: (one.finding.file, one.finding.line, one.finding.severity.rank)))


def _files(place: Path) -> Iterator[Path]:
    if place.is_dir() and not place.is_symlink():
        yield from sorted(place.glob("*.json"))
    elif place.exists() or place.is_symlink():
        yield place


def _read(path: Path) -> Held | Passed:
    try:
        data = _object(path)
    except OSError as error:
        return Passed(path, "it is a symbolic link" if path.is_symlink() else f"it cannot be read: {error.strerror}")
    except (ValueError, RecursionError):
        return Passed(path, "it is no JSON object that a review could have written")
    problem = _problem(data)
    return Passed(path, problem) if problem else Held(path, _finding(data, data["finding"]))


def _problem(data: Mapping[str, Any]) -> str:
    if data.get("marker") != MARKER:
        return "it does not bear the mark of this tool"
    broken = next(iter(validator("correction").iter_errors(data)), None)
    if broken is not None:
        return f"it breaks its schema at {broken.json_path}{_keys(broken)}"[:_REASON]
    if "finding" not in data:
        return OLD
    if data["affectedFiles"] != [data["finding"]["file"]]:
        return "the files it names are not the one its finding is about"
    return ""


def _keys(broken: "ValidationError") -> str:
    """Which keys are too many or missing, for a breach that is about keys."""
    given: Any = broken.instance
    known: Any = broken.schema
    if broken.validator == "additionalProperties":
        return f": it has no key {one_line(min(set(given) - set(known['properties'])))}"
    if broken.validator == "required":
        return f": the key {min(set(known['required']) - set(given))} is missing"
    return ""


def _object(path: Path) -> Mapping[str, Any]:
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        facts = os.fstat(handle)
        if not stat.S_ISREG(facts.st_mode) or facts.st_size > LARGEST:
            raise ValueError("not a file of ours")
        value = json.loads(file.read())
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return value


def _finding(data: Mapping[str, Any], found: Mapping[str, Any]) -> Finding:
    return Finding(
        agent=data["category"],
        severity=Severity(found["severity"]),
        confidence=Confidence(data["confidence"]),
        file=found["file"],
        line=found["line"],
        end_line=found["endLine"],
        message=found["message"],
        evidence=found["evidence"],
        suggested_fix=found["suggestedFix"],
        category=found["category"],
        rule=found["rule"],
    )
