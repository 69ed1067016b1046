"""Parts of a request that some models or servers refuse: left out after the first complaint, and remembered."""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, field

from orchestrator.engines.wire.taxonomy import Problem

COMPLAINTS = frozenset({400, 422})
"""Statuses with which servers refuse a request for what it says."""


@dataclass(frozen=True, slots=True)
class Feature:
    """One part of a request. `complaint` recognises an error that names it; `lost` says what a reader of the report must
    know when it is left out, and is empty where nothing is lost."""

    name: str
    complaint: re.Pattern[str]
    lost: str = ""


@dataclass(slots=True)
class Memory:
    """What each model of one server has refused so far."""

    _refused: dict[str, set[str]] = field(default_factory=dict)

    def of(self, model: str) -> Set[str]:
        """Names of the features that `model` does not take."""
        return frozenset(self._refused.get(model, ()))

    def note(self, model: str, feature: Feature) -> None:
        """`model` refused `feature`."""
        self._refused.setdefault(model, set()).add(feature.name)


def refused_feature(problem: Problem, sent: Sequence[Feature]) -> Feature | None:
    """The feature of `sent` that `problem` names, None when the complaint is about something else.

    The first one wins, so what names another in passing has to come first.
    """
    if problem.status not in COMPLAINTS:
        return None
    for text in (problem.named, problem.message[:1000]):
        found = next((feature for feature in sent if text and feature.complaint.search(text)), None)
        if found:
            return found
    return None
