"""Noise in the wild: what the offline panel says about packages of other people, and how often an error is one.

    python bench/noise.py LANGUAGE[-SET]=FOLDER ... [--errors FILE] [--findings FILE] [--save] [--write]
    python bench/noise.py --table [--write]

Each folder (best named `name-version`) is copied into a temporary git repository and reviewed whole. Findings in files of the language are
counted per 1,000 of their lines, by lens and severity; those in other files are counted apart. `--errors` saves every error as a JSON line,
with the judgement it already has in bench/judged; a reader adds `wrong` (true or false) and `why` to the others and keeps the file as
bench/judged/LANGUAGE.jsonl. `--save` keeps the counts in bench/judged/LANGUAGE.json beside those of other packages. The table is made of everything in bench/judged.
A SET tells packages apart that were measured for another purpose, as in `python-fresh`: before any rule was corrected on them.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from overhead import GIT, write

JUDGED = Path(__file__).resolve().parent / "judged"
COMMAND = (
    "--all",
    "--no-slice",
    "--json",
    "--engine",
    "offline",
    "--fail-on",
    "never",
    "--force",
    "--reason",
    "benchmark",
)
SUFFIXES = {
    "python": (".py", ".pyi"),
    "javascript": (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".vue", ".svelte"),
    "typescript": (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte"),
    "go": (".go",),
    "java": (".java",),
}
SEVERITIES = ("error", "warning", "suggestion")
PLACE = ("package", "version", "lens", "category", "file", "line")
UNREAD = frozenset({"generated", "binary", "ignored"})
QUOTE = 160
# Whole packages on a busy machine: a tool may take longer than a review of a change would give it.
SECONDS = 3000
Counts = dict[str, dict[str, int]]


def name_and_version(folder: Path) -> tuple[str, str]:
    """`httpx-0.28.1` and `cobra@v1.8.0` taken apart; no version where the name shows none."""
    parts = re.match(r"(.+?)[-@]v?(\d[\w.+-]*)$", folder.name)
    return (parts[1], parts[2]) if parts else (folder.name, "")


def repository(folder: Path, root: Path) -> None:
    """A copy of the folder as a repository of its own, every file tracked."""
    if (folder / ".git").exists():
        subprocess.run([*GIT, "clone", "-q", str(folder), str(root)], check=True)
        return
    shutil.copytree(folder, root, symlinks=True, ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
    subprocess.run([*GIT, "init", "-q", "-b", "main", str(root)], check=True)
    subprocess.run([*GIT, "add", "-A", "-f"], cwd=root, check=True)
    subprocess.run([*GIT, "commit", "-q", "-m", "package"], cwd=root, check=True)


def length(path: Path) -> int:
    """Lines of a file, 0 where there is none."""
    return path.read_bytes().count(b"\n") if path.is_file() else 0


def one_line(path: Path, number: int, evidence: str) -> str:
    """Of the quote, which names no secret, the line that is reported; the first where that cannot be told."""
    source = path.read_text(encoding="utf-8", errors="replace").split("\n") if path.is_file() else []
    reported = source[number - 1].strip() if number <= len(source) else ""
    quoted = [line.strip() for line in evidence.strip().split("\n")]
    return (reported if reported in quoted else quoted[0])[:QUOTE]


def review(root: Path, home: Path) -> dict[str, Any]:
    """The panel's report about a whole repository; a run that lost a lens is no measurement."""
    home.mkdir()
    (home / "config.json").write_text(json.dumps({"checks": {"tool_timeout": SECONDS}}))
    argv = [str(Path(sys.executable).parent / "code-review"), *COMMAND]
    environment = {**os.environ, "CODE_REVIEW_HOME": str(home)}
    done = subprocess.run(argv, cwd=root, env=environment, capture_output=True, check=False)
    report: dict[str, Any] = json.loads(done.stdout)
    if report.get("dispatchFailures") or "agents" not in report:
        raise SystemExit(f"{root.name}: no review: {report.get('verdictReasons') or report.get('reason')}")
    return report


def read_files(root: Path, report: Mapping[str, Any]) -> list[str]:
    """The files of the repository but those that no reviewer is meant to read: generated, binary and ignored ones."""
    listed = subprocess.run([*GIT, "ls-files", "-z"], cwd=root, check=True, capture_output=True, text=True)
    skipped = {entry["file"] for lens in report["coverage"] for entry in lens["omitted"] if entry["kind"] in UNREAD}
    return [path for path in listed.stdout.split("\0") if path and path not in skipped]


