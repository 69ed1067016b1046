"""Instructions that cannot be followed: paths and commands that are not there, and orders that contradict each other."""

import json
import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass

from orchestrator.engines.offline.detectors.agent_files import (
    instructions_of,
    is_always_loaded,
    is_instruction,
    prose,
)
from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity
from orchestrator.values.text import printable_path

_IMPORT = re.compile(r"(?:^|\s)@(?P<path>\.{0,2}/?[\w.-]+(?:/[\w.-]+)*\.(?:md|txt|json|ya?ml))\b")
_LINK = re.compile(r"\]\((?P<path>(?!\w+:|#|/)[^)\s#]+)(?:#[^)\s]*)?\)")
_SPAN = re.compile(r"`(?P<path>(?:\./)?[\w.-]+(?:/[\w.-]+)+\.(?:md|py|sh|js|ts|tsx|json|ya?ml|toml|txt|go))`")
_CODE = re.compile(r"`[^`\n]*`")
_HYPOTHETICAL = re.compile(
    r"\b(?:e\.g\.|for example|example|such as|like|create|add|new|write|writes|generate[sd]?|output|produce[sd]?|if|optional|may|your|save|removed?|deleted?|no longer|gitignored?)\b",
    re.IGNORECASE,
)
_HOME = re.compile(r"(?P<path>(?:/home/|/Users/|[A-Z]:\\Users\\)(?P<user>[A-Za-z][\w.-]*)[/\\][\w./\\-]+)")
_NOBODY = frozenset(
    {"user", "username", "you", "your", "name", "me", "runner", "node", "vscode", "app", "ubuntu", "shared"}
)
_SCRIPT = re.compile(r"\b(?:npm|pnpm|yarn)\s+run\s+(?P<name>[\w:.-]+)")
_MAKE = re.compile(r"(?:`|^\s*\$?\s*)make\s+(?P<name>[a-z][\w-]*)\s*`?")
_TARGET = re.compile(r"^(?P<names>[\w./ -]+?)\s*:(?!=)", re.MULTILINE)
_ORDER = re.compile(
    r"^\s*(?:[-*]|\d+\.)?\s*(?:\*\*)?(?:you\s+)?(?P<order>always|never|must not|must|do not|don't)(?:\*\*)?:?\s+(?P<act>[^.;:(\n]{8,120})",
    re.IGNORECASE,
)
_NO = frozenset({"never", "must not", "do not", "don't"})


@dataclass(frozen=True, slots=True)
class _Order:
    path: str
    line: int
    forbids: bool


