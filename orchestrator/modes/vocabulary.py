"""The words of a mode: the fields of a finding, its categories, its severities and what the verdicts are called."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from orchestrator.modes.part import Part, shown
from orchestrator.values.mode import EVIDENCE, PROBLEM, Force, ModeField, ModeSeverity, SeverityTone

RESERVED_FIELDS = ("severity", "category", "file", "line", "title", "summary", "id")
"""The structure of every finding: no mode declares these."""
EVIDENCE_FIELD = ModeField(
    key=EVIDENCE,
    label="Evidence",
    required=True,
    block=True,
    guide="One to five consecutive lines of one file, copied as they stand, that prove the finding.",
)
MINIMUM_FIELDS = (
    ModeField(key=PROBLEM, required=True, guide="What is wrong, for whom or what, and when it shows."),
    EVIDENCE_FIELD,
)
MINIMUM_SEVERITIES = (
    ModeSeverity(
        id="error",
        label="error",
        tone=SeverityTone.ERROR,
        force=Force.FAIL,
        meaning="Must be mended before the change is merged.",
    ),
    ModeSeverity(
        id="warning",
        label="warning",
        tone=SeverityTone.WARN,
        force=Force.WARN,
        meaning="Should be mended soon; the change may be merged.",
    ),
    ModeSeverity(
        id="suggestion",
        label="suggestion",
        tone=SeverityTone.MUTED,
        force=Force.PASS,
        meaning="An improvement that somebody may decline.",
    ),
)

_FIELD_KEYS = ("key", "label", "required", "block", "guide")
_SEVERITY_KEYS = ("id", "label", "tone", "verdict", "meaning")
_TONES = {Force.FAIL: SeverityTone.ERROR, Force.WARN: SeverityTone.WARN, Force.PASS: SeverityTone.MUTED}
_LONGEST_CATEGORY = 64
# Accepted risks name a category behind the mode's id, where these would stand for any text.
_WILD = re.compile(r"[*?\[\]]")


def fields_of(part: Part | None) -> tuple[ModeField, ...]:
    """The fields in their order, a required `evidence` always among them; without any the minimum of every mode."""
    if part is None:
        return MINIMUM_FIELDS
    found: dict[str, ModeField] = {}
    for item in part.items():
        field = _field(item)
        if field is None:
            continue
        if field.key in found:
            item.warn(f"the field {field.key} is declared already, and the first one counts")
        else:
            found[field.key] = field
    if not found:
        part.warn("no usable field is left; problem and evidence are used")
        return MINIMUM_FIELDS
    if EVIDENCE not in found:
        part.warn("evidence is missing and is added: every finding quotes what proves it")
        found[EVIDENCE] = EVIDENCE_FIELD
    return tuple(found.values())


def categories_of(part: Part | None) -> tuple[str, ...]:
    """The categories in their order, each once; none when the mode declares none."""
    found: list[str] = []
    for item in part.items() if part else ():
        name = item.line()
        if not name:
            continue
        if len(name) > _LONGEST_CATEGORY or _WILD.search(name):
            item.warn(f"{shown(name)} is left out: at most {_LONGEST_CATEGORY} characters, and none of * ? [ ]")
        elif name in found:
            item.warn(f"the category {name} is declared already")
        else:
            found.append(name)
    return tuple(found)


def severities_of(part: Part) -> tuple[ModeSeverity, ...]:
    """The severities in their order; a usable minimum when none is declared, so that findings can have a verdict."""
    found: dict[str, ModeSeverity] = {}
    for item in part.items() if part.value is not None else ():
        severity = _severity(item)
        if severity is None:
            continue
        if severity.id in found:
            item.warn(f"the severity {severity.id} is declared already, and the first one counts")
        else:
            found[severity.id] = severity
    if not found:
        part.warn("no severity is declared; error (fail), warning (warn) and suggestion (pass) are used")
    return tuple(found.values()) or MINIMUM_SEVERITIES


def verdicts_of(part: Part | None) -> Mapping[str, str]:
    """What the mode calls pass, warn and fail; the word itself where it has no other."""
    words = {force.value: force.value for force in (Force.PASS, Force.WARN, Force.FAIL)}
    for name, item in (part.record(words) if part else {}).items():
        words[name] = item.line() or name
    return MappingProxyType(words)


def _field(item: Part) -> ModeField | None:
    parts = item.record(_FIELD_KEYS)
    if "key" not in parts:
        if isinstance(item.value, Mapping):
            item.warn("the field has no key and is left out")
        return None
    key = parts["key"].name()
    if not key:
        return None
    if key in RESERVED_FIELDS:
        item.warn(f"the key {key} is part of every finding and cannot be a field; it is left out")
        return None
    required = "required" in parts and parts["required"].flag(default=key == EVIDENCE)
    if key == EVIDENCE and "required" in parts and not required:
        parts["required"].warn("evidence is required in every mode; it stays required")
    return ModeField(
        key=key,
        label=parts["label"].line() if "label" in parts else "",
        required=required or key == EVIDENCE,
        block=parts["block"].flag(default=False) if "block" in parts else key == EVIDENCE,
        guide=parts["guide"].text() if "guide" in parts else "",
    )


def _severity(item: Part) -> ModeSeverity | None:
    parts = item.record(_SEVERITY_KEYS)
    if "id" not in parts:
        if isinstance(item.value, Mapping):
            item.warn("the severity has no id and is left out")
        return None
    name = parts["id"].name()
    if not name:
        return None
    # What nobody can place must let nothing through.
    force = Force.FAIL
    if "verdict" in parts:
        force = parts["verdict"].choice(Force, Force.FAIL)
    else:
        item.warn(f"the severity {name} has no verdict; fail is used")
    return ModeSeverity(
        id=name,
        label=(parts["label"].line() if "label" in parts else "") or name,
        tone=parts["tone"].choice(SeverityTone, _TONES[force]) if "tone" in parts else _TONES[force],
        force=force,
        meaning=parts["meaning"].text() if "meaning" in parts else "",
    )
