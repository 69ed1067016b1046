"""A project's own invariants: declared in a policy file, checked by us, so that nothing of the project is executed."""

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

import pathspec
import yaml

from orchestrator.checks.invariants import CHECKS, Invariant, Read
from orchestrator.errors import PolicyError
from orchestrator.scope.policy_files import INVARIANTS_FILE
from orchestrator.strict_yaml import load_strict
from orchestrator.values.text import printable_path

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
_FIELD = re.compile(r"\{(\w*)\}")
_KNOWN_FIELDS = frozenset({"name", "stem", "ext"})
_ALWAYS = ("id", "files", "message")
Check = Callable[[str, str, Read, Sequence[str]], str]


def parse_invariants(text: str) -> tuple[Invariant, ...]:
    """The invariants of `invariants:`, in order. Raises PolicyError naming the rule that is wrong.

    Each has `id`, `files` (a glob or a list of them, as in `.gitignore`), `message` and one of `sibling`, `contains`,
    `lacks`, `changed_with`.
    """
    try:
        data = load_strict(text)
    except (yaml.YAMLError, RecursionError) as error:
        raise PolicyError(f"{INVARIANTS_FILE}: is not YAML: {' '.join(str(error).split())}") from error
    entries = data.get("invariants") if isinstance(data, dict) and set(data) == {"invariants"} else None
    if not isinstance(entries, list):
        raise PolicyError(f"{INVARIANTS_FILE}: does not hold a list `invariants` and nothing else")
    found = tuple(_invariant(entry, number) for number, entry in enumerate(entries, 1))
    names = [invariant.name for invariant in (*CHECKS, *found)]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise PolicyError(f"{INVARIANTS_FILE}: rule {twice}: another invariant has that id")
    return found


def _invariant(entry: object, number: int) -> Invariant:
    rule: Mapping[str, Any] = entry if isinstance(entry, dict) else {}
    name = rule.get("id")
    label = name if isinstance(name, str) and name else f"number {number}"
    if not isinstance(name, str) or not _ID.fullmatch(name):
        raise _wrong(label, "needs an `id` of lower-case letters, digits and hyphens")
    kinds = sorted(set(rule) - set(_ALWAYS), key=str)
    if len(kinds) != 1 or kinds[0] not in _CHECKS:
        raise _wrong(
            label, f"needs exactly one of {', '.join(_CHECKS)}, and has {', '.join(map(str, kinds)) or 'none'}"
        )
    kind = kinds[0]
    wanted, message = rule[kind], rule.get("message")
    if not (isinstance(wanted, str) and wanted.strip() and isinstance(message, str) and message.strip()):
        raise _wrong(label, f"`message` and `{kind}` are not both text")
    if kind == "sibling":
        _check_template(wanted, label)
    if kind == "changed_with":
        _globs(wanted, label)
    check = partial(_run, _globs(rule.get("files"), label), _CHECKS[kind], wanted, " ".join(message.split()))
    return Invariant(name, check, changeset_scoped=kind == "changed_with")


def _globs(value: object, label: str) -> pathspec.GitIgnoreSpec:
    globs = [value] if isinstance(value, str) else value
    if not isinstance(globs, list) or not globs or not all(isinstance(glob, str) and glob.strip() for glob in globs):
        raise _wrong(label, "needs `files`, a glob or a list of globs")
    try:
        return pathspec.GitIgnoreSpec.from_lines(globs)
    except ValueError as error:
        raise _wrong(label, f"has a glob that cannot be used: {error}") from error


def _check_template(template: str, label: str) -> None:
    unknown = [field for field in _FIELD.findall(template) if field not in _KNOWN_FIELDS]
    if unknown or template.startswith("/"):
        raise _wrong(label, "`sibling` is a relative path that may use {name}, {stem} and {ext}")


def _wrong(label: str, why: str) -> PolicyError:
    return PolicyError(f"{INVARIANTS_FILE}: rule {label}: {why}")


def _run(
    files: pathspec.GitIgnoreSpec, check: Check, wanted: str, message: str, paths: Sequence[str], read: Read
) -> Iterator[tuple[str, str]]:
    for path in paths:
        # A deleted file has nothing left to hold.
        if files.match_file(path) and read(path) is not None:
            broken = check(path, wanted, read, paths)
            if broken:
                yield path, f"{broken}: {message}"


def _sibling(path: str, wanted: str, read: Read, _paths: Sequence[str]) -> str:
    folder, _, name = path.rpartition("/")
    stem, _, extension = name.rpartition(".")
    fields = {"name": name, "stem": stem or name, "ext": extension if stem else ""}
    beside = posixpath.normpath(posixpath.join(folder, _FIELD.sub(lambda field: fields[field[1]], wanted)))
    there = not beside.startswith("../") and read(beside) is not None
    return "" if there else f"has no {printable_path(beside)}"


def _contains(path: str, wanted: str, read: Read, _paths: Sequence[str]) -> str:
    return "" if wanted.encode() in (read(path) or b"") else f"does not contain {wanted!r}"


def _lacks(path: str, wanted: str, read: Read, _paths: Sequence[str]) -> str:
    before, found, _ = (read(path) or b"").partition(wanted.encode())
    line = before.count(b"\n") + 1
    return f"contains {wanted!r}, first at line {line}" if found else ""


def _changed_with(_path: str, wanted: str, _read: Read, paths: Sequence[str]) -> str:
    spec = pathspec.GitIgnoreSpec.from_lines([wanted])
    return "" if any(map(spec.match_file, paths)) else f"changed while nothing like {wanted} did"


_CHECKS: Mapping[str, Check] = MappingProxyType(
    {"sibling": _sibling, "contains": _contains, "lacks": _lacks, "changed_with": _changed_with}
)