def find_dangling_references(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Paths in instructions that lead nowhere, or only on the machine of one person."""
    known = set(view.paths())
    folders = {folder for path in known for folder in _parents(path)}
    for file in _instructions(files):
        touched = dict(view.reviewed(file.path))
        for number, line in prose(view, file.path):
            if number not in touched:
                continue
            yield from _homes(file.path, number, line)
            for target in _targets(file.path, line):
                place = _places(file.path, target)
                certain = not line.count(f"`{target}`")
                if known.isdisjoint(place) and folders.isdisjoint(place) and (certain or _is_ours(target, folders)):
                    message = f"The instruction sends its reader to {printable_path(target)}, which does not exist here: what stands there is not followed."
                    fix = "Correct the path, or take the sentence out."
                    confidence = Confidence.HIGH if certain else Confidence.MEDIUM
                    yield _spot(file.path, number, "broken-reference", message, fix, confidence)


def _instructions(files: tuple[ChangedFile, ...]) -> tuple[ChangedFile, ...]:
    return tuple(file for file in files if not file.deleted and is_instruction(file.path))


def _parents(path: str) -> Iterator[str]:
    while path := posixpath.dirname(path):
        yield path


def _targets(path: str, line: str) -> Iterator[str]:
    plain = _CODE.sub("", line)
    yield from (found["path"] for pattern in (_IMPORT, _LINK) for found in pattern.finditer(plain))
    # Agents outside of a host's folder are often prompts of a product, whose examples name files of nobody.
    if (is_always_loaded(path) or ".claude/" in path) and not _HYPOTHETICAL.search(plain):
        yield from (found["path"] for found in _SPAN.finditer(line))


def _places(path: str, target: str) -> set[str]:
    folder = posixpath.dirname(path)
    return {posixpath.normpath(target), posixpath.normpath(posixpath.join(folder, target))}


def _is_ours(target: str, folders: set[str]) -> bool:
    """A path in a folder that the repository has; others may be an example or lie on another machine."""
    return posixpath.normpath(target).split("/")[0] in folders


def _homes(path: str, number: int, line: str) -> Iterator[Spot]:
    for found in _HOME.finditer(line):
        if found["user"].lower() not in _NOBODY:
            message = "The path leads into the home folder of one person: for everybody else, and on a server, it does not exist."
            fix = "Give the path relative to the repository."
            yield _spot(path, number, "broken-reference", message, fix, Confidence.HIGH)
            return


def find_stale_commands(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Scripts and targets that the instruction names and the build files do not have."""
    scripts, targets = _scripts(view), _make_targets(view)
    for file in _instructions(files):
        for number, line in view.reviewed(file.path):
            for pattern, there, where in ((_SCRIPT, scripts, "package.json"), (_MAKE, targets, "Makefile")):
                found = pattern.search(line)
                if found and there is not None and found["name"] not in there:
                    message = f"The instruction runs {found['name']}, and {where} has no such entry: every session begins with a command that fails."
                    fix = f"Name an entry that {where} has, or add this one."
                    yield _spot(file.path, number, "stale-instruction", message, fix, Confidence.HIGH)


def _scripts(view: View) -> frozenset[str] | None:
    """Scripts of the only package.json; None where there is none, or more than one."""
    manifests = [path for path in view.paths() if posixpath.basename(path) == "package.json"]
    if manifests != ["package.json"]:
        return None
    try:
        data = json.loads(view.text("package.json"))
    except ValueError:
        return None
    scripts = data.get("scripts", {}) if isinstance(data, dict) else None
    return frozenset(scripts) if isinstance(scripts, dict) else None


def _make_targets(view: View) -> frozenset[str] | None:
    text = view.text("Makefile") if "Makefile" in view.sources.paths else ""
    if not text or re.search(r"^-?include\b|^[^\n#]*%[^\n]*:|\$\([^)]*\)\s*:", text, re.MULTILINE):
        return None
    return frozenset(name for found in _TARGET.finditer(text) for name in found["names"].split())


def find_contradictions(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """An act that one instruction demands and another one, in the same words, forbids."""
    reviewed = {file.path for file in _instructions(files)}
    orders: dict[str, list[_Order]] = {}
    for path in instructions_of(view) if reviewed else ():
        for number, line in prose(view, path):
            found = _ORDER.match(line)
            if found:
                act = " ".join(re.findall(r"[\w/-]+", found["act"].lower()))
                orders.setdefault(act, []).append(_Order(path, number, found["order"].lower() in _NO))
    for given in orders.values():
        for order in given:
            other = next((one for one in given if one.forbids is not order.forbids), None)
            if other is None or order.path not in reviewed or not view.changed.touches(order.path, order.line):
                continue
            # Of two new lines the later one is reported, once.
            if other.path not in reviewed or (other.path, other.line) < (order.path, order.line):
                yield _contradiction(order, other)


def _contradiction(order: _Order, other: _Order) -> Spot:
    place = f"line {other.line}" if order.path == other.path else f"{printable_path(other.path)}:{other.line}"
    verb, contrary = ("forbids", "demands") if order.forbids else ("demands", "forbids")
    message = f"This line {verb} what {place} {contrary}, in the same words: an agent follows whichever it read last."
    return _spot(order.path, order.line, "conflicting-instruction", message, "Keep one of the two.", Confidence.HIGH)


def _spot(path: str, line: int, category: str, message: str, fix: str, confidence: Confidence) -> Spot:
    return Spot(
        file=path,
        line=line,
        severity=Severity.WARNING,
        confidence=confidence,
        category=category,
        message=message,
        fix=fix,
    )
