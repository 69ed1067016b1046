"""`select_lenses`: changed files in, the lenses whose Scope is met out."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from orchestrator.cli.steps.common import Answer, add_list, given_list, parser_for, run_step
from orchestrator.errors import ExitCode, PolicyError, UsageError
from orchestrator.lenses.registry import REGISTRY_FILE, load_lenses, parse_registry
from orchestrator.lenses.select import select_lenses
from orchestrator.system.data import data_dir
from orchestrator.values.lens import Lens


def main(argv: Sequence[str] | None = None) -> int:
    """Prints `{"lenses", "warnings"}`; 1 when a list or the registry could not be read, 2 for a broken lens file.

    Without a list of files every lens but the on-demand ones is named. `--added` given empty says that nothing is
    new; left out, an added-only lens is matched like a plain glob list.
    """
    parser = parser_for("select_lenses", "Names the lenses that have something to look at in these files.")
    add_list(parser, "files", "files under review")
    add_list(parser, "added", "those of them that are new")
    parser.add_argument("--agents-dir", metavar="DIR", help="folder of lens files [default: the shipped one]")
    parser.add_argument("--registry", metavar="PATH", help="agent registry [default: the shipped one]")
    return run_step(parser, argv, _answer)


def _answer(args: argparse.Namespace) -> Answer:
    if args.files_from == args.added_from == "-":
        raise UsageError("only one list can come from standard input")
    # What could not be read is not "nothing changed": the list counts as unknown, and exit 1 tells the caller to fail.
    unread: list[str] = []
    files = _list_or_warning(args, "files", unread)
    added = _list_or_warning(args, "added", unread)
    selection = select_lenses(_lenses(args, unread), files, added)
    value = {"lenses": selection.lenses, "warnings": [*unread, *selection.warnings]}
    return value, ExitCode.FAIL if unread else ExitCode.OK


def _list_or_warning(args: argparse.Namespace, name: str, warnings: list[str]) -> tuple[str, ...] | None:
    try:
        return given_list(args, name)
    except UsageError:
        warnings.append(f"unreadable-{name}-from:{getattr(args, f'{name}_from')}")
        return None


def _lenses(args: argparse.Namespace, warnings: list[str]) -> tuple[Lens, ...]:
    registry = Path(args.registry) if args.registry else _shipped("knowledge") / REGISTRY_FILE
    agents = Path(args.agents_dir) if args.agents_dir else _shipped("agents")
    try:
        order = parse_registry(registry.read_text(encoding="utf-8"), str(registry))
    except (OSError, ValueError, PolicyError):
        warnings.append(f"unreadable-registry:{registry}")
        return ()
    return load_lenses(order, lambda name: _text(agents / name), str(agents))


def _shipped(name: str) -> Path:
    try:
        return data_dir(name)
    except FileNotFoundError as error:
        raise UsageError(str(error), hint="give --agents-dir and --registry") from error


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
