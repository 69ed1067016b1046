"""Settings of coding agents in JSON: malformed files, powers without a limit, secrets, hooks and servers that are not what they seem."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from orchestrator.engines.offline.detectors.agent_files import is_settings
from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.redaction import redact
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity

_UNLIMITED = re.compile(r"\"Bash(?:\(\s*(?::?\*|(?:sudo|rm|sh|bash|eval)(?:[ :]*\*))\s*\))?\"")
_BYPASS = re.compile(r"\"defaultMode\"\s*:\s*\"bypassPermissions\"|\"dangerouslySkipPermissions\"\s*:\s*true")
_PLAIN_SERVER = re.compile(r"\"url\"\s*:\s*\"http://(?!localhost|127\.0\.0\.1|\[::1\]|host\.docker\.internal)")
_UNPINNED = re.compile(r"\"(?:-y|--yes)\"\s*,\s*\"(?P<package>(?:@[\w.-]+/)?[\w.-]+(?:@latest)?)\"")
_HOOK = re.compile(
    r"\"command\"\s*:\s*\"[^\"]*?(?:CLAUDE_PROJECT_DIR\}?(?:\\\")?/|(?<![\w/.])\./|(?<![\w/.])(?=\.claude/))(?P<path>[\w./-]+\.(?:sh|py|js|ts|mjs))"
)
_VALUE = re.compile(
    r"\"\w*(?:TOKEN|SECRET|PASSWORD|API_?KEY)\w*\"\s*:\s*\"(?!\$|<|\*|x{3}|your|changeme|test)[^\"\s]{12,}\"",
    re.IGNORECASE,
)


def find_unsafe_settings(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Whatever of the above stands in an added line; JSON that cannot be read is reported alone."""
    for file in files:
        if file.deleted or not is_settings(file.path):
            continue
        broken = _parse_error(view.text(file.path))
        if broken is not None:
            if view.changed.touches(file.path, broken):
                yield _MALFORMED.spot(file.path, broken)
            continue
        allowed = _allowed_lines(view.lines(file.path))
        for number, line in view.reviewed(file.path):
            for rule in _RULES:
                if rule.broken(line) and (rule is not _SHELL or number in allowed):
                    yield rule.spot(file.path, number)
            yield from _lost_hook(view, file.path, number, line)


def _parse_error(text: str) -> int | None:
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.lineno
    except RecursionError:
        return 1
    return None


def _allowed_lines(lines: tuple[str, ...]) -> frozenset[int]:
    """Lines of the list of what is allowed: the same words in the list of what is denied are a limit."""
    inside, found = False, set[int]()
    for number, line in enumerate(lines, 1):
        inside = inside or re.search(r"\"(?:allow|allowedTools)\"\s*:", line) is not None
        if inside:
            found.add(number)
        inside = inside and "]" not in line
    return frozenset(found)


def _lost_hook(view: View, path: str, number: int, line: str) -> Iterator[Spot]:
    found = _HOOK.search(line)
    if found and found["path"] not in view.sources.paths:
        yield _LOST_HOOK.spot(path, number)


def _holds_secret(line: str) -> bool:
    return _VALUE.search(line) is not None or (redact(line)[1] > 0 and "${" not in line)


@dataclass(frozen=True, slots=True)
class _Rule:
    broken: Callable[[str], bool]
    severity: Severity
    category: str
    message: str
    fix: str

    def spot(self, path: str, line: int) -> Spot:
        """The rule broken at one place."""
        return Spot(
            file=path,
            line=line,
            severity=self.severity,
            confidence=Confidence.MEDIUM if self.severity is Severity.SUGGESTION else Confidence.HIGH,
            category=self.category,
            message=self.message,
            fix=self.fix,
        )


_SHELL = _Rule(
    lambda line: _UNLIMITED.search(line) is not None,
    Severity.ERROR,
    "excess-permission",
    "Any command, or one that can destroy anything, runs unasked for everybody who opens this repository: a text the agent reads can give the order.",
    "Allow the few commands that are needed, for example Bash(npm run test).",
)
_MALFORMED = _Rule(
    lambda _: False,
    Severity.ERROR,
    "invalid-config",
    "The file is no JSON: the host ignores it as a whole, and with it every permission and hook that should protect.",
    "Correct the syntax at this line: no comments, no comma behind the last entry.",
)
_LOST_HOOK = _Rule(
    lambda _: False,
    Severity.WARNING,
    "broken-reference",
    "The hook starts a script that does not exist here: the check it stands for never happens.",
    "Correct the path, or add the script.",
)
_RULES = (
    _SHELL,
    _Rule(
        lambda line: _BYPASS.search(line) is not None,
        Severity.ERROR,
        "excess-permission",
        "Approvals are switched off for everybody who opens this repository: nothing an agent does is asked for any more.",
        "Leave the mode to each person, and allow single commands here.",
    ),
    _Rule(
        _holds_secret,
        Severity.ERROR,
        "secret-in-config",
        "A secret stands in a file that everybody with the repository can read, its history included.",
        "Revoke it, and refer to an environment variable instead.",
    ),
    _Rule(
        lambda line: _PLAIN_SERVER.search(line) is not None,
        Severity.WARNING,
        "untrusted-server",
        "The tool server is reached by plain HTTP: whoever sits on the way can read what the agent sends and change what it is told.",
        "Use https.",
    ),
    _Rule(
        lambda line: _UNPINNED.search(line) is not None,
        Severity.SUGGESTION,
        "untrusted-server",
        "The tool server is fetched at start in whichever version is newest: a bad release runs on every machine the same day.",
        "Name the version, for example server@1.4.2.",
    ),
)
