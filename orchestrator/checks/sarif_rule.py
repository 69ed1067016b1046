"""Rules and messages of one SARIF run: which rule a result means, how bad that is, what it says."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from orchestrator.checks.json_parts import as_dict, as_list, as_number, as_text, one_line_of

Object = Mapping[str, Any]

_LEVELS = {"error": "error", "warning": "warning", "note": "suggestion", "none": "suggestion"}
_PLACEHOLDER = re.compile(r"\{\{|\}\}|\{(\d+)\}")
_LINK = re.compile(r"(?<!\\)\[((?:[^\[\]\\]|\\.)+)\]\([^()\s]*\)")
_HIGH, _MEDIUM = 7.0, 4.0


class Rules:
    """The rules a run declares, in its driver and its extensions."""

    def __init__(self, run: Object) -> None:
        tool = as_dict(run.get("tool"))
        self._driver = as_dict(tool.get("driver"))
        self._extensions = [as_dict(part) for part in as_list(tool.get("extensions"))]

    def of(self, result: Object) -> tuple[str, Object]:
        """Id and description of the rule behind `result`; the description is empty when the run declares none."""
        reference = as_dict(result.get("rule"))
        named = as_text(result.get("ruleId")) or as_text(reference.get("id"))
        index = as_number(reference.get("index"))
        index = as_number(result.get("ruleIndex")) if index is None else index
        rules = [as_dict(rule) for rule in as_list(self._component(reference).get("rules"))]
        rule = rules[index] if index is not None and 0 <= index < len(rules) else self._by_id(named)
        return named or as_text(rule.get("id")) or "unnamed", rule

    def message(self, result: Object, rule: Object) -> str:
        """What `result` says in one line, its arguments filled in and links reduced to their words."""
        message = as_dict(result.get("message"))
        text = next(filter(None, self._wordings(message, rule)), "")
        arguments = [str(argument) for argument in as_list(message.get("arguments"))]

        def fill(match: re.Match[str]) -> str:
            if match[1] is None:
                return match[0][0]
            return arguments[int(match[1])] if int(match[1]) < len(arguments) else match[0]

        filled = _PLACEHOLDER.sub(fill, text) if arguments else text
        return one_line_of(_LINK.sub(r"\1", filled))

    def _wordings(self, message: Object, rule: Object) -> Iterator[str]:
        yield as_text(message.get("text"))
        yield as_text(message.get("markdown"))
        identity = as_text(message.get("id"))
        for strings in (rule.get("messageStrings"), self._driver.get("globalMessageStrings")):
            yield _words(as_dict(strings).get(identity))
        for key in ("shortDescription", "fullDescription"):
            yield _words(rule.get(key))
        yield as_text(rule.get("name"))
        yield as_text(rule.get("id"))

    def _component(self, reference: Object) -> Object:
        """The part of the tool that a rule reference points into; without a pointer that is the driver."""
        pointer = as_dict(reference.get("toolComponent"))
        index = as_number(pointer.get("index"))
        if index is not None and 0 <= index < len(self._extensions):
            return self._extensions[index]
        keys = [key for key in ("guid", "name") if pointer.get(key)]
        for part in self._extensions:
            if any(part.get(key) == pointer[key] for key in keys):
                return part
        return self._driver

    def _by_id(self, named: str) -> Object:
        """A result may name a part of a rule, `rule/part`; the longest declared id in front of it counts."""
        declared = {
            as_text(as_dict(rule).get("id")): as_dict(rule)
            for part in (*reversed(self._extensions), self._driver)
            for rule in as_list(part.get("rules"))
        }
        while named and named not in declared:
            named = named.rpartition("/")[0]
        return declared[named] if named else {}


def severity_of(result: Object, rule: Object) -> str:
    """error, warning or suggestion. A `security-severity` (0 to 10) says more than a level and wins."""
    for properties in (as_dict(result.get("properties")), as_dict(rule.get("properties"))):
        score = _score(properties.get("security-severity"))
        if score > 0:
            return "error" if score >= _HIGH else "warning" if score >= _MEDIUM else "suggestion"
    level = as_text(result.get("level"))
    if not level and as_text(result.get("kind")) in {"", "fail"}:
        level = as_text(as_dict(rule.get("defaultConfiguration")).get("level")) or "warning"
    return _LEVELS.get(level, "warning" if level else "suggestion")


def _score(value: object) -> float:
    try:
        return float(value) if isinstance(value, str | int | float) else 0.0
    except ValueError:
        return 0.0


def _words(value: object) -> str:
    entry = as_dict(value)
    return as_text(entry.get("text")) or as_text(entry.get("markdown"))
