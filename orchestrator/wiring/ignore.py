"""The ignore rules of a run: the built-in list, git's own files, and the settings of everybody who may speak."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from orchestrator.scope.ignore.rules import IgnoreLayer, IgnoreRules
from orchestrator.scope.ignore.sources import (
    GITIGNORE,
    Wanted,
    built_in_layer,
    committed_gitignores,
    contents,
    gitignore_layers,
    lines_of,
    patterns_of,
    rules_at_base,
)
from orchestrator.scope.quoting import path_text
from orchestrator.scope.request import ScopeRequest
from orchestrator.scope.tree import GitTree
from orchestrator.seams import Git
from orchestrator.settings.model import DEFAULTS, Settings
from orchestrator.system.files import STATE_PATTERNS, exclude_file
from orchestrator.system.worktree import WorkTree
from orchestrator.wiring.session import BASE, Session

IGNORED, WITH_DEFAULTS, WITH_GIT = "ignored", "ignore_defaults", "respect_git_ignore"
_EXCLUDE = ".git/info/exclude"


def ignore_rules(session: Session, *, repository: bool = True) -> IgnoreRules:
    """Every rule in force, and which of them stand at the base. ConfigurationError for a pattern that cannot be read.

    Without `repository` git's own files are left aside, whatever the settings say.
    """
    settings, from_base = session.settings, session.trust == BASE
    respects = repository and settings.flag(WITH_GIT)
    files = _gitignores(session) if repository and (respects or session.gate.flag(WITH_GIT)) else {}
    base = _project(session.gate) if from_base else Wanted(defaults=False, git=False)
    layers = (
        *((built_in_layer(by_base=base.defaults),) if settings.flag(WITH_DEFAULTS) else ()),
        *(_of_user(session.git) if respects else ()),
        *(gitignore_layers(files, by_base=base.git) if respects else ()),
        *_of_settings(settings, base.source),
    )
    return IgnoreRules(layers, rules_at_base(base, files if base.git else {}))


def ignoring(request: ScopeRequest, session: Session) -> ScopeRequest:
    """`request` under the rules of the session."""
    return replace(request, rules=ignore_rules(session))


def _project(gate: Settings) -> Wanted:
    own = [(source, value) for source, value in gate.every(IGNORED) if source != DEFAULTS]
    source, value = own[-1] if own else ("", ())
    return Wanted(gate.flag(WITH_DEFAULTS), gate.flag(WITH_GIT), patterns_of(value), source)


def _of_settings(settings: Settings, base: str) -> Iterator[IgnoreLayer]:
    """A layer for each source of settings, weakest first."""
    for place, (source, value) in enumerate(settings.every(IGNORED)):
        if patterns := patterns_of(value):
            yield IgnoreLayer(source, patterns, by_base=source == base, rank=place + 1)


def _gitignores(session: Session) -> Mapping[str, bytes]:
    """The `.gitignore` files of where policy is read from."""
    git = session.git
    if session.trust == BASE:
        return committed_gitignores(GitTree(git, session.origin))
    listed = git.run("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
    paths = (path_text(raw) for raw in listed.split(b"\0"))
    found = [path for path in paths if path.rpartition("/")[2] == GITIGNORE and not (git.top / path).is_symlink()]
    return contents(WorkTree(git.top, tuple(found)), found)


def _of_user(git: Git) -> Iterator[IgnoreLayer]:
    """Git's files of this clone and this person, weaker than any `.gitignore`. What this tool wrote there is not theirs."""
    own = _own_excludes(git)
    for source, path in ((str(own), own), (_EXCLUDE, exclude_file(git))):
        patterns = tuple(line for line in lines_of(_bytes(path)) if line not in STATE_PATTERNS)
        if any(patterns):
            yield IgnoreLayer(source, patterns, lenient=True)


def _own_excludes(git: Git) -> Path:
    named = git.run("config", "--type=path", "--default", "", "--get", "core.excludesFile")
    name = os.fsdecode(named.removesuffix(b"\n"))
    if name:
        return git.top / name
    folder = os.environ.get("XDG_CONFIG_HOME") or Path("~/.config").expanduser()
    return Path(folder) / "git" / "ignore"


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
