"""Definitions of agents and skills that a host cannot load, cannot tell apart, or that may do more than they say."""

import re
from collections.abc import Iterator

from orchestrator.engines.offline.detectors.agent_files import (
    FrontMatter,
    front_matter,
    is_agent,
    is_skill,
    must_have_front_matter,
    prose,
)
from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity
from orchestrator.values.text import printable_path

_READ_ONLY = re.compile(
    r"\bread[- ]only\b|\b(?:never|do not|don't|must not|does not|cannot)\s+(?:edit|modify|change|write|touch)\s+(?:any\s+|the\s+|a\s+)?(?:files?|code|anything|source)",
    re.IGNORECASE,
)
_WRITING = re.compile(r"\b(?:Write|Edit|MultiEdit|NotebookEdit)\b")
_SHELL = re.compile(r"\bBash\b(?!\()")
_RUNS = re.compile(
    r"\b(?:run|runs|running|execute|executes|commands?|bash|shell|script|git|grep|npm|pnpm|yarn|pytest|make|gh|cargo|go test|start|build)\b",
    re.IGNORECASE,
)
_FEWEST_WORDS = 4


def find_unloadable_agents(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Agents and skills whose front matter is absent, broken, lacks a required key, says nothing, or takes a taken name."""
    for file in files:
        if file.deleted or not (is_agent(file.path) or is_skill(file.path)):
            continue
        matter = front_matter(view.text(file.path))
        spots = _without(file.path) if matter is None else _with(view, file.path, matter)
        yield from (spot for spot in spots if view.changed.touches(file.path, spot.line))


def _without(path: str) -> Iterator[Spot]:
    if must_have_front_matter(path):
        message = (
            "The file does not begin with front matter: the host finds no name and no description and never offers it."
        )
        yield _spot(
            path, 1, "invalid-config", message, "Begin with a block of name and description between two --- lines."
        )


def _with(view: View, path: str, matter: FrontMatter) -> Iterator[Spot]:
    if matter.problem:
        message = f"The front matter {matter.problem}: a host that reads it strictly does not load this file at all."
        fix = "Close the block with ---, write key: value per line, and quote values that hold a colon."
        yield _spot(path, matter.problem_line, "invalid-config", message, fix)
        return
    for key in ("name", "description") if must_have_front_matter(path) else ():
        if not matter.text(key):
            message = f"The front matter has no {key}, without which the host cannot offer this file to anybody."
            yield _spot(
                path,
                matter.lines.get(key, min(matter.lines.values(), default=2)),
                "invalid-config",
                message,
                f"Add a {key}.",
            )
    description = matter.text("description")
    if description and len(description.split()) < _FEWEST_WORDS:
        message = (
            f"The description ({description}) does not say when to use this: it is picked for anything or for nothing."
        )
        fix = "Name the task and the occasion, for example: Use before a release to check the change log."
        yield _spot(path, matter.lines["description"], "vague-trigger", message, fix, Confidence.MEDIUM)
    yield from _taken_name(view, path, matter)


def _taken_name(view: View, path: str, matter: FrontMatter) -> Iterator[Spot]:
    """The later of two files of one kind with the same name."""
    kind = is_skill if is_skill(path) else is_agent
    name = matter.text("name")
    for other in view.paths() if name else ():
        if other == path or not kind(other) or other.rpartition("agents/")[0] != path.rpartition("agents/")[0]:
            continue
        known = front_matter(view.text(other))
        if known and known.text("name") == name:
            message = f"{printable_path(other)} is called {name} as well: the host keeps one of the two, and nobody is told which."
            yield _spot(path, matter.lines["name"], "invalid-config", message, "Give one of the two another name.")
            return


def find_unneeded_tools(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Agents that call themselves read-only and may write, or may use a shell that their text never needs."""
    for file in files:
        matter = None if file.deleted or not is_agent(file.path) else front_matter(view.text(file.path))
        line = matter.lines.get("tools") if matter else None
        if matter is None or line is None or not view.changed.touches(file.path, line):
            continue
        body = "\n".join(text for _, text in prose(view, file.path))
        tools = matter.text("tools")
        if not _READ_ONLY.search(f"{matter.text('description')}\n{body}"):
            continue
        writing = _WRITING.findall(tools)
        if writing:
            message = f"The agent is described as one that changes nothing, and may use {', '.join(writing)}: one misread sentence and it edits files."
            yield _spot(file.path, line, "excess-permission", message, "Grant the reading tools only.")
        elif _SHELL.search(tools) and not _RUNS.search(body):
            message = "The agent is described as one that changes nothing and never needs a command, and may run any: a text it reads can make it do so."
            yield _spot(file.path, line, "excess-permission", message, "Take Bash out of its tools.", Confidence.MEDIUM)


def _spot(
    path: str, line: int, category: str, message: str, fix: str, confidence: Confidence = Confidence.HIGH
) -> Spot:
    return Spot(
        file=path,
        line=line,
        severity=Severity.WARNING,
        confidence=confidence,
        category=category,
        message=message,
        fix=fix,
    )
