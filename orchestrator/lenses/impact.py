"""Architectural-impact gate: a change that moves no boundary has nothing for the architecture lens."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from orchestrator.lenses.kinds import is_configuration
from orchestrator.lenses.languages import is_interface_file, language_of
from orchestrator.lenses.scan import DEPENDENCY, INTERFACE, scan
from orchestrator.scope.documentation import is_documentation
from orchestrator.values.change import ChangedFile, Status

# Only this one lens. A rule put in the wrong layer shows inside a method body, without any of the signals, so the
# domain lens is never gated here.
GATED_LENSES = ("arch-review",)
SIGNALS = ("structure", DEPENDENCY, "manifest", "infra", INTERFACE, "adr")

_MANIFEST = re.compile(
    r"""(?:
        package(?:-lock)?\.json | npm-shrinkwrap\.json | pnpm-(?:lock|workspace)\.yaml | yarn\.lock | bun\.lockb? | bower\.json
      | deno\.(?:jsonc?|lock) | import_map\.json | (?:ts|js)config.*\.json | lerna\.json | nx\.json | turbo\.json
      | pyproject\.toml | setup\.(?:py|cfg) | (?:requirements|constraints).*\.(?:txt|in) | pipfile(?:\.lock)? | poetry\.lock | uv\.lock
      | environment\.ya?ml | go\.(?:mod|sum|work) | cargo\.(?:toml|lock) | pom\.xml | .*\.gradle(?:\.kts)? | gradle\.properties
      | .*\.(?:cs|fs|vb)proj | .*\.sln | directory\.(?:build|packages)\.props | packages\.config | nuget\.config | global\.json
      | gemfile(?:\.lock)? | .*\.gemspec | composer\.(?:json|lock) | cmakelists\.txt | .*\.cmake | conanfile\..* | vcpkg\.json
      | (?:gnu)?makefile | meson\.build | build(?:\.bazel)? | workspace(?:\.bazel)? | module\.bazel | package\.swift | mix\.(?:exs|lock)
      | pubspec\.(?:yaml|lock) | \.gitmodules
    )""",
    re.VERBOSE,
)
_INFRA_NAME = re.compile(
    r"""(?:
        (?:.*\.)?(?:docker|container)file(?:\..*)? | (?:docker-)?compose.*\.ya?ml | .*\.(?:tf|tfvars|hcl|bicep) | procfile | vagrantfile
      | jenkinsfile.* | \.gitlab-ci.*\.ya?ml | azure-pipelines.*\.ya?ml | bitbucket-pipelines\.yml | \.travis\.yml | appveyor\.yml
      | serverless\.ya?ml | skaffold\.ya?ml | chart\.yaml | values.*\.ya?ml | kustomization\.ya?ml | cloudbuild\.ya?ml | fly\.toml
      | netlify\.toml | vercel\.json | app\.yaml | nginx.*\.conf | ansible\.cfg | playbook.*\.ya?ml | pulumi.*\.ya?ml | cdk\.json
    )""",
    re.VERBOSE,
)
_INFRA_FOLDERS = frozenset(
    {".github", ".circleci", ".gitlab", ".devcontainer", "terraform", "k8s", "kubernetes", "helm", "charts", "ansible"}
    | {"infra", "infrastructure", "deploy", "deployment", "deployments", "cloudformation", "kustomize"}
)
_ADR_FOLDERS = frozenset({"adr", "adrs", "decisions", "architecture"})


@dataclass(frozen=True, slots=True)
class ChangeImpact:
    """Signals in a fixed order. `reason` says why the lens is skipped, or why doubt keeps it; None when signals speak."""

    signals: tuple[str, ...]
    has_architectural_impact: bool
    skip_lenses: tuple[str, ...]
    reason: str | None


def change_impact(diff_files: tuple[ChangedFile, ...] | None, files: Sequence[str]) -> ChangeImpact:
    """Whether the change can matter to the architecture lens. `diff_files` is None when there is no readable diff.

    Nothing is skipped unless every one of `files` is in the diff, readable and of a kind whose lines can be judged.
    """
    doubt = _doubt(diff_files, files)
    found = {signal for file in diff_files or () for signal in _signals(file)}
    found |= {signal for path in files for signal in _path_signals(path)}
    signals = tuple(signal for signal in SIGNALS if signal in found)
    if signals or doubt:
        return ChangeImpact(signals, True, (), None if signals else doubt)
    reason = "no file moved, no import, manifest, infrastructure, public declaration or decision record changed"
    return ChangeImpact((), False, GATED_LENSES, reason)


def _doubt(diff_files: tuple[ChangedFile, ...] | None, files: Sequence[str]) -> str:
    if not diff_files:
        return "there is no readable diff, so nothing is skipped"
    absent = frozenset(files).difference(file.path for file in diff_files)
    if absent:
        return f"{min(absent)} is not in the diff, so nothing is skipped"
    return next((f"{file.path} cannot be judged, so nothing is skipped" for file in diff_files if _opaque(file)), "")


def _opaque(file: ChangedFile) -> bool:
    """True when neither path nor lines prove what the change to this file means."""
    if file.binary or file.is_submodule or file.is_symlink or file.status is None:
        return True
    if is_documentation(file.path) or is_configuration(file.path):
        return False
    known = language_of(file.path) is not None or is_interface_file(file.path)
    return not known or (not file.hunks and file.old_mode == file.new_mode)


def _signals(file: ChangedFile) -> Iterator[str]:
    if file.status not in {None, Status.MODIFIED} or file.is_symlink:
        yield "structure"
    if file.is_submodule:
        yield DEPENDENCY
    for path in {file.path, file.old_path or file.path}:
        yield from _path_signals(path)
    if language_of(file.path) is not None or is_interface_file(file.path):
        yield from scan(file)


def _path_signals(path: str) -> Iterator[str]:
    *folders, name = PurePosixPath(path.lower()).parts or ("",)
    if _MANIFEST.fullmatch(name):
        yield "manifest"
    if _INFRA_NAME.fullmatch(name) or not _INFRA_FOLDERS.isdisjoint(folders):
        yield "infra"
    if not _ADR_FOLDERS.isdisjoint(folders) or re.match(r"adr[-_.]?\d", name):
        yield "adr"
