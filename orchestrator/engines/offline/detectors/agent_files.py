"""Files that steer coding agents: which they are, their front matter, and their prose."""

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import yaml

from orchestrator.engines.offline.detectors.base import View

_ROOT = re.compile(
    r"(?:^|/)(?:CLAUDE|AGENTS|GEMINI)\.md$|(?:^|/)\.github/copilot-instructions\.md$|(?:^|/)\.cursorrules$"
)
_HOST_AGENT = re.compile(r"(?:^|/)\.claude/agents/[^/]+(?:/[^/]+)*\.md$")
_LOOSE_AGENT = re.compile(r"(?:^|/)agents/[^/]+\.md$")
_SKILL = re.compile(r"(?:^|/)skills/[^/]+(?:/[^/]+)*/SKILL\.md$")
_COMMAND = re.compile(r"(?:^|/)\.claude/commands/[^/]+(?:/[^/]+)*\.md$")
_SETTINGS = re.compile(r"(?:^|/)\.claude/settings(?:\.local)?\.json$|(?:^|/)\.mcp\.json$")
_NO_AGENT = re.compile(r"^(?:readme|index|changelog|contributing|template)\b", re.IGNORECASE)
_FENCE = re.compile(r"\s*(?:```|~~~)")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The block between the first two `---` lines: values and lines by key, and what is wrong with it, if anything."""

    values: Mapping[str, object] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)
    end: int = 0
    problem: str = ""
    problem_line: int = 2

    def text(self, key: str) -> str:
        """The value of `key` as one text; a list is joined by commas, an absent key is empty."""
        value = self.values.get(key)
        if isinstance(value, list):
            return ", ".join(str(item) for item in value)
        return "" if value is None else str(value).strip()


def is_always_loaded(path: str) -> bool:
    """True for an instruction file that a host loads in every session."""
    return _ROOT.search(path) is not None


def is_settings(path: str) -> bool:
    """True for permissions, hooks and tool servers in JSON."""
    return _SETTINGS.search(path) is not None


def is_skill(path: str) -> bool:
    """True for the entry file of a skill."""
    return _SKILL.search(path) is not None


def is_agent(path: str) -> bool:
    """True for the definition of an agent."""
    loose = _LOOSE_AGENT.search(path) is not None and not _NO_AGENT.search(posixpath.basename(path))
    return _HOST_AGENT.search(path) is not None or loose


def must_have_front_matter(path: str) -> bool:
    """True where the host does not load the file without a name and a description."""
    return _HOST_AGENT.search(path) is not None or is_skill(path)


def is_instruction(path: str) -> bool:
    """True for Markdown that an agent reads as its orders."""
    return is_always_loaded(path) or is_agent(path) or is_skill(path) or _COMMAND.search(path) is not None


def is_agent_configuration(path: str) -> bool:
    """True for every file of an agent's set-up."""
    return is_instruction(path) or is_settings(path)


def instructions_of(view: View) -> tuple[str, ...]:
    """Every instruction file of the reviewed tree."""
    return tuple(path for path in view.paths() if is_instruction(path))


def front_matter(text: str) -> FrontMatter | None:
    """The front matter of `text`, with its problem where it cannot be read; None when there is none."""
    lines = text.removeprefix("\ufeff").split("\n")
    if lines[0].rstrip() != "---":
        return None
    end = next((number for number, line in enumerate(lines[1:], 1) if line.rstrip() == "---"), None)
    if end is None:
        return FrontMatter(problem="never ends")
    try:
        values = yaml.safe_load("\n".join(lines[1:end]))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        return FrontMatter(end=end, problem="is no YAML", problem_line=min(end, (mark.line if mark else 0) + 2))
    if not isinstance(values, dict):
        return FrontMatter(end=end, problem="holds no keys")
    found = ((re.match(r"([\w-]+)\s*:", line), number) for number, line in enumerate(lines[: end + 1], 1))
    places = {match[1]: number for match, number in found if match}
    return FrontMatter({str(key): value for key, value in values.items()}, places, end + 1)


def prose(view: View, path: str) -> Iterator[tuple[int, str]]:
    """Numbered lines of an instruction file behind its front matter and outside of code fences."""
    text = view.text(path)
    matter = front_matter(text)
    start, fenced = matter.end if matter else 0, False
    for number, line in enumerate(text.split("\n"), 1):
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced and number > start:
            yield number, line
