"""`code-review config check`: whether the settings files and the modes in them can be used, and what is missing."""

import textwrap
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from orchestrator.cli.output import print_json, print_text
from orchestrator.errors import CodeReviewError, ExitCode, RepositoryError
from orchestrator.seams import SourceTree
from orchestrator.settings.complete import complete
from orchestrator.settings.model import Layer
from orchestrator.system.git import GitDoor
from orchestrator.wiring.modes import built_in_modes
from orchestrator.wiring.policy import project_layer
from orchestrator.wiring.session import policy_in_work_tree
from orchestrator.wiring.user_settings import load_user_settings, text_of

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@dataclass(slots=True)
class Checked:
    """One settings file: what is wrong with it, and what the next run would add."""

    what: str
    path: str
    exists: bool = False
    problems: list[str] = field(default_factory=list)
    adds: tuple[str, ...] = ()
    notes: list[str] = field(default_factory=list)


def check(as_json: Json = False) -> int:
    """Look for mistakes in your settings file, in the one of this project's work tree, and in the modes of both."""
    # Imported late: it brings in the engines, and whoever asks for one setting should not wait for them.
    from orchestrator.wiring.soundness import faults, known_here, preset_faults  # noqa: PLC0415

    user, own = _user()
    project, theirs, tree = _project()
    known = known_here((theirs, own), tree)
    for checked, layer in ((user, own), (project, theirs)):
        checked.problems += faults(layer.values, known) if layer else ()
    warnings = (*known.modes.warnings, *preset_faults(known.modes, known.settings))
    fine = not (user.problems or project.problems or warnings)
    if as_json:
        files: list[dict[str, Any]] = [asdict(one) for one in (user, project)]
        print_json({"ok": fine, "files": files, "modes": {"warnings": list(warnings)}})
    else:
        print_text(_said(user) + _said(project) + "".join(f"modes: {line}\n" for line in warnings))
        print_text("Everything can be used.\n" if fine else "")
    return ExitCode.OK if fine else ExitCode.USAGE


def _user() -> tuple[Checked, Layer | None]:
    checked = Checked("user", "")

    def load() -> Layer:
        found = load_user_settings(completes=False)
        checked.path = str(found.path)
        text = text_of(found.path)
        checked.exists = text is not None
        checked.problems += found.said
        if text is not None and not found.said:
            done = complete(text, built_in_modes())
            checked.adds = done.added
            checked.notes += [f"settings of this release are missing and not added: {done.refused}"] * bool(
                done.refused
            )
        return found.layer

    return checked, _tried(load, checked)


def _project() -> tuple[Checked, Layer | None, SourceTree | None]:
    checked = Checked("project", ".code-review/config.yaml")
    try:
        tree = policy_in_work_tree(GitDoor(Path.cwd()))
    except RepositoryError:
        checked.notes.append("this is no repository")
        return checked, None, None

    def load() -> Layer | None:
        layer = project_layer(tree)
        checked.exists = layer is not None
        checked.path = layer.source if layer else checked.path
        return layer

    return checked, _tried(load, checked), tree


def _tried(load: Callable[[], Layer | None], checked: Checked) -> Layer | None:
    try:
        return load()
    except CodeReviewError as error:
        checked.problems.append(f"{error.reason} ({error.hint})" if error.hint else error.reason)
        return None


def _said(checked: Checked) -> str:
    name = f"{checked.what} settings{f' {checked.path}' if checked.path else ''}"
    state = "cannot be used" if checked.problems else "fine" if checked.exists else "no such file"
    lines = "".join(f"  {line}\n" for line in (*checked.problems, *checked.notes))
    return f"{name}: {state}\n{lines}{_added(checked.adds)}"


def _added(keys: tuple[str, ...]) -> str:
    """What the next run adds, in as many lines as it takes."""
    if not keys:
        return ""
    listed = textwrap.wrap(", ".join(keys), 96, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)
    return "".join(f"{line}\n" for line in (f"  the next run adds {len(keys)} settings with their defaults:", *listed))