def tally(issues: Iterable[Mapping[str, Any]]) -> Counts:
    """Findings by lens and severity."""
    counts: Counts = {}
    for issue in issues:
        by_severity = counts.setdefault(issue["agentName"], dict.fromkeys(SEVERITIES, 0))
        by_severity[issue["severity"]] += 1
    return counts


def measure(language: str, folder: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Counts of one package, and all its findings."""
    name, version = name_and_version(folder)
    suffixes = SUFFIXES[language.partition("-")[0]]
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / name
        repository(folder.resolve(), root)
        report = review(root, Path(scratch) / "home")
        sources = [path for path in read_files(root, report) if path.endswith(suffixes)]
        lines = sum(length(root / path) for path in sources)
        issues = [issue for agent in report["agents"] for issue in agent["issues"]]
        quotes = [one_line(root / issue["file"], issue["line"], issue["evidence"]) for issue in issues]
    inside = [issue for issue in issues if issue["file"].endswith(suffixes)]
    counts = {
        "package": name,
        "version": version,
        "files": len(sources),
        "lines": lines,
        "verdict": report["verdict"],
        "findings": tally(inside),
        "elsewhere": tally(issue for issue in issues if issue not in inside),
    }
    rows = [
        {
            "package": name,
            "version": version,
            "lens": issue["agentName"],
            "category": issue["category"],
            "file": issue["file"],
            "line": issue["line"],
            "quote": quote,
            "severity": issue["severity"],
            "confidence": issue["confidence"],
            "message": issue["message"],
        }
        for issue, quote in zip(issues, quotes, strict=True)
    ]
    return counts, rows


def read_lines(paths: Iterable[Path]) -> list[dict[str, Any]]:
    """The objects of several files of JSON lines."""
    return [json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines() if line]


def with_judgements(errors: Iterable[Mapping[str, Any]], judged: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The errors, each with what a reader already said about it; `wrong` is null where nobody did."""
    known = {tuple(one[key] for key in PLACE): one for one in judged}
    return [
        {**error, "wrong": earlier.get("wrong"), "why": earlier.get("why", "")}
        for error in errors
        for earlier in [known.get(tuple(error[key] for key in PLACE), {})]
    ]


def precision(judged: Iterable[Mapping[str, Any]]) -> dict[str, tuple[int, int]]:
    """For each lens how many of its judged errors are right, and how many were judged."""
    right, total = Counter[str](), Counter[str]()
    for one in judged:
        if one.get("wrong") is not None:
            total[one["lens"]] += 1
            right[one["lens"]] += not one["wrong"]
    return {lens: (right[lens], total[lens]) for lens in sorted(total)}


def merged(parts: Iterable[Counts]) -> Counts:
    """Several tallies as one."""
    whole: Counts = {}
    for part in parts:
        for lens, counts in part.items():
            target = whole.setdefault(lens, dict.fromkeys(SEVERITIES, 0))
            for severity, count in counts.items():
                target[severity] += count
    return whole


def sums(counts: Counts) -> list[int]:
    """Errors, warnings and suggestions of all lenses."""
    return [sum(of_lens[severity] for of_lens in counts.values()) for severity in SEVERITIES]


def rates(numbers: Sequence[int], lines: int) -> str:
    """Cells of a table: each number per 1,000 lines."""
    return " | ".join(f"{1000 * number / max(1, lines):.2f}" for number in numbers)


def share(right: int, total: int) -> str:
    """Cells of a table: judged, right, and the part that is right."""
    return f"{total} | {right} | {f'{100 * right / total:.0f} %' if total else '-'}"


def packages_table(languages: Mapping[str, Sequence[Mapping[str, Any]]]) -> list[str]:
    """One row per package."""
    rows = [
        f"| {language} | {one['package']} {one['version']} | {one['lines']} | {rates(sums(one['findings']), one['lines'])} "
        f"| {sum(sums(one['elsewhere']))} | {one['verdict']} |"
        for language, packages in languages.items()
        for one in packages
    ]
    head = "| packages of | package | lines | errors | warnings | suggestions | findings in other files | verdict |"
    return [head, "|---|---|---|---|---|---|---|---|", *rows]


def lenses_table(
    language: str, packages: Sequence[Mapping[str, Any]], judged: Iterable[Mapping[str, Any]]
) -> list[str]:
    """One row per lens: rates in the language's files, and the errors anywhere with what a reader said about them."""
    lines = sum(one["lines"] for one in packages)
    inside = merged(one["findings"] for one in packages)
    everywhere = merged([inside, *(one["elsewhere"] for one in packages)])
    right = precision(judged)
    rows = [
        f"| {lens} | {rates([inside.get(lens, {}).get(severity, 0) for severity in SEVERITIES], lines)} "
        f"| {counts['error']} | {share(*right.get(lens, (0, 0)))} |"
        for lens, counts in sorted(everywhere.items())
    ]
    whole = tuple(sum(pair[index] for pair in right.values()) for index in (0, 1))
    rows.append(f"| all | {rates(sums(inside), lines)} | {sums(everywhere)[0]} | {share(*whole)} |")
    head = (
        f"| {language}, {lines} lines | errors | warnings | suggestions | errors in all | judged | right | precision |"
    )
    return [head, "|---|---|---|---|---|---|---|---|", *rows]


def section() -> str:
    """The section for bench/RESULTS.md, from everything in bench/judged."""
    languages = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(JUDGED.glob("*.json"))}
    lines = [
        "## Noise in the wild",
        "",
        "Command: `python bench/noise.py LANGUAGE=FOLDER ... --errors FILE --save`, then `python bench/noise.py --table --write`. The offline panel",
        "over whole packages that are not ours (`--all`), findings per 1,000 lines of the language's files. Every error was read and judged;",
        "`right` means that the code does what the message says and that this is a defect. A set named `fresh` was counted and judged before any rule was corrected on it.",
        "The judgements and counts are in bench/judged.",
        "",
        *packages_table(languages),
    ]
    for language, packages in languages.items():
        own = JUDGED / f"{language}.jsonl"
        lines += ["", *lenses_table(language, packages, read_lines([own] if own.exists() else []))]
    return "\n".join(lines) + "\n"


