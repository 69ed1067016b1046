"""The parts of the aggregate and of the payload that say what a fix loop did."""

from collections import Counter

from orchestrator.report.json_parts import Object, issue
from orchestrator.values.fixrun import FixedFinding, FixRun, FixState, LoopRound


def fixes(run: FixRun) -> Object:
    """The whole loop: its rounds, and every finding it was given with what became of it."""
    return {
        "ended": run.ended.value,
        "escalated": run.escalated,
        "iterations": run.iterations,
        "rounds": [_round(one) for one in run.rounds],
        "findings": [_finding(one) for one in run.findings],
        "tests": run.tests,
        "where": run.where,
        "commits": list(run.commits),
        "notices": list(run.notices),
        "resumed": run.resumed,
    }


def fixes_summary(run: FixRun) -> Object:
    """The same in numbers; `states` counts findings by what became of them, states without any included."""
    counts = Counter(one.state for one in run.findings)
    return {
        "ended": run.ended.value,
        "escalated": run.escalated,
        "iterations": run.iterations,
        "rounds": len(run.rounds),
        "states": {state.value: counts[state] for state in FixState},
        "tests": run.tests,
        "where": run.where,
        "commits": list(run.commits),
    }


def _round(one: LoopRound) -> Object:
    return {
        "number": one.number,
        "purpose": one.purpose,
        "agents": list(one.agents),
        "new": one.new,
        "carried": one.carried,
        "provenance": one.provenance,
    }


def _finding(one: FixedFinding) -> Object:
    return {
        **issue(one.finding),
        "state": one.state.value,
        "reason": one.reason,
        "fixer": one.fixer,
        "iteration": one.iteration,
        "commit": one.commit,
    }
