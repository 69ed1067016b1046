"""`closing_pass`: who had findings fixed in, who looks at the fixes once more out."""

import argparse
from collections.abc import Sequence

from orchestrator.cli.steps.common import Answer, add_list, given_list, ok, parser_for, run_step
from orchestrator.cli.steps.given import check_stdin, given_names
from orchestrator.errors import UsageError
from orchestrator.fixloop.closing import closing_pass

_NAMES = ("fixed_by", "roster", "panel")
_FILES = ("panel_files", "fix_delta_files")


def main(argv: Sequence[str] | None = None) -> int:
    """Prints `{"agents", "scope", "escape_hatch", "reason", "topped_up"}`; 2 for bad input and for unknown lenses."""
    parser = parser_for("closing_pass", "Names the lenses that look at the fixes before the gate is written.")
    add_list(parser, "fixed-by", "lenses whose findings were fixed, or @PATH", file_form=False)
    add_list(parser, "roster", "eligible lenses, cheap ones first, or @PATH of select_lenses's output", file_form=False)
    add_list(parser, "panel", "lenses of round 1, or @PATH", file_form=False)
    add_list(parser, "panel-files", "files that the panel was given")
    add_list(parser, "fix-delta-files", "files that all fixes together touched")
    return run_step(parser, argv, _answer)


def _answer(args: argparse.Namespace) -> Answer:
    words = [word for name in _NAMES for word in getattr(args, name) or ()]
    check_stdin([*words, args.panel_files_from, args.fix_delta_files_from])
    fixed_by, roster, panel = (given_names(args, name) for name in _NAMES)
    panel_files, fix_delta_files = (_files(args, name) for name in _FILES)
    found = closing_pass(fixed_by, roster, panel, panel_files=panel_files, fix_delta_files=fix_delta_files)
    return ok(
        {
            "agents": found.agents,
            "scope": found.scope,
            "escape_hatch": found.escape_hatch,
            "reason": found.reason,
            "topped_up": found.topped_up,
        }
    )


def _files(args: argparse.Namespace, name: str) -> tuple[str, ...]:
    files = given_list(args, name)
    if files is None:
        flag = f"--{name.replace('_', '-')}"
        raise UsageError(f"give {flag} or {flag}-from; an empty value is allowed")
    return files
