"""A fix that a program can judge: mechanical, and made for a claim that a search settles.

Only what a reviewer proposed word by word, and what was then done exactly so, is closed. Whatever leaves a doubt needs
the reviewer: this step saves work and never decides what takes judgement.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from orchestrator.fixloop.imports import bindings
from orchestrator.fixloop.signature import is_near
from orchestrator.fixloop.tokens import IDENTIFIER, any_quoted, identifiers, is_joined, places, substitution
from orchestrator.fixloop.verify import ALWAYS_AS_REVIEWED
from orchestrator.values.finding import Finding

_TICK = r"[`'\"\u2018\u2019\u201c\u201d]?"
_RENAME = re.compile(
    rf"rename(?:\s+(?:it|this|(?:(?:the|this)\s+[a-z]+\s+)?{_TICK}(?P<old>{IDENTIFIER}){_TICK}|(?:the|this)\s+[a-z]+))?"
    rf"\s+(?:to|as)\s+{_TICK}(?P<new>{IDENTIFIER}){_TICK}(?:\s+(?:everywhere|throughout))?\s*\.?",
    re.IGNORECASE,
)
_QUOTED_NAME = re.compile(rf"[`'\"\u2018\u201c]({IDENTIFIER})(?:\(\))?[`'\"\u2019\u201d]")
_REMOVE_IMPORT = re.compile(
    rf"(?:remove|delete|drop)\s+(?:it|(?:(?:the|this)\s+)?(?:unused\s+)?{_TICK}(?:import\s*)?(?:of\s+)?"
    rf"{_TICK}(?P<name>{IDENTIFIER})?{_TICK}(?:\s+import)?)\s*\.?",
    re.IGNORECASE,
)
_UNUSED = re.compile(
    r"\b(?:unused|(?:not|never|no longer)\s+(?:used|referenced|read)|without (?:a )?use)\b", re.IGNORECASE
)
_REMOVE_COMMENT = re.compile(
    r"(?:remove|delete|drop)\s+(?:the|this)\s+(?:(?:stale|outdated|obsolete|redundant|misleading|dead)\s+)?"
    r"(?:comment|commented-out (?:code|line))\s*\.?",
    re.IGNORECASE,
)
_TRIM = re.compile(
    r"(?:remove|strip|trim|delete)\s+(?:the\s+)?trailing\s+(?:white ?space|blanks?|spaces?)\s*\.?", re.IGNORECASE
)
# Files whose names are imported by others from here, so that nothing in the file itself shows the use.
_FRONTS = frozenset({"__init__.py", "index.js", "index.ts", "index.mjs", "index.tsx", "index.jsx", "index.mts"})
# Where a line that begins so is a comment, unless it lies in a string.
_COMMENTS = {".py": "#", **dict.fromkeys((".js", ".mjs", ".ts", ".mts", ".java", ".kt", ".go"), "//")}
_DIRECTIVE = re.compile(
    r"^\s*(?:#!|///|//(?:go|line|export|nolint)\b)|coding[:=]|type:|noqa|nosec|pylint|pragma|mypy:|ruff:|fmt:|isort|eslint|prettier"
    r"|@\w|tslint|nosonar|istanbul|c8 |v8 |\bbuild\b|\bregion\b|spdx|copyright|licen[sc]e|sourcemapping",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class FixedFile:
    """One file before and after a fix, whole; None on the side where it does not exist or is no text."""

    path: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Closed:
    """The finding is settled, for a reason that can be checked again."""

    reason: str


@dataclass(frozen=True, slots=True)
class NeedsReview:
    """The lens must look at the fix; what kept a program from deciding."""

    reason: str


Triage = Closed | NeedsReview
Mentioned = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class _Edit:
    """The one file a fix changed, cut down to the lines between the first and the last that differ."""

    path: str
    before: str
    after: str
    start: int  # lines in front of the difference
    old: tuple[str, ...]
    new: tuple[str, ...]


def triage(
    finding: Finding, fixed: Sequence[FixedFile], mentioned: Mentioned, *, lint_passed: bool, tests_passed: bool
) -> Triage:
    """Whether the fix of `finding` needs a reviewer. `fixed` holds every file that this one fix touched.

    `mentioned` says whether a file outside of `fixed` holds an identifier. `lint_passed` and `tests_passed` are true
    only when they ran after the fix and were clean.
    """
    if not (lint_passed and tests_passed):
        return NeedsReview("the linter and the tests did not both run clean after the fix")
    if finding.agent in ALWAYS_AS_REVIEWED:
        return NeedsReview(f"what {finding.agent} finds is never settled by a search")
    texts = [(one.path, one.before, one.after) for one in fixed if one.before != one.after]
    files = [(path, before, after) for path, before, after in texts if before is not None and after is not None]
    if len(files) != len(texts) or finding.file not in {path for path, _, _ in files}:
        return NeedsReview("the fix changed something else than the text of the file in question")
    pairs = {substitution(before, after) for _, before, after in files}
    if None not in pairs:
        pair = pairs.pop() if len(pairs) == 1 else None
        return NeedsReview("several names changed") if pair is None else _renamed(finding, files, pair, mentioned)
    if len(files) > 1:
        return NeedsReview("the fix changed several files")
    edit = _edit(*files[0])
    return _import_removed(finding, edit) or _comment_removed(finding, edit) or _trimmed(finding, edit) or _unclear()


def _unclear() -> NeedsReview:
    return NeedsReview("the fix is no mechanical edit that was proposed word by word")


def _renamed(
    finding: Finding, files: Sequence[tuple[str, str, str]], pair: tuple[str, str], mentioned: Mentioned
) -> Triage:
    old, new = pair
    if not _asks_to_rename(finding, old, new):
        return NeedsReview(f"renaming {old} to {new} is not word by word what was proposed")
    line = next(_line(before, finding.line) for path, before, _ in files if path == finding.file)
    if old not in identifiers(line):
        return NeedsReview(f"{old} is not on the line of the finding")
    if any(old in identifiers(after) for _, _, after in files) or mentioned(old):
        return NeedsReview(f"{old} is still mentioned somewhere")
    if any(new in identifiers(before) for _, before, _ in files) or mentioned(new):
        return NeedsReview(f"{new} was a name before the fix, so two things may now share it")
    for _, before, _ in files:
        found = list(places(before, old))
        if any(is_joined(before, start, len(old)) for start in found) or any_quoted(before, found):
            return NeedsReview(f"{old} may have been part of a longer name or of a string")
    return Closed(f"every {old} is {new} now, as proposed; neither name is mentioned anywhere else")


def _asks_to_rename(finding: Finding, old: str, new: str) -> bool:
    asked = _RENAME.fullmatch(finding.suggested_fix.strip())
    if asked is None or asked["new"] != new or old not in identifiers(finding.evidence):
        return False
    # "Rename it" is about the one name that the message quotes.
    return asked["old"] == old if asked["old"] else set(_QUOTED_NAME.findall(finding.message)) == {old}


def _import_removed(finding: Finding, edit: _Edit) -> Triage | None:
    old, new = bindings(edit.path, edit.old), bindings(edit.path, edit.new)
    if not old or new is None:
        return None
    names = {one.name for one in set(old) - set(new)}
    doubt = "the imports were changed and not only taken out" if set(new) - set(old) or not names else ""
    doubt = doubt or _import_doubt(finding, edit, names)
    return NeedsReview(doubt) if doubt else Closed(f"the import is gone, and so is every mention of {_listed(names)}")


def _import_doubt(finding: Finding, edit: _Edit, gone: set[str]) -> str:
    """Why taking out the imports `gone` may not be what the finding wants, or not harmless; empty when nothing says so."""
    asked = _REMOVE_IMPORT.fullmatch(finding.suggested_fix.strip())
    said = f"{finding.message} {finding.suggested_fix}"
    if asked is None or "import" not in said.lower() or not _UNUSED.search(finding.message):
        return "taking out the import is not word by word what was proposed"
    imported = {one.name for line in edit.before.split("\n") for one in bindings(edit.path, [line]) or ()}
    claimed = imported & identifiers(said) | set(_QUOTED_NAME.findall(said))
    named = asked["name"] is None or asked["name"] in gone
    if not claimed or not claimed <= gone or not named or not _is_inside(finding, edit):
        return "the import that was taken out is not the one in question"
    if PurePosixPath(edit.path).name in _FRONTS:
        return "other files may import the name from here"
    left = gone & identifiers(edit.after)
    return f"{_listed(left)} is still mentioned in the file" if left else ""


def _comment_removed(finding: Finding, edit: _Edit) -> Triage | None:
    mark = _COMMENTS.get(PurePosixPath(edit.path).suffix, "")
    if not mark or edit.new or not all(line.strip().startswith(mark) for line in edit.old):
        return None
    if not _REMOVE_COMMENT.fullmatch(finding.suggested_fix.strip()) or not _is_inside(finding, edit):
        return NeedsReview("whether the text of a comment is right takes a reader")
    if any(_DIRECTIVE.search(line) for line in edit.old) or any_quoted(edit.before, [_offset(edit)]):
        return NeedsReview("the comment may be a directive, or part of a string")
    quoted = [line.strip() for line in finding.evidence.splitlines() if line.strip()]
    taken = "\n".join(edit.old)
    if not quoted or any(line not in taken or line in edit.after for line in quoted):
        return NeedsReview("what was taken out is not exactly what was quoted")
    return Closed("the comment in question is gone, and nothing else changed")


def _trimmed(finding: Finding, edit: _Edit) -> Triage | None:
    if [line.rstrip() for line in edit.old] != [line.rstrip() for line in edit.new]:
        return None
    if not _TRIM.fullmatch(finding.suggested_fix.strip()) or not _is_inside(finding, edit):
        return NeedsReview("white space changed, and that is not word by word what was proposed")
    if PurePosixPath(edit.path).suffix not in _COMMENTS:
        return NeedsReview("white space at the end of a line may have a meaning here")
    ends = [_offset(edit) + sum(len(line) + 1 for line in edit.old[:index]) for index in range(len(edit.old))]
    if any(line.endswith("\\") for line in edit.new) or any_quoted(edit.before, ends):
        return NeedsReview("the white space may be part of a string")
    if any(line != line.rstrip() for line in edit.new):
        return NeedsReview("there is still white space at the end of a line")
    return Closed("only white space at line ends changed, and none is left there")


def _edit(path: str, before: str, after: str) -> _Edit:
    old, new = before.split("\n"), after.split("\n")
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return _Edit(path, before, after, start, tuple(old[start : len(old) - end]), tuple(new[start : len(new) - end]))


def _offset(edit: _Edit) -> int:
    """Where in the text before the fix the first line that differs begins."""
    return sum(len(line) + 1 for line in edit.before.split("\n")[: edit.start])


def _is_inside(finding: Finding, edit: _Edit) -> bool:
    """True when a changed line is where the finding says, or as near as a line may move between rounds."""
    return any(is_near(edit.start + 1 + index, finding.line) for index in range(len(edit.old)))


def _listed(names: set[str]) -> str:
    return ", ".join(sorted(names))


def _line(text: str, number: int) -> str:
    lines = text.split("\n")
    return lines[number - 1] if 0 < number <= len(lines) else ""
