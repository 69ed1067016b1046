"""What orchestration adds: a whole review against the tools it must run, side by side in one process.

    python bench/overhead.py [--repeat N] [--write]

Each round runs the review (gates, pre-pass and the whole offline panel), one plain semgrep run with the same rules, and all bare
tools as the review starts them, one after the other on the same repository, so that a noisy machine hits all. Ratios are of the medians. `--write` replaces this section of bench/RESULTS.md.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from orchestrator.checks.rules import RulePack

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PACK = ROOT / "knowledge" / "rules"
# Without the cache: what a review adds to its tools shows only when they are started.
REVIEW = [
    *(str(BIN / "code-review"), "run", "--since", "main", "--engine", "offline", "--json", "--fail-on", "never"),
    "--no-cache",
]
GIT_CALLS = [
    ["git", "merge-base", "main", "HEAD"],
    ["git", "diff", "--raw", "-z", "main...HEAD"],
    ["git", "diff", "main...HEAD"],
]
SIZES = (3, 60, 600)
GIT = ("git", "-c", "user.name=b", "-c", "user.email=b@example.invalid", "-c", "commit.gpgsign=false")
# An environment that forbids bytecode files would make every start compile the whole program.
KEPT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
QUIET = {**KEPT, "SEMGREP_SEND_METRICS": "off", "SEMGREP_ENABLE_VERSION_CHECK": "0"}


@dataclass(frozen=True)
class Cost:
    """Seconds of wall time and megabytes of the largest process."""

    seconds: float
    megabytes: float


def measure(argv: Sequence[str], cwd: Path) -> Cost:
    """Runs one command, its output thrown away; exit codes 0 and 1 are fine, since findings make it 1."""
    started = time.perf_counter()
    child = subprocess.Popen(argv, cwd=cwd, env=QUIET, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        raise SystemExit(f"{argv[0]} ended with {child.returncode}")
    return Cost(time.perf_counter() - started, usage.ru_maxrss / 1024)


def source(number: int, language: str) -> str:
    """A file of ordinary code, about 40 lines, different for every number."""
    if language == "py":
        body = "\n\n".join(
            f"def handle_{number}_{part}(rows: list[int], limit: int) -> int:\n"
            f'    """Sum of the rows below a limit."""\n    total = {part}\n    for row in rows:\n'
            f"        if row < limit:\n            total += row\n    return total"
            for part in range(5)
        )
        return f'"""Module {number}."""\n\n\n{body}\n'
    return "\n".join(
        f"export function handle{number}x{part}(rows: readonly number[], limit: number): number {{\n"
        f"  return rows.filter((row) => row < limit).reduce((sum, row) => sum + row, {part});\n}}\n"
        for part in range(8)
    )


def repository(root: Path, count: int) -> None:
    """A repository whose branch `work` changes `count` files of a main branch twice that size."""
    subprocess.run([*GIT, "init", "-q", "-b", "main", str(root)], check=True)
    files = [root / f"pkg{n % 12}" / f"mod{n}.{'py' if n % 2 else 'ts'}" for n in range(2 * count)]
    for number, path in enumerate(files):
        path.parent.mkdir(exist_ok=True)
        path.write_text(source(number, path.suffix[1:]))
    commit(root, "base")
    subprocess.run([*GIT, "checkout", "-q", "-b", "work"], cwd=root, check=True)
    for number, path in enumerate(files[:count]):
        path.write_text(source(number, path.suffix[1:]).replace("limit", "bound") + "\n")
    commit(root, "work")


def commit(root: Path, message: str) -> None:
    """Commits everything."""
    subprocess.run([*GIT, "add", "-A"], cwd=root, check=True)
    subprocess.run([*GIT, "commit", "-q", "-m", message], cwd=root, check=True)


def plain_semgrep(changed: Sequence[str]) -> list[Sequence[str]]:
    """One semgrep run with all our rules, started as anybody would: the usual front end over the whole pack."""
    semgrep = [str(BIN / "semgrep"), "scan", "--metrics=off", "--disable-version-check", "--json", "--quiet"]
    return [[*semgrep, "--disable-nosem", "--no-git-ignore", "--config", str(PACK / "semgrep"), *changed]]


def same_tools(changed: Sequence[str], rules: Path) -> list[Sequence[str]]:
    """Git, semgrep and ruff as the review starts them: native front end, only the rules and codes that apply."""
    pack = RulePack.load(PACK)
    rules.write_text('{"rules": [' + ",".join(rule.body for rule in pack.semgrep_for(changed)) + "]}")
    semgrep = [str(BIN / "semgrep"), "scan", "--experimental", "--metrics=off", "--disable-version-check", "--json"]
    return [
        *GIT_CALLS,
        [*semgrep, "--quiet", "--disable-nosem", "--no-git-ignore", "--config", str(rules), *changed],
        [str(BIN / "ruff"), "check", "--isolated", "--no-cache", f"--select={','.join(pack.ruff)}", *changed],
    ]


def total(commands: Sequence[Sequence[str]], root: Path) -> Cost:
    """The commands one after the other: seconds summed up, memory of the largest."""
    parts = [measure(argv, root) for argv in commands]
    return Cost(sum(part.seconds for part in parts), max(part.megabytes for part in parts))


@dataclass(frozen=True)
class Row:
    """One size: median seconds of the review, of one plain semgrep and of the same tools, and peaks of memory."""

    count: int
    review: float
    plain: float
    same: float
    megabytes: float
    tools_megabytes: float

    def __str__(self) -> str:
        return (
            f"| {self.count} | {self.review:.2f} | {self.plain:.2f} | {self.review / self.plain:.2f} | {self.same:.2f} "
            f"| {self.review / self.same:.2f} | {self.megabytes:.0f} | {self.tools_megabytes:.0f} |"
        )


def compare(count: int, repeat: int) -> Row:
    """Measures one size."""
    with tempfile.TemporaryDirectory() as folder, tempfile.NamedTemporaryFile(suffix=".json") as rules:
        root = Path(folder)
        repository(root, count)
        changed = [f"pkg{n % 12}/mod{n}.{'py' if n % 2 else 'ts'}" for n in range(count)]
        runs: dict[str, Sequence[Sequence[str]]] = {
            "review": [REVIEW],
            "plain": plain_semgrep(changed),
            "same": same_tools(changed, Path(rules.name)),
        }
        costs: dict[str, list[Cost]] = {name: [] for name in runs}
        for _ in range(repeat):
            for name, commands in runs.items():
                costs[name].append(total(commands, root))
    seconds = {name: statistics.median(cost.seconds for cost in found) for name, found in costs.items()}
    peak = {name: max(cost.megabytes for cost in found) for name, found in costs.items()}
    return Row(
        count,
        seconds["review"],
        seconds["plain"],
        seconds["same"],
        peak["review"],
        max(peak["plain"], peak["same"]),
    )


def start_up(repeat: int) -> tuple[float, float]:
    """Median seconds of `code-review --version` and of a bare interpreter."""
    ours, bare = [], []
    for _ in range(repeat):
        ours.append(measure([str(BIN / "code-review"), "--version"], ROOT).seconds)
        bare.append(measure([sys.executable, "-c", "pass"], ROOT).seconds)
    return statistics.median(ours), statistics.median(bare)


def report(repeat: int) -> str:
    """The section for bench/RESULTS.md."""
    rows = [compare(count, repeat) for count in SIZES]
    before, after = rows[-2:]
    lines = [
        "## Overhead",
        "",
        f"Command: `python bench/overhead.py --repeat {repeat} --write` (medians, interleaved). The review is gates, pre-pass and",
        "the whole offline panel without the cache. Beside it: one plain semgrep run with the same rules, started as anybody would, and git, semgrep",
        "and ruff as the review starts them (semgrep's native front end with only the rules that apply to the files).",
        "",
        "| changed files | review, s | plain semgrep, s | ratio | tools as the review starts them, s | ratio | review peak, MB | tools peak, MB |",
        "|---|---|---|---|---|---|---|---|",
        *map(str, rows),
    ]
    version, bare = start_up(max(20, repeat))
    lines += [
        "",
        (
            f"From {before.count} to {after.count} files, {after.count / before.count:g} times as many, the review takes "
            f"{after.review / before.review:.1f} times as long."
        ),
        "",
        f"`code-review --version` takes {version / bare:.2f} times a bare interpreter ({bare * 1000:.0f} ms).",
    ]
    return "\n".join(lines) + "\n"


def write(section: str) -> None:
    """Puts the section in place of the earlier one."""
    path = ROOT / "bench" / "RESULTS.md"
    text = (
        path.read_text()
        if path.exists()
        else "# Results\n\nRatios measured side by side in one run; seconds are of one noisy machine.\n"
    )
    title = section.splitlines()[0]
    kept = [part for part in text.split("\n## ") if not f"## {part}".startswith(title)]
    path.write_text("\n## ".join(kept).rstrip() + "\n\n" + section)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    section = report(options.repeat)
    print(section)
    if options.write:
        write(section)


if __name__ == "__main__":
    main()
