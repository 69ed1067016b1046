"""A finding as its reviewer states it, before anything is held against the evidence."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from orchestrator.findings.lines import coerce_range
from orchestrator.recording.arguments import BadCallError, shown, strange, text_of
from orchestrator.recording.tools import APPEND, PATH, TEXT, TITLE, UPDATE, finding_shape
from orchestrator.values.finding import Confidence, Detail, Finding
from orchestrator.values.mode import EVIDENCE, PROBLEM, Mode

_ENDED = (".", ":", "!", "?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One statement, whole and in the words of its mode. `fields` holds only what is stated, by key."""

    severity: str
    file: str
    line: int
    title: str
    category: str = ""
    end_line: int | None = None
    summary: str = ""
    fields: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def message(self) -> str:
        """Title and problem as one readable text."""
        problem = self.fields.get(PROBLEM, "")
        if not problem or problem == self.title:
            return self.title
        return f"{self.title}{'' if self.title.endswith(_ENDED) else ':'} {problem}"

    def finding(self, id: str, mode: Mode) -> Finding:  # noqa: A002 - the word of the tools
        """The finding that this states, its place not yet verified. The severity must be one of `mode`."""
        severity = mode.severity(self.severity)
        if severity is None:
            raise ValueError(f"{mode.id} has no severity {self.severity}")
        return Finding(
            agent=mode.id,
            severity=severity.force.severity,
            confidence=Confidence.MEDIUM,
            file=self.file,
            line=self.line,
            end_line=self.end_line,
            message=self.message,
            evidence=self.fields.get(EVIDENCE, ""),
            category=self.category,
            detail=Detail(id=id, severity_id=severity.id, title=self.title, summary=self.summary, fields=self.fields),
        )


def read_draft(arguments: Mapping[str, Any], mode: Mode, before: Draft | None = None) -> Draft:
    """The finding that `arguments` state, or `before` as they change it. Raises BadCallError with all that is wrong.

    Null stands for what is not given: engines that must fill every part of a schema have no other way to say so.
    """
    tool, known = (APPEND, finding_shape(mode)) if before is None else (UPDATE, {"id": None, **finding_shape(mode)})
    problems = strange(arguments, known, tool)
    given = {name: value for name, value in arguments.items() if value is not None}
    if before is not None and not problems and not given.keys() - {"id"}:
        problems.append("nothing is given that changes the finding")
    stated = {**(_stated(before) if before else {}), **given}
    line, end_line = _line(stated, given, before, problems)
    draft = Draft(
        severity=_choice(stated, "severity", tuple(one.id for one in mode.severities), problems, required=True),
        category=_choice(stated, "category", mode.categories, problems, required=False),
        file=_file(stated, problems),
        line=line,
        end_line=end_line,
        title=" ".join(text_of(stated, "title", TITLE, problems, required=True).split()),
        summary=text_of(stated, "summary", TEXT, problems, required=False),
        fields=MappingProxyType(dict(_fields(stated, mode, problems))),
    )
    if problems:
        raise BadCallError(problems)
    return draft


def specimen(mode: Mode) -> Draft:
    """A valid statement that says nothing: what is given for a finding that is not there is checked against it."""
    fields = {one.key: "-" for one in mode.fields if one.required}
    return Draft(severity=mode.severities[0].id, file="-", line=1, title="-", fields=MappingProxyType(fields))


def _stated(draft: Draft) -> dict[str, Any]:
    return {
        **draft.fields,
        "severity": draft.severity,
        "category": draft.category,
        "file": draft.file,
        "title": draft.title,
        "summary": draft.summary,
    }


def _fields(stated: Mapping[str, Any], mode: Mode, problems: list[str]) -> Iterator[tuple[str, str]]:
    for one in mode.fields:
        text = text_of(stated, one.key, TEXT, problems, required=one.required)
        if text:
            yield one.key, text


def _choice(stated: Mapping[str, Any], name: str, ids: tuple[str, ...], problems: list[str], *, required: bool) -> str:
    """One of `ids`, word for word: nothing is lowered, substituted or guessed."""
    value = stated.get(name)
    if value is None:
        problems += [f"{name} is missing; it is one of {', '.join(ids)}"] if required else []
        return ""
    if (value == "" and not required) or (isinstance(value, str) and value in ids):
        return str(value)
    if ids:
        problems.append(f"{name} {shown(value)} is none of {', '.join(ids)}")
    return ""


def _file(stated: Mapping[str, Any], problems: list[str]) -> str:
    """The path as it was given: names of files may hold what would be cleaned out of a text."""
    value = stated.get("file")
    text_of(stated, "file", PATH, problems, required=True)
    return value if isinstance(value, str) else ""


def _line(
    stated: Mapping[str, Any], given: Mapping[str, Any], before: Draft | None, problems: list[str]
) -> tuple[int, int | None]:
    if before is not None and "line" not in given:
        return before.line, before.end_line
    if "line" not in stated:
        problems.append("line is missing")
        return 0, None
    line, end_line = coerce_range(stated["line"])
    if line is None:
        problems.append(f"line {shown(stated['line'])} is not a line of a file; give the number of one, from 1")
    return line or 0, end_line
