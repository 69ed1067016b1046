"""The offline panel on review tasks with known findings: location recall, and findings on tasks with nothing to find.

    python bench/tasks.py FOLDER [--write]

FOLDER holds one JSON file per task: `id`, `diff` (unified) and `golden` (`file`, `line`, `end_line`, `in_diff`). Each diff becomes a
repository of two commits whose files hold the lines of the diff at their numbers and blank lines elsewhere. A golden finding is found when
the panel reports something in the same file within five lines; matching is one to one and as large as possible. What was reported and
matches nothing is not thereby wrong, so precision is not claimed.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from overhead import GIT, write

from orchestrator.scope.diff import parse_patch
from orchestrator.values.change import ChangedFile, LineKind

NEAR = 5
COMMAND = ("run", "--since", "main", "--engine", "offline", "--json", "--force", "--reason", "benchmark")


def side(file: ChangedFile, *, new: bool) -> str:
    """One side of a file: the lines the diff shows at their numbers, blank lines where it shows none."""
    skipped = LineKind.REMOVED if new else LineKind.ADDED
    shown: dict[int, str] = {}
    for hunk in file.hunks:
        for line in hunk.lines:
            number = line.new if new else line.old
            if line.kind is not skipped and number is not None:
                shown[number] = line.text
    return "".join(f"{shown.get(number, '')}\n" for number in range(1, max(shown, default=0) + 1))


def commit(root: Path, files: Mapping[str, str], message: str) -> None:
    """Writes and commits; an empty text removes the file."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        if text:
            path.write_text(text, encoding="utf-8")
    subprocess.run([*GIT, "add", "-A"], cwd=root, check=True)
    subprocess.run([*GIT, "commit", "-q", "--allow-empty", "-m", message], cwd=root, check=True)


def reported(task: Mapping[str, Any]) -> list[tuple[str, int]]:
    """File and line of every finding that counts."""
    files = parse_patch(str(task["diff"]).encode())
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        subprocess.run([*GIT, "init", "-q", "-b", "main", str(root)], check=True)
        commit(root, {file.old_path or file.path: side(file, new=False) for file in files}, "before")
        subprocess.run([*GIT, "checkout", "-q", "-b", "work"], cwd=root, check=True)
        commit(root, {file.path: side(file, new=True) for file in files}, "after")
        argv = [str(Path(sys.executable).parent / "code-review"), *COMMAND]
        done = subprocess.run(argv, cwd=root, capture_output=True, check=False)
    report = json.loads(done.stdout)
    if report["verdict"] == "none":
        raise SystemExit(f"{task['id']}: no verdict: {report.get('verdictReasons') or report.get('reason')}")
    return [(issue["file"], issue["line"]) for agent in report["agents"] for issue in agent["issues"]]


def matched(golden: Sequence[Mapping[str, Any]], found: Sequence[tuple[str, int]]) -> int:
    """Size of the largest one-to-one matching, by augmenting paths."""
    owner: dict[int, int] = {}

    def near(wanted: Mapping[str, Any], place: tuple[str, int]) -> bool:
        last = wanted.get("end_line") or wanted["line"]
        return bool(wanted["file"] == place[0] and wanted["line"] - NEAR <= place[1] <= last + NEAR)

    def take(number: int, seen: set[int]) -> bool:
        for index, place in enumerate(found):
            if index not in seen and near(golden[number], place):
                seen.add(index)
                if index not in owner or take(owner[index], seen):
                    owner[index] = number
                    return True
        return False

    return sum(take(number, set()) for number in range(len(golden)))


def row(path: Path) -> str:
    """One task as a row of the table."""
    task = json.loads(path.read_text(encoding="utf-8"))
    golden = [one for one in task["golden"] if one.get("in_diff", True)]
    found = reported(task)
    hits = matched(golden, found)
    return f"| {task['id']} | {task['lang']} | {len(golden)} | {hits} | {len(found)} |"


def report(folder: Path) -> str:
    """The section for bench/RESULTS.md."""
    return (
        "\n".join(
            [
                "## Tasks with known findings",
                "",
                "Command: `python bench/tasks.py FOLDER --write`; offline panel, location only, findings whose proof lies in the diff. The `seed-` tasks",
                "were looked at while rules were written, so their recall is no independent evidence; no rule was tuned to the others.",
                "",
                "| task | language | known | found | reported in all |",
                "|---|---|---|---|---|",
                *(row(path) for path in sorted(folder.glob("*.json"))),
            ]
        )
        + "\n"
    )


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    section = report(options.folder)
    print(section)
    if options.write:
        write(section)


if __name__ == "__main__":
    main()
