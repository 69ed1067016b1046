"""`code-review config trust` and `untrust`: agreeing to what a project's settings start or send elsewhere."""

import json
import os
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from orchestrator.cli.opened import opened
from orchestrator.cli.output import print_json, print_text
from orchestrator.settings.model import Value
from orchestrator.wiring.session import WORKTREE
from orchestrator.wiring.trust import Consent, open_consent, plain

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Status = Annotated[bool, typer.Option("--status", help="Only show what is agreed to and what is not.")]
Worktree = Annotated[
    bool, typer.Option("--worktree", help="The settings as they lie in the work tree, not those at the base.")
]


def trust(status: Status = False, worktree: Worktree = False, as_json: Json = False) -> int:
    """Agree to the programs, addresses and keys that this project's settings name."""
    consent = _consent(worktree=worktree)
    asked = consent.asked()
    if asked and not status:
        consent.trust()
    _show(consent, asked, as_json=as_json)
    return 0


def untrust(as_json: Json = False) -> int:
    """Take back everything that was agreed to for this repository."""
    consent = _consent(worktree=False)
    forgotten = consent.store.forget(consent.project)
    if as_json:
        print_json({"project": consent.project, "forgotten": forgotten})
    else:
        print_text("Nothing of this project is trusted any more.\n" if forgotten else "Nothing was trusted here.\n")
    return 0


def _consent(*, worktree: bool) -> Consent:
    given: Mapping[str, Value] = {"trust": WORKTREE} if worktree else {}
    return open_consent(opened(given), os.environ)


def _show(consent: Consent, asked: Mapping[str, Value], *, as_json: bool) -> None:
    untrusted = consent.untrusted()
    rows: list[dict[str, Any]] = [
        {"key": key, "value": plain(value), "trusted": key not in untrusted} for key, value in asked.items()
    ]
    if as_json:
        said = {"project": consent.project, "policy": consent.session.trust, "file": str(consent.store.path)}
        print_json({**said, "settings": rows})
        return
    if not rows:
        print_text("This project's settings start nothing and send nothing elsewhere.\n")
        return
    words = {True: "trusted", False: "NOT trusted"}
    print_text("".join(f"{words[row['trusted']]:<11}  {row['key']} = {json.dumps(row['value'])}\n" for row in rows))
