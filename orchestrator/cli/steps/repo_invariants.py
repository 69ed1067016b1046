"""`repo_invariants`: files of a repository in, the facts about them that do not hold out."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from orchestrator.checks.invariants import Invariant, run_invariants
from orchestrator.checks.project_invariants import parse_invariants
from orchestrator.cli.steps.common import Answer, add_list, given_list, ok, parser_for, run_step
from orchestrator.errors import UsageError
from orchestrator.scope.policy_files import INVARIANTS_FILE
from orchestrator.system.git import GitDoor


def main(argv: Sequence[str] | None = None) -> int:
    """Prints `{"findings": [{"invariant", "file", "message"}]}` for the repository around the working directory.

    Paths are relative to its top level. `--all` looks at every tracked file and judges old ones like new ones. 2 when
    neither or both are given, there is no repository, or the project's own invariants are broken.
    """
    parser = parser_for("repo_invariants", "Checks facts about a repository that need no reviewer.")
    add_list(parser, "files", "changed files")
    parser.add_argument("--all", action="store_true", help="check the whole repository, old findings included")
    return run_step(parser, argv, _answer)


def _answer(args: argparse.Namespace) -> Answer:
    files = given_list(args, "files")
    if (files is None) != args.all:
        raise UsageError("give either --files (or --files-from) or --all")
    git = GitDoor(Path.cwd())
    tracked = git.run("ls-files", "-z").decode("utf-8", "surrogateescape").split("\0") if args.all else []
    paths = tuple(path for path in tracked if path)
    found = run_invariants(files, lambda path: _bytes(git.top, path), args.all, paths=paths, own=_own(git.top))
    listed = [{"invariant": item.invariant, "file": item.file, "message": item.message} for item in found]
    return ok({"findings": listed})


def _own(top: Path) -> tuple[Invariant, ...]:
    """The project's own invariants as they stand in the work tree."""
    data = _bytes(top, INVARIANTS_FILE)
    return parse_invariants(data.decode("utf-8-sig", "replace")) if data is not None else ()


def _bytes(top: Path, path: str) -> bytes | None:
    """Content of a regular file inside the repository; links are not followed, they may lead out of it."""
    place = top / path
    try:
        inside = place.resolve().is_relative_to(top.resolve())
        return place.read_bytes() if inside and not place.is_symlink() and place.is_file() else None
    except (OSError, ValueError):
        return None
