"""Fixes that ruff calls safe, for findings that it reports as well."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from orchestrator.checks.executables import find_tool, one_line, tool_environment
from orchestrator.checks.fixes.offers import Mechanical, Offer, bare_files, offset, proposals_of
from orchestrator.checks.json_parts import as_dict, as_list, as_number, as_text
from orchestrator.checks.ruff import ruff_arguments
from orchestrator.checks.ruff_output import SYNTAX
from orchestrator.checks.rules import RulePack
from orchestrator.checks.scratch import Scratch
from orchestrator.seams import Process, SourceTree
from orchestrator.values.finding import Finding
from orchestrator.values.spans import Span

_CODE = re.compile(r"[A-Z]{1,5}\d{2,4}")


class RuffFixer:
    """MechanicalFixer over ruff: our codes, none of the repository's settings. `seconds` bounds its one start."""

    name = "ruff"

    def __init__(
        self,
        process: Process,
        rules: RulePack,
        *,
        seconds: float = 180.0,
        find: Callable[[str], str | None] = find_tool,
    ) -> None:
        self._process = process
        self._rules = rules
        self._seconds = seconds
        self._find = find

    async def propose(self, findings: Sequence[Finding], tree: SourceTree) -> Mechanical:
        """Proposals for findings on whose line ruff reports the code they bear, or one of ours with their lens and category."""
        ours = [one for one in findings if one.file.endswith((".py", ".pyi")) and self._codes(one)]
        codes = sorted({code for one in ours for code in self._codes(one)})
        if not codes:
            return Mechanical()
        program = self._find(self.name)
        if program is None:
            return Mechanical(problem="ruff is not installed")
        with Scratch(tree, bare_files(ours)) as scratch:
            try:
                done = await self._process.run(
                    ruff_arguments(program, scratch.root, codes),
                    cwd=scratch.root,
                    env=tool_environment({}),
                    seconds=self._seconds,
                )
            except OSError as error:
                return Mechanical(problem=f"ruff could not be started: {error}")
            texts = {scratch.real(name): (scratch.root / name).read_bytes().decode("utf-8") for name in scratch.files}
            try:
                offers = list(_offers(done.stdout, scratch, texts))
            except ValueError:
                return Mechanical(problem=f"ruff failed with exit {done.code}: {one_line(done.stderr)}")
        return Mechanical(proposals_of(self.name, ours, offers, texts.__getitem__, self._same))

    def _codes(self, finding: Finding) -> tuple[str, ...]:
        if finding.rule:
            return (finding.rule,) if _CODE.fullmatch(finding.rule) else ()
        return tuple(code for code in self._rules.ruff if code != SYNTAX and self._same(finding, code))

    def _same(self, finding: Finding, code: str) -> bool:
        if finding.rule:
            return finding.rule == code
        rule = self._rules.ruff[code]
        return (rule.lens, rule.category) == (finding.agent, finding.category)


def _offers(output: bytes, scratch: Scratch, texts: dict[str, str]) -> Iterator[Offer]:
    """The safe fixes in ruff's JSON; raises ValueError when it is none."""
    for entry in map(as_dict, as_list(json.loads(output))):
        fix = as_dict(entry.get("fix"))
        name = Path(as_text(entry.get("filename")))
        if as_text(fix.get("applicability")) != "safe" or not name.is_relative_to(scratch.root):
            continue
        file = scratch.real(name.relative_to(scratch.root).as_posix())
        spans = tuple(_span(texts[file], as_dict(one)) for one in as_list(fix.get("edits")))
        line, end = as_dict(entry.get("location")), as_dict(entry.get("end_location"))
        known = tuple(one for one in spans if one is not None)
        if known and len(known) == len(spans):
            first, last = as_number(line.get("row")) or 0, as_number(end.get("row")) or 0
            said, note = as_text(entry.get("message")), as_text(fix.get("message"))
            yield Offer(file, first, last, as_text(entry.get("code")), known, said, note)


def _span(text: str, edit: dict[str, Any]) -> Span | None:
    start, end = (_place(text, as_dict(edit.get(key))) for key in ("location", "end_location"))
    return None if start is None or end is None else Span(start, end, as_text(edit.get("content")))


def _place(text: str, place: dict[str, Any]) -> int | None:
    return offset(text, as_number(place.get("row")) or 0, as_number(place.get("column")) or 0)
