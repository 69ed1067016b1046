"""Reading ACCEPTED-RISKS.md: front matter in, checked rules out, or every mistake named with its rule."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from enum import StrEnum
from typing import Any

import yaml

from orchestrator.errors import PolicyError
from orchestrator.strict_yaml import StrictLoader, load_strict

FILE = "ACCEPTED-RISKS.md"
MIN_RATIONALE = 50

_REQUIRED = ("id", "rule_id", "files", "rationale", "expires", "owner")
_KEYS = (*_REQUIRED, "scope", "broad")
_FRONT_MATTER = re.compile(r"\ufeff?---[ \t]*\r?\n(?P<yaml>.*?)^---[ \t]*\r?$", re.DOTALL | re.MULTILINE)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_WILD = re.compile(r"[*?\[]")


class RiskScope(StrEnum):
    """`finding`: one kind of finding; `file`: the file as a whole, so its `rule_id` may also be `*`."""

    FINDING = "finding"
    FILE = "file"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One accepted risk. `rule_id` is an id, or ends in `.*`, or is `*`; `expires` is the last day on which it acts."""

    id: str
    rule_id: str
    files: tuple[str, ...]
    rationale: str
    expires: date
    owner: str
    scope: RiskScope = RiskScope.FINDING
    broad: bool = False


class _Loader(StrictLoader):
    """Dates stay text, so that a wrong one can be reported with its rule."""

    yaml_implicit_resolvers = {  # noqa: RUF012 - the library's own class-level table, copied and never changed
        first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


def parse_risks(text: str) -> tuple[Rule, ...]:
    """The rules of an ACCEPTED-RISKS.md in their order; raises PolicyError listing every mistake with its rule id."""
    entries = _entries(text)
    problems = list(_problems(entries))
    if problems:
        raise PolicyError(f"{FILE}: {'; '.join(problems)}", hint=f"mend the front matter of {FILE}")
    return tuple(_rule(entry) for entry in entries)


def _entries(text: str) -> Sequence[Mapping[str, Any]]:
    match = _FRONT_MATTER.match(text)
    if match is None:
        raise PolicyError(f"{FILE} does not begin with front matter", hint="begin it with ---, rules: [] and ---")
    try:
        data = load_strict(match["yaml"], _Loader)
    except (yaml.YAMLError, RecursionError) as error:
        raise PolicyError(f"{FILE}: the front matter is not YAML: {_one_line(error)}") from error
    if not isinstance(data, dict) or "rules" not in data:
        raise PolicyError(f"{FILE}: the front matter has no `rules:` list", hint="an empty list is `rules: []`")
    unknown = [key for key in data if key != "rules"]
    if unknown:
        raise PolicyError(f"{FILE}: the front matter knows only `rules`, not {unknown[0]!r}")
    rules = data["rules"] if data["rules"] is not None else []
    if not isinstance(rules, list) or not all(isinstance(rule, dict) for rule in rules):
        raise PolicyError(f"{FILE}: `rules` must be a list of rules, each with keys {', '.join(_KEYS)}")
    return rules


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:300]


def _problems(entries: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    ids = Counter(entry["id"] for entry in entries if _is_text(entry.get("id")))
    for number, entry in enumerate(entries, 1):
        name = f"rule {entry['id']}" if _is_text(entry.get("id")) else f"rule number {number}"
        yield from (f"{name}: {problem}" for problem in _rule_problems(entry))
    yield from (f"rule {name}: the id is given to {count} rules" for name, count in ids.items() if count > 1)


def _rule_problems(entry: Mapping[str, Any]) -> Iterator[str]:
    for key in entry:
        if key not in _KEYS:
            close = get_close_matches(str(key), _KEYS, n=1)
            yield f"unknown key {key!r}" + (f", did you mean {close[0]}?" if close else "")
    missing = [key for key in _REQUIRED if entry.get(key) in (None, "", [])]
    if missing:
        yield f"{', '.join(missing)} missing"
    for key in ("id", "rule_id", "rationale", "owner"):
        if key not in missing and not _is_text(entry[key]):
            yield f"{key} must be text on one line" if key != "rationale" else "rationale must be text"
    yield from _detail_problems(entry, {key for key in _REQUIRED if key not in missing})
    yield from _breadth_problems(entry)


def _detail_problems(entry: Mapping[str, Any], given: set[str]) -> Iterator[str]:
    rationale = entry.get("rationale")
    if isinstance(rationale, str) and "rationale" in given:
        length = len(" ".join(rationale.split()))
        if length < MIN_RATIONALE:
            yield f"rationale has {length} characters, {MIN_RATIONALE} are needed: say why the risk is bearable"
    if "expires" in given and _date(entry["expires"]) is None:
        yield f"expires must be a date like 2030-01-31, not {entry['expires']!r}"
    if "files" in given:
        yield from _file_problems(entry["files"])
    if entry.get("scope", RiskScope.FINDING) not in list(RiskScope):
        yield f"scope must be finding or file, not {entry['scope']!r}"
    if not isinstance(entry.get("broad", False), bool):
        yield f"broad must be true or false, not {entry['broad']!r}"


def _file_problems(files: object) -> Iterator[str]:
    if not isinstance(files, list) or not all(_is_text(glob) for glob in files):
        yield "files must be a list of paths or globs"
        return
    for glob in files:
        if glob.startswith(("!", "#", "/")) or ".." in glob.split("/"):
            yield f"files: {glob!r} must be a path or glob below the repository's top, without ! in front"


def _breadth_problems(entry: Mapping[str, Any]) -> Iterator[str]:
    rule_id, scope = entry.get("rule_id"), entry.get("scope")
    wide = []
    if isinstance(rule_id, str) and _WILD.search(rule_id):
        wide.append("a wildcard in rule_id")
        whole_file = rule_id == "*" and scope == RiskScope.FILE
        if not whole_file and (not rule_id.endswith(".*") or _WILD.search(rule_id[:-2])):
            yield f"rule_id {rule_id!r} may have a wildcard only as a trailing `.*` (or be `*` with scope: file)"
    if scope == RiskScope.FILE:
        wide.append("scope: file")
    if wide and entry.get("broad") is not True:
        yield f"{' and '.join(wide)} needs broad: true"


def is_glob(pattern: str) -> bool:
    """True when `pattern` can select several files; anything else is one exact path."""
    return bool(_WILD.search(pattern)) or pattern.endswith("/")


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and "\n" not in value.strip()


def _date(value: object) -> date | None:
    if not isinstance(value, str) or not _DATE.fullmatch(value):
        return None
    try:
        return date.fromisoformat(value)
    except ValueError:  # a date that no calendar has
        return None


def _rule(entry: Mapping[str, Any]) -> Rule:
    expires = _date(entry["expires"])
    if expires is None:
        raise PolicyError(f"{FILE}: rule {entry['id']}: expires is not a date")
    return Rule(
        id=entry["id"].strip(),
        rule_id=entry["rule_id"].strip(),
        files=tuple(entry["files"]),
        rationale=" ".join(entry["rationale"].split()),
        expires=expires,
        owner=entry["owner"].strip(),
        scope=RiskScope(entry.get("scope", RiskScope.FINDING)),
        broad=entry.get("broad", False),
    )
