"""What the hooks cost: an ordinary command, a pull request and a push, against a bare interpreter.

    python bench/hooks.py [--repeat N] [--files N] [--write]

The repository has a reviewed branch with N changed files (1,000 by default). Each round runs every case once, one after the
other, so that a noisy machine hits all of them; ratios are of the medians. Processor time is measured too, because it
does not depend on what else runs. `--write` replaces this section of bench/RESULTS.md.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from orchestrator.gate.ledger import append_rows
from orchestrator.gate.place import place_of
from orchestrator.gate.policy import policy_digest, policy_records
from orchestrator.gate.rows import Row, RowKind, stamp
from orchestrator.gate.verify import GateQuestion, ask
from orchestrator.system.files import exclude_own_state
from orchestrator.system.git import GitDoor
from orchestrator.wiring.agent_host import install_agent_host
from orchestrator.wiring.git_hook import install_git_hook

ROOT = Path(__file__).resolve().parent.parent
GIT = ("git", "-c", "user.name=b", "-c", "user.email=b@example.invalid", "-c", "commit.gpgsign=false")
# An environment that forbids bytecode files would make every start compile the whole program.
KEPT = {name: value for name, value in os.environ.items() if name not in ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH")}
ORDINARY = "ruff check src && pytest -q tests/unit -k 'not slow' 2>&1 | tail -20"
MENTION = 'git commit -m "Document gh pr create"'
OPENING = "gh pr create --base main --title 'A change' --body 'What it does'"


@dataclass(frozen=True)
class Case:
    """One program and its input; `code` is what it has to end with."""

    argv: Sequence[str]
    text: str = ""
    code: int = 0


@dataclass(frozen=True)
class Cost:
    """Seconds by the clock and of the processor."""

    wall: float
    cpu: float


def repository(root: Path, count: int) -> None:
    """A clone with both hooks whose branch changes `count` files, with the evidence of a review."""
    subprocess.run([*GIT, "init", "-q", "-b", "main", str(root)], check=True)
    for number in range(count):
        path = root / f"pkg{number % 40}" / f"mod{number}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"VALUE = {number}\n" * 40)
    commit(root, "base")
    subprocess.run([*GIT, "checkout", "-q", "-b", "work"], cwd=root, check=True)
    for path in root.glob("pkg*/*.py"):
        path.write_text(path.read_text() + "MORE = 1\n")
    commit(root, "work")
    git = GitDoor(root)
    install_git_hook(git)
    install_agent_host(git)
    evidence(git)


def evidence(git: GitDoor) -> None:
    """What a review leaves behind."""
    exclude_own_state(git)
    subject = ask(git, GateQuestion(base="main")).subject.hash
    now, place = stamp(datetime.now(UTC)), place_of(git)
    names = ("doc-review", "security-review", "correctness-review")
    rows = [
        Row(ts=now, kind=RowKind.COMPLETED, subject=subject, agent=name, engine="claude", status="pass")
        for name in names
    ]
    policy = policy_digest(policy_records(git, "main"))
    verdict = Row(ts=now, kind=RowKind.VERDICT, subject=subject, engine="claude", status="pass", digest=policy)
    append_rows(place, (*rows, verdict), b"")
    place.gate_file.parent.mkdir(parents=True, exist_ok=True)
    place.gate_file.write_text(f"{subject}\n")


def commit(root: Path, message: str) -> None:
    """Commits everything."""
    subprocess.run([*GIT, "add", "-A"], cwd=root, check=True)
    subprocess.run([*GIT, "commit", "-q", "-m", message], cwd=root, check=True)


def cases(root: Path) -> Mapping[str, Case]:
    """What is measured, the bare interpreter first."""
    host = ["sh", str(root / ".git" / "code-review" / "agent-host")]
    head = subprocess.run([*GIT, "rev-parse", "HEAD"], cwd=root, check=True, capture_output=True, text=True).stdout
    update = f"refs/heads/work {head.strip()} refs/heads/work {'0' * 40}\n"
    return {
        "bare": Case([sys.executable, "-S", "-c", "pass"]),
        "ordinary command": Case(host, event(ORDINARY, root)),
        "command that mentions a pull request": Case(host, event(MENTION, root)),
        "pull request": Case(host, event(OPENING, root)),
        "push": Case(["sh", str(root / ".git" / "hooks" / "pre-push"), "origin", "url"], update),
    }


def event(command: str, root: Path) -> str:
    """A call as an agent host announces it."""
    return json.dumps(
        {
            "session_id": "2f1c",
            "transcript_path": "/home/u/.claude/projects/-home-u-shop/2f1c.jsonl",
            "cwd": str(root),
            "permission_mode": "default",
            "hook_event_name": "PreToolUse",
            "tool_name": "Bash",
            "tool_input": {"command": command, "description": "Do the next thing"},
        }
    )


def measure(case: Case, root: Path) -> Cost:
    """Runs one case; its output is thrown away."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(case.argv, cwd=root, env=KEPT, input=case.text.encode(), capture_output=True, check=False)
    wall, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != case.code:
        raise SystemExit(f"{case.argv[-1]} ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
    return Cost(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def report(repeat: int, count: int) -> str:
    """The section for bench/RESULTS.md."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        repository(root, count)
        todo = cases(root)
        costs: dict[str, list[Cost]] = {name: [] for name in todo}
        for number in range(repeat + 1):
            for name, case in todo.items():
                cost = measure(case, root)
                costs[name] += [cost] * (number > 0)  # the first round fills the caches
    wall = {name: statistics.median(cost.wall for cost in found) for name, found in costs.items()}
    cpu = {name: statistics.mean(cost.cpu for cost in found) for name, found in costs.items()}
    rows = [
        f"| {name} | {wall[name] / wall['bare']:.2f} | {cpu[name] / cpu['bare']:.2f} |"
        for name in todo
        if name != "bare"
    ]
    return "\n".join(
        [
            "## Hooks",
            "",
            f"Command: `python bench/hooks.py --repeat {repeat} --files {count} --write`. Times of a bare `python3 -S -c pass`",
            f"({wall['bare'] * 1000:.0f} ms by the clock, {cpu['bare'] * 1000:.0f} ms of the processor) in a repository whose branch changes {count} files;",
            "medians by the clock and means of processor time, all cases interleaved. The machine had other work to do.",
            "",
            "| case | by the clock | processor time |",
            "|---|---|---|",
            *rows,
            "",
        ]
    )


def write(section: str) -> None:
    """Puts the section in place of the earlier one."""
    path = ROOT / "bench" / "RESULTS.md"
    title = section.splitlines()[0]
    kept = [part for part in path.read_text().split("\n## ") if not f"## {part}".startswith(title)]
    path.write_text("\n## ".join(kept).rstrip() + "\n\n" + section)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=30)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    section = report(options.repeat, options.files)
    print(section)
    if options.write:
        write(section)


if __name__ == "__main__":
    main()
