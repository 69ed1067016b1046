"""What the cache is worth: a review without it, a first one that fills it, a second one of the same files, one with a single file changed.

    python bench/again.py [--repeat N] [--write]

The four follow one another in each round, each round with an empty cache, so that a noisy machine hits all of them. Medians of wall time
and of processor time (the tools' included). `--write` replaces this section of bench/RESULTS.md.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from overhead import BIN, QUIET, commit, repository, write

SIZES = (60, 600)
RUNS = ("without", "first", "second", "one changed")
REVIEW = [str(BIN / "code-review"), "run", "--since", "main", "--engine", "offline", "--json", "--fail-on", "never"]
# The bench is about the cache, so it runs also where CI is set.
ENVIRONMENT = {name: value for name, value in QUIET.items() if name != "CI"}


@dataclass(frozen=True)
class Cost:
    """Seconds of wall time, and of the processor in all processes of the run."""

    wall: float
    processor: float


def measure(repo: Path, home: Path, *flags: str) -> Cost:
    """One review; what it prints must be a report."""
    started = time.perf_counter()
    with tempfile.TemporaryFile() as out:
        environment = {**ENVIRONMENT, "CODE_REVIEW_HOME": str(home)}
        child = subprocess.Popen([*REVIEW, *flags], cwd=repo, env=environment, stdout=out, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        wall = time.perf_counter() - started
        out.seek(0)
        if child.returncode not in (0, 1) or b'"verdict"' not in out.read():
            raise SystemExit(f"the review ended with {child.returncode}")
    return Cost(wall, usage.ru_utime + usage.ru_stime)


def rounds(count: int, repeat: int) -> dict[str, list[Cost]]:
    """`repeat` costs for each kind of run over `count` changed files."""
    costs: dict[str, list[Cost]] = {name: [] for name in RUNS}
    with tempfile.TemporaryDirectory() as folder:
        repo = Path(folder) / "repo"
        repository(repo, count)
        touched = repo / "pkg1" / "mod1.py"
        for number in range(repeat):
            home = Path(folder) / f"home{number}"
            costs["without"].append(measure(repo, home, "--no-cache"))
            costs["first"].append(measure(repo, home))
            costs["second"].append(measure(repo, home))
            touched.write_text(f"{touched.read_text()}\n# {number}\n")
            commit(repo, f"edit {number}")
            costs["one changed"].append(measure(repo, home))
    return costs


def row(count: int, repeat: int) -> str:
    """One row of the table."""
    costs = rounds(count, repeat)
    wall = {name: statistics.median(cost.wall for cost in found) for name, found in costs.items()}
    busy = {name: statistics.median(cost.processor for cost in found) for name, found in costs.items()}
    cells = " | ".join(f"{wall[name]:.1f} ({busy[name]:.1f})" for name in RUNS)
    ratios = (wall["first"] / wall["without"], wall["second"] / wall["first"], busy["second"] / busy["first"])
    return f"| {count} | {cells} | {' | '.join(f'{ratio:.2f}' for ratio in ratios)} |"


def report(repeat: int) -> str:
    """The section for bench/RESULTS.md."""
    lines = (
        "## Second run",
        "",
        f"Command: `python bench/again.py --repeat {repeat} --write` (whole reviews by the offline engine; medians of seconds of wall time, processor",
        "time in brackets; each round begins with an empty cache). Only semgrep and ruff are spared: detectors, evidence and report are as before.",
        "",
        "| changed files | without cache, s | first run, s | second run, s | one file changed, s | first / without | second / first | same, processor |",
        "|---|---|---|---|---|---|---|---|",
        *(row(count, repeat) for count in SIZES),
    )
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    section = report(options.repeat)
    sys.stdout.write(section)
    if options.write:
        write(section)


if __name__ == "__main__":
    main()
