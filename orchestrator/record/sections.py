"""Where in the text of a record new findings, new roles and new steps are written."""

from collections.abc import Iterator, Mapping, Sequence

from orchestrator.record.edit import Edit
from orchestrator.record.layout import Line, parts
from orchestrator.record.model import RecordedFinding, RoleSection, RunStyle, Span, Step, StepName
from orchestrator.record.parse import Parsed
from orchestrator.record.print import DISABLED, NO_FINDING, print_finding, print_role, print_step

ByRole = Mapping[str, Sequence[RecordedFinding]]


def section_edits(
    parsed: Parsed, name: StepName, by_role: ByRole, run_style: RunStyle, summarized: Sequence[str]
) -> list[Edit]:
    """The edits that write `by_role`, the new findings of every role that completed, into the step `name`.

    A step that is there keeps how it says it ran.
    """
    step = parsed.record.step(name)
    if step is None:
        roles = tuple(_section(role, findings) for role, findings in by_role.items())
        new = Step(name=name, run_style=run_style, summarized=tuple(summarized), roles=roles)
        return [_behind(parsed, Span(0, len(parsed.lines)), print_step(new))]
    edits = list(_summarized(parsed, step, [text for text in summarized if text not in step.summarized]))
    for role, findings in by_role.items():
        section = step.role(role)
        edits += _into(parsed, section, findings) if section else ()
    missing = [role for role in by_role if step.role(role) is None]
    edits += (_behind(parsed, step.span, print_role(_section(role, by_role[role]))) for role in missing)
    return edits


def _section(role: str, findings: Sequence[RecordedFinding]) -> RoleSection:
    return RoleSection(role=role, findings=tuple(findings), no_finding=not findings)


def _into(parsed: Parsed, section: RoleSection, findings: Sequence[RecordedFinding]) -> Iterator[Edit]:
    """A role that was disabled, or had found nothing, is no longer so."""
    outdated = {DISABLED, *((NO_FINDING,) if findings else ())}
    for line in _statements(parsed, section.span):
        if f"{line.text.strip().rstrip('.')}." in outdated:
            blank = not parsed.lines[line.at - 1].strip()
            yield Edit(line.at - blank, 1 + blank, "")
    for finding in findings:
        yield _behind(parsed, section.span, print_finding(finding))
    if not findings and not section.findings and not section.no_finding:
        yield _behind(parsed, section.span, f"{NO_FINDING}\n")


def _summarized(parsed: Parsed, step: Step, texts: Sequence[str]) -> Iterator[Edit]:
    if not texts:
        return
    end = step.roles[0].span.start if step.roles else step.span.end
    said = [
        line.at
        for line in _statements(parsed, Span(step.span.start, end))
        if line.text.strip().startswith(("Mode:", "Summarized:"))
    ]
    at = said[-1] + 1 if said else step.span.start + 1
    yield Edit(at, 0, ("" if said else "\n") + "".join(f"Summarized: {text}\n" for text in texts))


def _statements(parsed: Parsed, span: Span) -> Iterator[Line]:
    """The lines of `span` that are neither headings nor blocks nor comments; `span` begins with a heading."""
    for part in parts(list(parsed.lines[span.start : span.end])):
        if isinstance(part, Line) and not part.hidden:
            yield part._replace(at=part.at + span.start)


def _behind(parsed: Parsed, span: Span, text: str) -> Edit:
    """`text` behind the last line of `span` that is not blank, with one blank line between."""
    filled = (number for number in range(span.end - 1, span.start - 1, -1) if parsed.lines[number].strip())
    last = next(filled, span.start - 1)
    return Edit(last + 1, 0, f"\n{text}" if last >= 0 else text)
