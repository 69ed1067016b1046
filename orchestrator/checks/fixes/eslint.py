"""Fixes that the project's own eslint makes without being asked for more, for findings that it reports as well."""

import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from orchestrator.checks.executables import one_line, tool_environment
from orchestrator.checks.fixes.offers import Mechanical, Offer, proposals_of
from orchestrator.checks.json_parts import as_dict, as_list, as_number, as_text
from orchestrator.checks.tools.adapter import Workplace
from orchestrator.checks.tools.eslint import ESLINT
from orchestrator.checks.tools.in_place import PROGRAMS, WorkTreePlace
from orchestrator.seams import Process, SourceTree
from orchestrator.values.finding import Finding
from orchestrator.values.spans import Span
from orchestrator.values.text import decode_text

_BOM = "\ufeff"


class EslintFixer:
    """MechanicalFixer in `place`, with the program that the project installed; whoever made `place` lets its code run.

    A finding must name eslint's rule: its rules belong to no lens.
    """

    name = "eslint"

    def __init__(self, process: Process, place: WorkTreePlace, *, seconds: float = 120.0) -> None:
        self._process = process
        self._place = place
        self._seconds = seconds

    async def propose(self, findings: Sequence[Finding], tree: SourceTree) -> Mechanical:
        """Proposals for findings that bear a rule of eslint which reports the same line; nothing is fixed in place."""
        texts = {one.file: _text(tree, one.file) for one in findings if one.rule and ESLINT.reads(one.file)}
        ours = [one for one in findings if one.rule and texts.get(one.file) is not None]
        top = self._place.top
        if not ours or top is None:
            return Mechanical(problem=self._place.why if ours else "")
        program = shutil.which(self.name, path=str(top / PROGRAMS))
        if program is None:
            return Mechanical(problem="eslint is not installed in the project")
        files = tuple(dict.fromkeys(one.file for one in ours))
        try:
            done = await self._process.run(
                ESLINT.arguments(program, Workplace(top, files, top)),
                cwd=top,
                env=tool_environment({"NO_COLOR": "1"}),
                seconds=self._seconds,
            )
        except OSError as error:
            return Mechanical(problem=f"eslint could not be started: {error}")
        known = {file: text for file, text in texts.items() if text is not None}
        try:
            offers = list(_offers(done.stdout, top, known))
        except ValueError:
            return Mechanical(problem=f"eslint failed with exit {done.code}: {one_line(done.stderr)}")
        return Mechanical(proposals_of(self.name, ours, offers, lambda file: known[file].replace("\r\n", "\n"), _same))


def _same(finding: Finding, rule: str) -> bool:
    return finding.rule == rule


def _text(tree: SourceTree, path: str) -> str | None:
    """The file as eslint counts it: with its own line ends, without a byte order mark. None when it is not plain UTF-8."""
    data = tree.read(path)
    if data is None or decode_text(data) is None:
        return None
    try:
        return data.decode("utf-8").removeprefix(_BOM)
    except UnicodeDecodeError:
        return None


def _offers(output: bytes, top: Path, texts: dict[str, str]) -> Iterator[Offer]:
    """The fixes in eslint's JSON; raises ValueError when it is none."""
    for entry in map(as_dict, as_list(json.loads(output))):
        place = Path(as_text(entry.get("filePath")))
        file = place.relative_to(top).as_posix() if place.is_relative_to(top) else ""
        for message in map(as_dict, as_list(entry.get("messages")) if file in texts else ()):
            fix = as_dict(message.get("fix"))
            span = _span(texts[file], as_list(fix.get("range")), fix.get("text"))
            first = as_number(message.get("line")) or 0
            last = as_number(message.get("endLine")) or first
            if span is not None:
                rule = as_text(message.get("ruleId"))
                yield Offer(file, first, last, rule, (span,), as_text(message.get("message")), f"fix of {rule}")


def _span(text: str, given: list[object], put: object) -> Span | None:
    """eslint counts UTF-16 units in the text with its own line ends; edits count characters with `\\n` alone."""
    start, end = (as_number(given[index]) if len(given) == 2 else None for index in (0, 1))
    if start is None or end is None or not isinstance(put, str):
        return None
    units = text.encode("utf-16-le")
    if not 0 <= start <= end <= len(units) // 2:
        return None
    try:
        before, taken = units[: 2 * start].decode("utf-16-le"), units[2 * start : 2 * end].decode("utf-16-le")
    except UnicodeDecodeError:
        return None
    if before.endswith("\r") or taken.endswith("\r"):
        return None  # half a line end
    first = len(before.replace("\r\n", "\n"))
    return Span(first, first + len(taken.replace("\r\n", "\n")), put.replace("\r\n", "\n"))
