"""Opening a session: the repository, the settings in force and the policy, for every command that needs them."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from orchestrator.scope.base import default_base
from orchestrator.scope.policy_files import FIXED_FILES, in_place_of_policy, is_nested_settings, is_policy_file
from orchestrator.scope.tree import GitTree
from orchestrator.seams import Git, SourceTree
from orchestrator.settings.model import COMMAND_LINE, Layer, Settings, Value, merge
from orchestrator.settings.parse import default_layer
from orchestrator.system.git import GitDoor
from orchestrator.system.worktree import WorkTree
from orchestrator.wiring.places import settings_file
from orchestrator.wiring.policy import Policy, load_policy, project_layer
from orchestrator.wiring.user_settings import UserSettings, load_user_settings

BASE = "base"
WORKTREE = "worktree"


@dataclass(frozen=True, slots=True)
class Session:
    """One opened repository. `trust` says where policy was read from, `origin` the commit or folder it came from.

    `gate` are the settings of the project alone, without those of the user and the command line: only they decide
    what opens the gate. `user` is what became of the user's own settings file.
    """

    git: Git
    settings: Settings
    policy: Policy
    trust: str
    origin: str
    gate: Settings
    user: UserSettings


def open_session(
    cwd: Path, given: Mapping[str, Value], *, since: str = "", whole_files: bool = False, completes: bool = False
) -> Session:
    """Opens the repository around `cwd`. `given` are settings from the command line.

    `completes` makes the user's settings file when there is none, and adds what it lacks.

    Policy comes from the tip of the base (`since`, or the default base) unless trust says otherwise. A scope of whole
    files has no base and never opens the gate, so it uses the work tree.
    """
    git = GitDoor(cwd)
    user = load_user_settings(completes=completes, tree=git.top)
    outer = (Layer(COMMAND_LINE, given), user.layer, default_layer())
    ref = "" if whole_files else _base_ref(git, since)
    if ref:
        base = GitTree(git, ref)
        project = project_layer(base)
        settings = _with_project(outer, project)
        if settings.text("trust") == BASE:
            return Session(git, settings, load_policy(base), BASE, ref, _alone(project), user)
    tree = policy_in_work_tree(git)
    project = project_layer(tree)
    settings = _with_project(outer, project)
    return Session(git, settings, load_policy(tree), WORKTREE, str(git.top), _alone(project), user)


def settings_of_user() -> Settings:
    """The settings in force where there is no repository: those of the user above the defaults."""
    return merge((load_user_settings(completes=False).layer, default_layer()))


def user_settings_path() -> Path:
    """Where the user's settings file is looked for."""
    return settings_file()


def _with_project(outer: tuple[Layer, ...], project: Layer | None) -> Settings:
    command_line, *rest = outer
    return merge((command_line, *((project,) if project else ()), *rest))


def _alone(project: Layer | None) -> Settings:
    return merge((*((project,) if project else ()), default_layer()))


def _base_ref(git: Git, since: str) -> str:
    """The tip of the base; HEAD when there is no other; empty on an unborn branch."""
    for ref in (since, default_base(git) or "", "HEAD"):
        if ref and git.ok("rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}"):
            return ref
    return ""


def policy_in_work_tree(git: Git) -> SourceTree:
    """The files of policy as they lie in the work tree."""
    listed = git.run("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
    paths = [raw.decode("utf-8", "surrogateescape") for raw in listed.split(b"\0") if raw]
    # git lists no empty folder.
    folders = [f"{name}/" for name in FIXED_FILES if (git.top / name).is_dir()]
    return WorkTree(git.top, tuple(sorted({*filter(_concerns_policy, paths), *folders})))


def _concerns_policy(path: str) -> bool:
    return is_policy_file(path) or in_place_of_policy(path) or is_nested_settings(path)
