"""The lines of a lens's body that the program reads: `Scope:` and its globs, `Context needs:`, `Verify-*:`, `Category:`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType

from orchestrator.lenses.globs import glob_problem
from orchestrator.lenses.source import Entry, Source
from orchestrator.values.lens import LensScope, ScopeRule

LABELS = ("Scope", "Context needs", "Verify-model", "Verify-effort", "Category")
_SPELLINGS = MappingProxyType({label.lower(): label for label in LABELS})
_DECLARATION = re.compile(r"({})[ \t]*:(.*)".format("|".join(map(re.escape, LABELS))), re.IGNORECASE)
_LABELLED = re.compile(r"([A-Za-z][A-Za-z -]{2,24}?)[ \t]*:")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
_BULLET = re.compile(r"[-*+](?:[ \t]+(.*))?")
_WORDS = MappingProxyType(
    {rule.value: rule for rule in (ScopeRule.ALWAYS, ScopeRule.ON_DEMAND, ScopeRule.TEST_FILES, ScopeRule.ADDED_ONLY)}
)


@dataclass(frozen=True, slots=True)
class Declarations:
    """What the body declares; `values` maps label to its one line."""

    scope: LensScope
    values: Mapping[str, Entry]


def read_declarations(lines: Sequence[str], start: int, source: Source) -> Declarations:
    """The declarations from index `start` on; raises PolicyError for one that is repeated, misspelt or malformed.

    A line inside a code fence is an example, not a declaration.
    """
    values: dict[str, Entry] = {}
    scope = LensScope(ScopeRule.UNDECLARED)
    in_head = True
    for index in _outside_fences(lines, start):
        if lines[index].startswith("#"):
            in_head = False
        match = _DECLARATION.fullmatch(lines[index].rstrip())
        if not match:
            if in_head:
                _refuse_misspelling(lines[index], index + 1, source)
            continue
        label, value, line = _SPELLINGS[match[1].lower()], match[2].strip(), index + 1
        if match[1] != label or not lines[index].startswith(f"{label}:"):
            raise source.error(line, f"write this declaration as `{label}:`")
        if label in values:
            raise source.error(line, f"{label}: is declared twice, first on line {values[label].line}")
        values[label] = Entry(value, line)
        if label == "Scope":
            scope = _scope(value, lines, index, source)
        elif not value:
            raise source.error(line, f"{label}: has no value")
    return Declarations(scope, MappingProxyType(values))


def _refuse_misspelling(text: str, line: int, source: Source) -> None:
    """Above the first heading declarations stand among prose; a label that is nearly one of ours was meant as one."""
    label = _LABELLED.match(text)
    near = get_close_matches(label[1].lower(), _SPELLINGS, n=1, cutoff=0.75) if label else []
    if label and near:
        raise source.error(line, f"{label[1]}: is no declaration", f"did you mean {_SPELLINGS[near[0]]}:?")


def _outside_fences(lines: Sequence[str], start: int) -> Iterator[int]:
    opened = ""
    for index in range(start, len(lines)):
        fence = _FENCE.fullmatch(lines[index].rstrip())
        if not opened and fence:
            opened = fence[1]
        elif opened and fence and fence[1].startswith(opened) and not fence[2].strip():
            opened = ""
        elif not opened:
            yield index


def _scope(value: str, lines: Sequence[str], index: int, source: Source) -> LensScope:
    rule = _WORDS.get(value) if value else ScopeRule.GLOBS
    if rule is None:
        hint = f"use {', '.join(_WORDS)}, or nothing and a bullet list of globs below"
        raise source.error(index + 1, f"{value!r} is no scope", hint)
    takes_globs = rule in {ScopeRule.GLOBS, ScopeRule.ADDED_ONLY}
    if not takes_globs:
        if index + 1 < len(lines) and _BULLET.fullmatch(lines[index + 1].rstrip()):
            raise source.error(index + 2, f"Scope: {value} takes no globs")
        return LensScope(rule)
    globs = tuple(_globs(lines, index + 1, source))
    if not globs:
        raise source.error(index + 1, "Scope: is not followed by a bullet list of globs")
    return LensScope(rule, globs)


def _globs(lines: Sequence[str], start: int, source: Source) -> Iterator[str]:
    first = next((index for index in range(start, len(lines)) if lines[index].strip()), len(lines))
    for index in range(first, len(lines)):
        match = _BULLET.fullmatch(lines[index].strip())
        if not match:
            return
        text = (match[1] or "").strip()
        glob = text[1:-1] if len(text) > 2 and text[0] == text[-1] == "`" else text
        if " " in glob and glob == text:
            raise source.error(index + 1, f"{text!r} is not one glob; put a glob with a space in backticks")
        problem = glob_problem(glob)
        if problem:
            raise source.error(index + 1, problem)
        yield glob
