"""`code-review init`: a settings file for a project, to begin with."""

from pathlib import Path
from typing import Annotated

import typer

from orchestrator.cli.output import print_json, print_text
from orchestrator.errors import ExitCode, UsageError
from orchestrator.scope.policy_files import SETTINGS_FILES
from orchestrator.settings.template import project_file
from orchestrator.system.files import write_atomic
from orchestrator.system.git import GitDoor

NEXT = """\
Next:
  take the # before a key away to set it; `code-review config check` looks for mistakes
  try it with `code-review --trust worktree`; that never opens the gate
  commit it to the branch that changes are compared with: reviews read it from there
  `code-review hooks install` asks the gate before a push
"""


def init_command(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> int:
    """Write a settings file for this project in which every key is commented out."""
    top = GitDoor(Path.cwd()).top
    there = next((name for name in SETTINGS_FILES if (top / name).exists() or (top / name).is_symlink()), "")
    if there:
        raise UsageError(f"{there} exists and is left as it is", hint="see `code-review config check`")
    path = SETTINGS_FILES[0]
    write_atomic(top / path, project_file().encode("utf-8"), root=top)
    if as_json:
        print_json({"written": path})
    else:
        print_text(f"{path} written; it changes nothing yet.\n{NEXT}")
    return ExitCode.OK
