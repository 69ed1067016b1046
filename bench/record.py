"""What a large review record costs: written from a report, written again, answered, checked and shown.

    python bench/record.py [--repeat N] [--write]

One finding in eight is raised by a second role as well. Medians of wall time and processor time, and the largest process. Growth is the
processor time of the larger record over that of the smaller one, by finding: 1 is linear. `--write` replaces this section of bench/RESULTS.md.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from overhead import BIN, QUIET, write

SIZES = (1_000, 10_000)
PER_FILE = 100
ROLES = ("security-review", "correctness-review", "structure-review", "naming-review")
ID = "R-security-review-1"
RECORD = [str(BIN / "code-review"), "record"]
COMMANDS = ("start", "start again", "validate", "show --json", "answer", "close")


@dataclass(frozen=True)
class Cost:
    """Seconds of wall time and of the processor, and megabytes of the process."""

    wall: float
    processor: float
    megabytes: float


def measure(words: Sequence[str], cwd: Path) -> Cost:
    """One command, its output thrown away; exit codes 0 and 1 are fine, since an open finding keeps a change open."""
    started = time.perf_counter()
    child = subprocess.Popen(
        [*RECORD, *words], cwd=cwd, env=QUIET, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        raise SystemExit(f"record {words[0]} ended with {child.returncode}")
    return Cost(time.perf_counter() - started, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def issue(number: int, role: str) -> dict[str, Any]:
    """A finding of its own line, wording and category."""
    file, line = divmod(number, PER_FILE)
    return {
        "agentName": role,
        "category": f"kind-{number % 7}",
        "severity": ("error", "warning", "suggestion")[number % 3],
        "confidence": "high",
        "file": f"pkg/mod{file}.py",
        "line": 2 * line + 1,
        "endLine": None,
        "message": f"The {words(number)} value is computed and thrown away.",
        "suggestedFix": "Return it to the caller.",
        "evidence": code(number),
        "preExisting": False,
        "ruleId": f"{role}.kind-{number % 7}",
        "inDiff": True,
        "anchor": "exact",
    }


def words(number: int) -> str:
    """A name for a number that is no number: numbers do not tell two findings apart."""
    return "".join("abcdefghij"[int(digit)] for digit in f"{number:05}")


def code(number: int) -> str:
    """The line that a finding quotes."""
    return f"value_{words(number)} = compute({number})"


def project(top: Path, count: int) -> Path:
    """Files with `count` lines to be found, and a report in which they were; its path."""
    (top / ".git").mkdir(parents=True)
    (top / "pkg").mkdir()
    for file in range(count // PER_FILE):
        lines = (f"{code(file * PER_FILE + line)}\n\n" for line in range(PER_FILE))
        (top / "pkg" / f"mod{file}.py").write_text("".join(lines), encoding="utf-8")
    found: dict[str, list[dict[str, Any]]] = {role: [] for role in ROLES}
    for number in range(count):
        role = ROLES[number % len(ROLES)]
        found[role].append(issue(number, role))
        if number % 8 == 0:
            other = ROLES[(number + 1) % len(ROLES)]
            found[other].append(issue(number, other))
    path = top.parent / f"report-{count}.json"
    path.write_text(json.dumps(report(found)), encoding="utf-8")
    return path


def report(found: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """A whole report of a run with these findings."""
    severities = [one["severity"] for issues in found.values() for one in issues]
    agent = {
        "status": "fail",
        "summary": "",
        "modelTier": "mid",
        "model": "",
        "notes": [],
        "attempts": 1,
        "engine": "claude",
    }
    empty = {"gates", "topFindings", "dispatchFailures", "withheld", "suppressed", "expiredRisks", "optionalTools"}
    return {
        "schema": "code-review-report/1",
        "overall": "fail",
        "verdict": "fail",
        "timestamp": "2026-01-01T00:00:00+00:00",
        "scope": {"kind": "since", "base": "main", "baseSha": "0" * 40, "head": "feature", "headSha": "0" * 40}
        | {"subject": None, "noSubject": "bench", "trust": "base", "narrowed": False, "files": []},
        "targetFiles": 1,
        "preFlightPassed": True,
        "staticAnalysis": {"tools": [], "missing": [], "findings": 0, "leftOut": 0},
        "roster": {"selected": list(ROLES), "dropped": [], "warnings": []},
        "engine": {"name": "claude", "label": "claude", "ruleBased": False, "toolUse": "none", "leavesMachine": True}
        | {"paid": True, "others": []},
        "agents": [{**agent, "agentName": role, "issues": issues} for role, issues in found.items()],
        "totals": {f"{kind}s": severities.count(kind) for kind in ("error", "warning", "suggestion")},
        "health": "critical",
        "coverage": [],
        "cost": {
            "tokens": {"input": 0, "cachedRead": 0, "cachedWrite": 0, "output": 0},
            "usd": None,
            "estimated": False,
        },
        "redactions": 0,
        "tokenEstimate": {"totalInputFiles": 1, "agentCount": len(ROLES), "contextStrategy": "diff-only"},
        "escalated": False,
        "gate": {"written": False, "reason": "bench", "rule": "bench"},
        "summary": "",
        "verdictReasons": [],
        "audit": [],
        "notices": [],
        **{key: [] for key in empty},
    }


def costs(count: int, repeat: int) -> dict[str, Cost]:
    """The median cost of each command over a record of `count` findings."""
    found: dict[str, list[Cost]] = {name: [] for name in COMMANDS}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(repeat):
            top = Path(folder) / f"run{number}" / "shop"
            given = project(top, count)
            change = ("--change", "big")
            answer = ("answer", ID, *change, "--status", "fixed", "--by", "developer", "--ref", "1a2b3c4")
            for name, words_of in (
                ("start", ("start", *change, "--from", str(given))),
                ("start again", ("start", *change, "--from", str(given))),
                ("validate", ("validate", *change)),
                ("show --json", ("show", *change, "--json")),
                ("answer", answer),
                ("close", ("close", *change)),
            ):
                found[name].append(measure(words_of, top))
            text = (top / "_codev/changes/big/review.md").read_text(encoding="utf-8")
            if text.count("\n#### R-") != count or text.count("status: fixed") != 1:
                raise SystemExit(f"{count} findings were to be recorded, and {text.count('#### R-')} are")
    return {
        name: Cost(
            statistics.median(one.wall for one in each),
            statistics.median(one.processor for one in each),
            max(one.megabytes for one in each),
        )
        for name, each in found.items()
    }


def cells(cost: Cost) -> str:
    """Two cells of the table."""
    return f"{cost.wall:.1f} ({cost.processor:.1f}) | {cost.megabytes:.0f}"


def section(repeat: int) -> str:
    """The section for bench/RESULTS.md."""
    small, large = (costs(count, repeat) for count in SIZES)
    times = SIZES[1] / SIZES[0]
    rows = (
        f"| {name} | {cells(small[name])} | {cells(large[name])} | {large[name].processor / small[name].processor / times:.2f} |"
        for name in COMMANDS
    )
    lines = (
        "## Review record",
        "",
        f"Command: `python bench/record.py --repeat {repeat} --write` (whole commands; medians of seconds of wall time, processor time in brackets; the largest process).",
        "Growth is processor time by finding in the larger record over that in the smaller one: 1 is linear, less means that the start of the program still shows.",
        "",
        f"| command | {SIZES[0]} findings, s | MB | {SIZES[1]} findings, s | MB | growth |",
        "|---|---|---|---|---|---|",
        *rows,
    )
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    text = section(options.repeat)
    sys.stdout.write(text)
    if options.write:
        write(text)


if __name__ == "__main__":
    main()
