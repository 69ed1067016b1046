"""What the rules at the base keep out of a review, found by the reader itself.

Everything but the project's settings is read with the standard library; where those cannot be read, nothing is ignored.
"""

from orchestrator.errors import CodeReviewError
from orchestrator.scope.ignore.rules import NO_RULES, IgnoreRules
from orchestrator.scope.ignore.sources import Wanted, committed_gitignores, patterns_of, rules_at_base
from orchestrator.scope.policy_files import SETTINGS_FILES
from orchestrator.scope.subject import Subject
from orchestrator.scope.tree import GitTree
from orchestrator.seams import Git


def ignored_at_base(git: Git, tip: str, subject: Subject) -> tuple[str, ...]:
    """Paths of `subject` that the rules in the commit `tip` ignore. Raises RepositoryError."""
    rules = _rules(GitTree(git, tip))
    return tuple(one.path for one in subject.records if rules.why(one.path) is not None)


def all_ignored(git: Git, tip: str, subject: Subject) -> bool:
    """True when they ignore everything that differs. Raises RepositoryError."""
    return bool(subject.records) and len(ignored_at_base(git, tip, subject)) == len(subject.records)


def _rules(tree: GitTree) -> IgnoreRules:
    try:
        wanted = _wanted(tree)
        return rules_at_base(wanted, committed_gitignores(tree) if wanted.git else {})
    except (CodeReviewError, ImportError, UnicodeDecodeError):
        return NO_RULES


def _wanted(tree: GitTree) -> Wanted:
    found = [(path, data) for path in SETTINGS_FILES if (data := tree.read(path)) is not None]
    if not found:
        return Wanted()
    # Reading YAML costs a hook more than all the rest, and few projects have such a file.
    from orchestrator.settings.parse import parse_layer  # noqa: PLC0415

    path, data = found[0]
    values = parse_layer(data.decode("utf-8-sig"), path).values
    return Wanted(
        bool(values.get("ignore_defaults", True)),
        bool(values.get("respect_git_ignore", True)),
        patterns_of(values.get("ignored", ())),
        path,
    )