def keep(language: str, packages: Sequence[Mapping[str, Any]]) -> None:
    """Saves the counts; those of other packages that were measured before stay."""
    path = JUDGED / f"{language}.json"
    path.parent.mkdir(exist_ok=True)
    earlier = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    named = {one["package"]: one for one in (*earlier, *packages)}
    path.write_text(
        json.dumps(sorted(named.values(), key=lambda one: str(one["package"])), indent=1, sort_keys=True) + "\n"
    )


def run(targets: Sequence[str], errors_file: Path | None, findings_file: Path | None, *, save: bool) -> None:
    """Measures the folders, prints their tables, and keeps what was asked for."""
    counted: dict[str, list[dict[str, Any]]] = {}
    found: list[dict[str, Any]] = []
    for target in targets:
        language, _, folder = target.partition("=")
        if language.partition("-")[0] not in SUFFIXES or not Path(folder).is_dir():
            raise SystemExit(f"{target}: expected LANGUAGE=FOLDER with one of {', '.join(SUFFIXES)}")
        counts, rows = measure(language, Path(folder))
        counted.setdefault(language, []).append(counts)
        found += rows
    errors = [row for row in found if row["severity"] == "error"]
    judged = with_judgements(errors, read_lines(sorted(JUDGED.glob("*.jsonl"))))
    print("\n".join(packages_table(counted)))
    for language, packages in counted.items():
        names = {one["package"] for one in packages}
        print("", *lenses_table(language, packages, [one for one in judged if one["package"] in names]), sep="\n")
        if save:
            keep(language, packages)
    for path, kept in ((errors_file, judged), (findings_file, found)):
        if path:
            path.write_text("".join(json.dumps(row) + "\n" for row in kept), encoding="utf-8")


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="LANGUAGE=FOLDER")
    parser.add_argument("--errors", type=Path, help="save every error as a JSON line")
    parser.add_argument("--findings", type=Path, help="save every finding as a JSON line, to look through the noisiest")
    parser.add_argument("--save", action="store_true", help="keep the counts in bench/judged")
    parser.add_argument("--table", action="store_true", help="print the table of everything in bench/judged")
    parser.add_argument(
        "--write", action="store_true", help="put that table into bench/RESULTS.md; keeps the counts too"
    )
    options = parser.parse_args()
    if options.targets:
        run(options.targets, options.errors, options.findings, save=options.save or options.write)
    if options.table:
        print(section())
    if options.write:
        write(section())


if __name__ == "__main__":
    main()
