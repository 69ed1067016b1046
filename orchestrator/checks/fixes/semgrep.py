"""Fixes that a semgrep rule itself carries (`fix:`), for findings that the rule reports as well."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from orchestrator.checks.executables import find_tool, one_line
from orchestrator.checks.fixes.offers import Mechanical, Offer, bare_files, proposals_of
from orchestrator.checks.json_parts import as_dict, as_list, as_number, as_text
from orchestrator.checks.rule_model import SemgrepRule
from orchestrator.checks.rules import RulePack
from orchestrator.checks.scratch import Scratch
from orchestrator.checks.semgrep import SemgrepAnalyzer
from orchestrator.seams import Process, SourceTree
from orchestrator.values.finding import Finding
from orchestrator.values.spans import Span


class SemgrepFixer:
    """MechanicalFixer over the rules of `rules` that carry a fix. `seconds` bounds its one start."""

    name = "semgrep"

    def __init__(
        self,
        process: Process,
        rules: RulePack,
        *,
        seconds: float = 180.0,
        find: Callable[[str], str | None] = find_tool,
    ) -> None:
        self._semgrep = SemgrepAnalyzer(process, rules, seconds=seconds, find=find)
        self._rules = {rule.id: rule for rule in rules.semgrep.values() if _has_fix(rule)}
        self._find = find

    async def propose(self, findings: Sequence[Finding], tree: SourceTree) -> Mechanical:
        """Proposals for findings in whose place a rule with a fix and the same lens and category reports, or the rule itself."""
        ours = [one for one in findings if self._for(one)]
        rules = {rule.id: rule for one in ours for rule in self._for(one)}
        if not rules:
            return Mechanical()
        program = self._find(self.name)
        if program is None:
            return Mechanical(problem="semgrep is not installed")
        with Scratch(tree, bare_files(ours)) as scratch:
            try:
                done = await self._semgrep.start(program, scratch.root, tuple(rules.values()))
            except OSError as error:
                return Mechanical(problem=f"semgrep could not be started: {error}")
            data = {scratch.real(name): (scratch.root / name).read_bytes() for name in scratch.files}
            try:
                offers = list(_offers(done.stdout, scratch, data, rules))
            except ValueError:
                return Mechanical(problem=f"semgrep failed with exit {done.code}: {one_line(done.stderr)}")
        return Mechanical(proposals_of(self.name, ours, offers, lambda file: data[file].decode("utf-8"), self._same))

    def _for(self, finding: Finding) -> tuple[SemgrepRule, ...]:
        rules = (rule for rule in self._rules.values() if rule.reads(finding.file))
        return tuple(rule for rule in rules if self._same(finding, rule.id))

    def _same(self, finding: Finding, rule_id: str) -> bool:
        if finding.rule:
            return finding.rule == rule_id
        rule = self._rules[rule_id]
        return (rule.lens, rule.category) == (finding.agent, finding.category)


def _has_fix(rule: SemgrepRule) -> bool:
    return bool(as_text(as_dict(json.loads(rule.body)).get("fix")))


def _offers(
    output: bytes, scratch: Scratch, data: Mapping[str, bytes], rules: Mapping[str, SemgrepRule]
) -> Iterator[Offer]:
    """The fixes in semgrep's JSON; raises ValueError when it is none."""
    for result in map(as_dict, as_list(as_dict(json.loads(output)).get("results"))):
        name, extra = Path(as_text(result.get("path"))), as_dict(result.get("extra"))
        start, end = as_dict(result.get("start")), as_dict(result.get("end"))
        first, last = as_number(start.get("offset")), as_number(end.get("offset"))
        rule = next((rule for rule in rules if as_text(result.get("check_id")).endswith(rule)), "")
        fixed = extra.get("fix")
        if not isinstance(fixed, str) or not rule or first is None or last is None:
            continue
        file = scratch.real((name.relative_to(scratch.root) if name.is_absolute() else name).as_posix())
        span = _span(data[file], first, last, fixed)
        lines = as_number(start.get("line")) or 0, as_number(end.get("line")) or 0
        if span is not None:
            yield Offer(file, *lines, rule, (span,), " ".join(as_text(extra.get("message")).split()), f"fix of {rule}")


def _span(data: bytes, first: int, last: int, fixed: str) -> Span | None:
    """semgrep counts bytes; a place inside a character is none."""
    try:
        return Span(len(data[:first].decode("utf-8")), len(data[:last].decode("utf-8")), fixed)
    except UnicodeDecodeError:
        return None
