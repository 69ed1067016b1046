"""The parts of the aggregate and of the payload that say what a mode is and what it recorded."""

from orchestrator.report.vocabulary import verdict_word
from orchestrator.values.finding import Detail
from orchestrator.values.mode import Mode, ModeRun, StoreActivity
from orchestrator.values.report import Verdict

Object = dict[str, object]


def words(mode: Mode) -> Object:
    """The vocabulary: whoever has it needs to know no mode to read a finding."""
    return {
        "id": mode.id,
        "label": mode.label,
        "fields": [
            {
                "key": one.key,
                "label": one.label,
                "required": one.required,
                "block": one.block,
                "guide": one.guide,
            }
            for one in mode.fields
        ],
        "severities": [
            {
                "id": one.id,
                "label": one.label,
                "tone": one.tone.value,
                "verdict": one.force.value,
                "meaning": one.meaning,
            }
            for one in mode.severities
        ],
        "verdicts": {
            verdict.value: verdict_word(mode, verdict) or verdict.value
            for verdict in (Verdict.PASS, Verdict.WARN, Verdict.FAIL)
        },
        "categories": list(mode.categories),
    }


def mode_run(run: ModeRun) -> Object:
    """The vocabulary and how the run went; what did not happen is an empty text."""
    return {
        **words(run.mode),
        "incomplete": run.incomplete,
        "degraded": run.degraded,
        "focus": run.focus,
        "language": run.language,
    }


def detail(stated: Detail) -> Object:
    """What a finding of a mode has beyond the keys of every issue."""
    return {
        "id": stated.id,
        "severityId": stated.severity_id,
        "title": stated.title,
        "summary": stated.summary,
        "fields": dict(stated.fields),
    }


def store(activity: StoreActivity) -> Object:
    """What the reviewer did to its findings."""
    return {
        "calls": activity.calls,
        "recorded": activity.recorded,
        "updated": activity.updated,
        "deleted": activity.deleted,
    }
