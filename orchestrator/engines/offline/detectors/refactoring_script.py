"""Chains and flag functions in languages with braces, and home-made copies of what the language has."""

import re
from collections.abc import Iterator

from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.brace_functions import bracket_pairs
from orchestrator.engines.offline.detectors.kinds import is_hand_written_code, is_script
from orchestrator.engines.offline.detectors.masking import mask
from orchestrator.engines.offline.detectors.refactoring_shape import Chain, Half, is_kind
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity

_BRANCH = re.compile(
    r"(?P<else>\belse\s+)?\bif\s*\(\s*(?P<subject>[\w.$]+)\s*===?\s*(?P<tag>[\"'][^\"'\n]*[\"']|[\w.]+)\s*\)\s*(?P<open>\{)"
)
_SWITCH = re.compile(r"\bswitch\s*\(\s*(?P<subject>[\w.$]+)\s*\)\s*(?P<open>\{)")
_CASE = re.compile(r"\bcase\s+(?P<tag>[\"'][^\"'\n]*[\"']|[\w.]+)\s*:")
_SHORTEST = 3
_FLAGGED = re.compile(
    r"\bfunction\s+(?P<name>\w+)\s*\((?P<params>[^()]*)\)[^{;\n]*\{\s*if\s*\(\s*!?(?P<flag>\w+)\s*\)\s*(?P<open>\{)"
)
_HALF = 3
_DEEP_COPY = re.compile(r"\bJSON\.parse\(\s*JSON\.stringify\(\s*[\w.]+\s*\)\s*\)")


def script_chains(path: str, text: str) -> Iterator[Chain]:
    """Chains of `else if`, and switches, in order; only the tags of chains long enough to matter are kept."""
    code = mask(path, text)
    pairs = bracket_pairs(code)
    yield from _else_chains(code, text, pairs)
    for found in _SWITCH.finditer(code):
        end = pairs.get(found.start("open"), found.end())
        # Tags are read from the text itself: strings are blank in the masked code, which has the same length.
        tags = frozenset(case["tag"] for case in _CASE.finditer(text, found.end(), end) if is_kind(case["tag"]))
        if len(tags) >= _SHORTEST:
            yield Chain(_line(code, found.start()), found["subject"], tags, simple=False)


def _else_chains(code: str, text: str, pairs: dict[int, int]) -> Iterator[Chain]:
    start, end, subject, tags, simple = 0, -1, "", set[str](), True
    for found in _BRANCH.finditer(code):
        follows = found["else"] and found["subject"] == subject and not code[end + 1 : found.start()].strip()
        if not follows:
            if len(tags) >= _SHORTEST:
                yield Chain(_line(code, start), subject, frozenset(tags), simple)
            start, subject, tags, simple = found.start(), found["subject"], set(), True
        end = pairs.get(found.start("open"), found.end())
        tag = text[found.start("tag") : found.end("tag")]
        tags |= {tag} if is_kind(tag) else set[str]()
        simple = simple and code.count(";", found.end(), end) <= 2 and "{" not in code[found.end() : end]
    if len(tags) >= _SHORTEST:
        yield Chain(_line(code, start), subject, frozenset(tags), simple)


def script_halves(path: str, text: str) -> Iterator[Half]:
    """Functions whose body is `if (flag) { ... } else { ... }` over one of their parameters."""
    code = mask(path, text)
    pairs = bracket_pairs(code)
    for found in _FLAGGED.finditer(code):
        close = pairs.get(found.start("open"))
        declared = re.search(rf"\b{found['flag']}\s*(?::\s*boolean|\??:\s*boolean|=\s*(?:true|false))", found["params"])
        other = re.compile(r"\s*else\s*\{").match(code, close + 1) if close and declared else None
        end = pairs.get(other.end() - 1) if other else None
        if not (close and other and end) or not re.compile(r"\s*\}").match(code, end + 1):
            continue
        if min(code.count(";", found.end(), close), code.count(";", other.end(), end)) >= _HALF:
            yield Half(_line(code, found.start()), found["name"], found["flag"])


def is_own_script(path: str) -> bool:
    """True for hand-written JavaScript and TypeScript."""
    return is_script(path) and is_hand_written_code(path)


def find_home_made_copies(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Deep copies by way of JSON."""
    for file in files:
        code = () if file.deleted else view.code(file.path)
        for number, _ in view.reviewed(file.path) if code else ():
            if _DEEP_COPY.search(code[number - 1]):
                yield Spot(
                    file=file.path,
                    line=number,
                    severity=Severity.SUGGESTION,
                    confidence=Confidence.MEDIUM,
                    category="replace-home-made",
                    message="The deep copy goes through text: dates become strings, undefined, maps and sets are lost, and nobody is told.",
                    fix="Use structuredClone, which every current runtime has.",
                )


def _line(code: str, position: int) -> int:
    return code.count("\n", 0, position) + 1
