"""`verify_tier`: a lens in, the model and effort it verifies a fix on out."""

import argparse
import difflib
from collections.abc import Sequence
from pathlib import Path

from orchestrator.cli.steps.common import Answer, parser_for, run_step
from orchestrator.errors import ExitCode, PolicyError, UsageError
from orchestrator.fixloop.verify import verify_tier
from orchestrator.lenses.parse import parse_lens
from orchestrator.lenses.source import LENS_NAME
from orchestrator.system.data import data_dir


def main(argv: Sequence[str] | None = None) -> int:
    """Prints `{"agent", "model", "effort", "opted_in", "errors"}`, for `--all` a list of them under `agents`.

    A lens file that is broken, or that names a tier it may not have, has `errors`: then the exit code is 2, and model
    and effort are those of its reviews, null where its file cannot be read.
    """
    parser = parser_for("verify_tier", "Says on which model and effort a lens verifies a fix.")
    parser.add_argument("--agent", metavar="NAME", help="the lens")
    parser.add_argument("--all", action="store_true", help="every lens of the folder")
    parser.add_argument("--agents-dir", metavar="DIR", help="folder of lens files [default: the shipped one]")
    return run_step(parser, argv, _answer)


def _answer(args: argparse.Namespace) -> Answer:
    if (args.agent is None) != args.all:
        raise UsageError("give either --agent or --all")
    folder = _folder(args.agents_dir)
    names = sorted(path.stem for path in folder.glob("*.md") if LENS_NAME.fullmatch(path.stem))
    if not names:
        raise UsageError(f"{folder} holds no lens")
    if args.all:
        tiers = [_tier(folder / f"{name}.md") for name in names]
        return {"agents": tiers}, _code(tiers)
    if args.agent not in names:
        near = difflib.get_close_matches(args.agent, names, n=1)
        raise UsageError(f"there is no lens {args.agent}", hint=f"did you mean {near[0]}?" if near else "see --all")
    tier = _tier(folder / f"{args.agent}.md")
    return tier, _code([tier])


def _folder(given: str | None) -> Path:
    try:
        return Path(given) if given is not None else data_dir("agents")
    except FileNotFoundError as error:
        raise UsageError(str(error), hint="give --agents-dir") from error


def _tier(path: Path) -> dict[str, object]:
    try:
        tier = verify_tier(parse_lens(path.read_text(encoding="utf-8"), str(path)))
    except PolicyError as error:
        return _unread(path, error.reason)
    except (OSError, UnicodeDecodeError) as error:
        return _unread(path, f"{path} cannot be read: {error}")
    return {
        "agent": tier.agent,
        "model": tier.model,
        "effort": tier.effort,
        "opted_in": tier.opted_in,
        "errors": tier.errors,
    }


def _unread(path: Path, why: str) -> dict[str, object]:
    return {"agent": path.stem, "model": None, "effort": None, "opted_in": False, "errors": [why]}


def _code(tiers: Sequence[dict[str, object]]) -> ExitCode:
    return ExitCode.USAGE if any(tier["errors"] for tier in tiers) else ExitCode.OK
