"""The pre-push hook of git: put where git will run it, in front of what was there, and taken away again."""

import os
from dataclasses import dataclass, replace
from pathlib import Path

from orchestrator.errors import StateError, UsageError
from orchestrator.seams import Git
from orchestrator.wiring.hook_scripts import PRE_PUSH, started_by, write_script

BEFORE = "pre-push.before-code-review"
SNIPPET = 'code-review hooks run pre-push "$@" || exit 1'
_GENERATED = ("husky.sh", "h")


@dataclass(frozen=True, slots=True)
class HookState:
    """How a hook stands. `reason` says why it is not effective, `snippet` what to add by hand where that is the way."""

    hook: str
    path: str
    installed: bool
    effective: bool
    chained: bool = False
    interpreter: str = ""
    stale: bool = False
    reason: str = ""
    snippet: str = ""
    changed: bool = False


def git_hook_state(git: Git) -> HookState:
    """Where git looks for the hook and what is there."""
    folder = _folder(git)
    path = folder / PRE_PUSH
    started = started_by(path)
    if started is None:
        elsewhere = _common(git) / "hooks" / PRE_PUSH
        why = _untouchable(git, folder)
        if folder != elsewhere.parent and started_by(elsewhere):
            why = f"it is installed in {elsewhere.parent}, but git runs the hooks in {folder}" + (
                f"; {why}" if why else ""
            )
        return HookState(
            PRE_PUSH, str(path), False, False, reason=why or "it is not installed", snippet=SNIPPET if why else ""
        )
    ignored = "" if os.access(path, os.X_OK) else f"{path} is not executable, so git passes over it"
    return HookState(
        PRE_PUSH,
        str(path),
        installed=True,
        effective=not (ignored or started.broken),
        chained=os.access(folder / BEFORE, os.X_OK),
        interpreter=started.python,
        stale=bool(started.trouble),
        reason=ignored or started.trouble,
    )


def install_git_hook(git: Git) -> HookState:
    """Installs or renews the hook. A foreign one is kept beside it and run after it.

    Nothing is touched in a folder that is not this clone's own: then the state says so. Raises UsageError and StateError.
    """
    folder = _folder(git)
    path, before = folder / PRE_PUSH, folder / BEFORE
    if _untouchable(git, folder):
        return git_hook_state(git)
    earlier = path.read_bytes() if started_by(path) else None
    if earlier is None and os.path.lexists(path):
        _set_aside(path, before)
    write_script(PRE_PUSH, path)
    return replace(git_hook_state(git), changed=path.read_bytes() != earlier)


def uninstall_git_hook(git: Git) -> HookState:
    """Takes the hook away and puts back what was there before, as it was. Raises StateError."""
    folder = _folder(git)
    path, before = folder / PRE_PUSH, folder / BEFORE
    if started_by(path) is None:
        return git_hook_state(git)
    try:
        if os.path.lexists(before):
            before.replace(path)
        else:
            path.unlink()
    except OSError as error:
        raise StateError(f"{path} cannot be taken away: {error.strerror}") from error
    return replace(git_hook_state(git), changed=True)


def _set_aside(path: Path, before: Path) -> None:
    """Keeps the foreign hook under another name; there is no moment in which neither of the two is in place."""
    if path.is_dir():
        raise UsageError(f"{path} is a folder", hint="remove it; git cannot run it as a hook")
    if os.path.lexists(before):
        hint = f"keep the one that is wanted: remove {before}, or move it to {path}; then install again"
        raise UsageError(f"{path} is not ours, and {before} holds an earlier hook already", hint=hint)
    try:
        os.link(path, before, follow_symlinks=False)
    except OSError:
        # A file system without links; the moment without a hook cannot be avoided there.
        try:
            path.rename(before)
        except OSError as error:
            raise StateError(f"{path} cannot be kept as {before}: {error.strerror}") from error
    else:
        if path.is_symlink():
            path.unlink()


def _folder(git: Git) -> Path:
    raw = os.fsdecode(git.run("rev-parse", "--git-path", "hooks").removesuffix(b"\n"))
    return Path(os.path.normpath(git.top / Path(raw).expanduser()))


def _common(git: Git) -> Path:
    """The folder that all work trees of this clone share."""
    raw = os.fsdecode(git.run("rev-parse", "--git-common-dir").removesuffix(b"\n"))
    return Path(os.path.normpath(git.top / raw))


def _untouchable(git: Git, folder: Path) -> str:
    """Why nothing is written to `folder`; "" when it is this clone's own."""
    real = folder.resolve()
    common = _common(git).resolve()
    if real.is_relative_to(common):
        return ""
    if not real.is_relative_to(git.top.resolve()):
        return f"git runs the hooks in {folder}, outside of this repository, where other repositories may use them too"
    inside = os.path.relpath(real, git.top.resolve())
    if inside == "." or git.run("ls-files", "-z", "--", inside):
        return f"git runs the hooks in {folder}, whose files belong to the project"
    if ".husky" in real.parts or any((real / name).is_file() for name in _GENERATED):
        return f"git runs the hooks in {folder}, which a hook manager writes"
    return ""
