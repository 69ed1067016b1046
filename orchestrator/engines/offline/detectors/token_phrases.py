"""Single lines that cost tokens: stock phrases, text for people, orders to read everything, and prompts built without a limit."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from orchestrator.engines.offline.detectors.agent_files import is_always_loaded, is_instruction, prose
from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.kinds import is_python, is_script, is_test
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity


@dataclass(frozen=True, slots=True)
class _Phrase:
    pattern: re.Pattern[str]
    category: str
    severity: Severity
    message: str
    fix: str
    applies: Callable[[str], bool] = is_instruction

    def spot(self, path: str, line: int) -> Spot:
        """The phrase at one place."""
        return Spot(
            file=path,
            line=line,
            severity=self.severity,
            confidence=Confidence.MEDIUM,
            category=self.category,
            message=self.message,
            fix=self.fix,
        )


_IN_TEXT = (
    _Phrase(
        re.compile(
            r"\b(?:write|produce) (?:clean|good|high[- ]quality|readable|maintainable)(?:,? (?:and )?\w+)* code\b"
            r"|\bfollow (?:the )?(?:industry |general |coding )?best practi[cs]es?\b(?!\s*(?:in|of|from|at|described|listed))"
            r"|\buse (?:meaningful|descriptive) (?:variable |function )?names\b|\bhandle (?:all )?errors (?:properly|gracefully|appropriately)\b"
            r"|\b(?:Python|JavaScript|TypeScript|Java|Go|Rust) is an? [\w, -]*(?:language|superset)\b|\bGit is a [\w -]*version[- ]control",
            re.IGNORECASE,
        ),
        "redundant-knowledge",
        Severity.SUGGESTION,
        "Every capable model knows and does this without being told: the sentence is paid for with each load and changes nothing.",
        "Take it out, or say what is particular to this repository.",
    ),
    _Phrase(
        re.compile(
            r"!\[[^\]]*\]\(https?://[^)]*(?:badge|shields\.io|/status)[^)]*\)"
            r"|^#{1,4}\s*(?:change ?log|version history|revision history|credits|acknowledge?ments|contributors|authors|sponsors|licen[cs]e)\s*$",
            re.IGNORECASE,
        ),
        "human-only-text",
        Severity.SUGGESTION,
        "Badges, credits and history are for people who visit the page: an agent loads them each time and does nothing with them.",
        "Move this to the README or the change log.",
    ),
    _Phrase(
        re.compile(
            r"\bread (?:through )?(?:all(?: of)?|every|each|the (?:whole|entire|full|complete))\b[^.\n]{0,50}(?:\bfiles?\b|\bdocs?/|\bdocumentation\b|\bfolder\b|\bdirectory\b|\bcode ?base\b|\brepository\b|\bsource\b|/)"
            r"(?=[^\n]{0,80}(?:\bbefore\b|\bfirst\b|\bcontext\b|\.|$))",
            re.IGNORECASE,
        ),
        "eager-reading",
        Severity.WARNING,
        "The agent is sent to read everything before it knows what it needs: most of the window is full when the work begins.",
        "Name the one file to begin with, and say for which task the others are.",
        is_always_loaded,
    ),
    _Phrase(
        re.compile(
            r"\blorem ipsum\b|\[(?:insert|describe|fill in|your|add)\b[^\]\n]{0,60}\](?!\()|\bTODO:? (?:fill|write|describe|add|complete)\b|\bTBD\b",
            re.IGNORECASE,
        ),
        "dead-text",
        Severity.SUGGESTION,
        "A placeholder of the template was never filled in: it is loaded each time and may be taken for an order.",
        "Fill it in or take it out.",
    ),
)
_PROMPT = r"(?:\w*(?:[Pp]rompt|[Ss]ystem_?(?:[Mm]essage|[Tt]ext)?|[Ii]nstructions?)\w*)"
_IN_CODE = (
    _Phrase(
        re.compile(
            rf"\b{_PROMPT}\s*(?::\s*\w+\s*)?\+?=\s*[fF]?[\"'`]{{0,3}}[^\n]*?\.join\([^\n]*\.(?:read_text|read)\(\)\s+for\b"
            rf"|\b{_PROMPT}\s*\+=?\s*[^\n]*(?:\.read_text\(|open\([^\n]*\)\.read\(\)|readFileSync\()(?![^\n]*(?:\)\[:|\.slice\(|\.substring\())"
        ),
        "unbounded-injection",
        Severity.WARNING,
        "Whole files go into the prompt without a limit: past the window the end is cut off, where the question stands, and nobody is told.",
        "Put a cap on what is inserted, and say in the prompt what was left out.",
    ),
    _Phrase(
        re.compile(
            rf"\b{_PROMPT}\s*(?::\s*\w+\s*)?[=:]\s*(?:[fF][\"']{{1,3}}[^\n\"']{{0,40}}\{{[^}}\n]*(?:\bnow\(|\btoday\(|\buuid4\(|\btime\(\))"
            r"|`[^\n`]{0,40}\$\{[^}\n]*(?:new Date\(|Date\.now\(|randomUUID\())"
        ),
        "cache-breaking-order",
        Severity.WARNING,
        "The prompt begins with a value that is another one in each call: nothing behind it can be served from the provider's cache.",
        "Put what never changes first, and the clock or the id at the end or into the user's message.",
    ),
)


def may_cost_tokens(path: str) -> bool:
    """True for instructions and for code that may build prompts."""
    return is_instruction(path) or ((is_python(path) or is_script(path)) and not is_test(path))


def find_costly_phrases(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Each phrase on each added line of an instruction, or of code."""
    for file in files:
        if file.deleted:
            continue
        instruction = is_instruction(file.path)
        numbered = prose(view, file.path) if instruction else view.reviewed(file.path)
        for number, line in numbered:
            if not view.changed.touches(file.path, number):
                continue
            for phrase in _IN_TEXT if instruction else _IN_CODE:
                if phrase.pattern.search(line) and (not instruction or phrase.applies(file.path)):
                    yield phrase.spot(file.path, number)
