"""The conditions under which a run may open the gate, beyond what its findings say."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from orchestrator.errors import CodeReviewError
from orchestrator.gate.decide import DOC_ONLY, IGNORED, Refusal, decisive
from orchestrator.gate.ignored import all_ignored
from orchestrator.gate.place import place_of
from orchestrator.gate.verify import Asked, GateQuestion, ask, ask_index, case_of, documents_only
from orchestrator.scope.base import MergeBase, default_base
from orchestrator.scope.subject import subject_of
from orchestrator.seams import Git
from orchestrator.settings.model import Settings
from orchestrator.values.change import Change, ScopeKind
from orchestrator.values.text import printable_path
from orchestrator.wiring.evidence import Evidence, policy_of
from orchestrator.wiring.session import BASE, Session

NEVER = frozenset({"replay"})
"""Engines that count nowhere: they repeat what somebody else once said."""
_BRANCHES = ("refs/heads/", "refs/remotes/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """One run as the gate sees it. `engines` is empty where nobody was asked: there is documentation only, or
    nothing that is not ignored.
    """

    session: Session
    change: Change
    evidence: Evidence
    engines: tuple[str, ...] = ()
    background: bool = False
    exemptions: tuple[str, ...] = ()

    @property
    def git(self) -> Git:
        """The repository."""
        return self.session.git

    @property
    def base(self) -> str:
        """The base of the gate: the branch that was given, else the default one; empty when there is none."""
        if self.change.kind is ScopeKind.SINCE and self._is_other_branch(self.change.base_ref):
            return self.change.base_ref
        return default_base(self.git) or ""

    def ask(self) -> Asked:
        """The subject as it is at this moment. Raises RepositoryError or UsageError."""
        question = GateQuestion(base=self.base)
        return ask(self.git, question) if self.change.kind is ScopeKind.SINCE else ask_index(self.git, question)

    def _is_other_branch(self, ref: str) -> bool:
        with suppress(CodeReviewError):
            named = self.git.run("rev-parse", "--symbolic-full-name", "--end-of-options", ref)
            full = named.decode("utf-8", "surrogateescape").split()[-1:]
            return bool(full) and full[0].startswith(_BRANCHES) and full[0] != f"refs/heads/{self.change.head_ref}"
        return False


def may_open(change: Change, *, background: bool) -> bool:
    """False for scopes and modes that no setting lets open the gate; they leave no evidence either."""
    return change.kind.has_diff and not change.narrowed and not background


def unmet(terms: Terms) -> Refusal | None:
    """The first condition that is not met, or None."""
    try:
        return next((refusal for part in (_run, _exemptions, _place) for refusal in part(terms)), None)
    except CodeReviewError as error:
        return Refusal("no-subject", error.reason)


def counts(settings: Settings, engine: str) -> bool:
    """True when the settings at the base let reviews by `engine` open the gate."""
    if engine in NEVER:
        return False
    return engine in settings.names("gate.engines") or (engine == "offline" and settings.flag("gate.accept_offline"))


def _run(terms: Terms) -> Iterator[Refusal]:
    if not may_open(terms.change, background=terms.background):
        yield Refusal("scope", "this kind of run never opens the gate")
    if not terms.change.subject:
        yield Refusal("no-subject", f"there is no subject: {terms.change.no_subject}")
    if terms.session.trust != BASE:
        yield Refusal("policy", "the policy was read from the work tree, not from the base")
    yours = next((one for one in terms.change.ignored if not one.by_base), None)
    if yours is not None:
        path, rule = printable_path(yours.file.path), f"{yours.rule} ({yours.source})"
        yield Refusal(
            "ignored-by-you",
            f"{path} is ignored by {rule}, which is no rule of the base; review it with --unignore, or commit the rule there",
        )
    barred = [engine for engine in terms.engines if not counts(terms.session.gate, engine)]
    if barred:
        yield Refusal("engine", f"reviews by {' and '.join(barred)} do not count towards the gate here")


def _exemptions(terms: Terms) -> Iterator[Refusal]:
    accepted = terms.session.gate.names("gate.exemptions")
    for name in terms.exemptions:
        if name not in accepted:
            yield Refusal("exemption", f"the settings at the base do not accept the exemption {name}")


def _place(terms: Terms) -> Iterator[Refusal]:
    """What is wrong with the base, with what stands here now, or with the rest of the branch."""
    if not terms.base:
        yield Refusal("base", "there is no base branch")
        return
    asked = terms.ask()
    if asked.subject.hash != terms.change.subject:
        if terms.change.kind is ScopeKind.SINCE and terms.base != terms.change.base_ref:
            yield Refusal("base", f"{terms.change.base_ref} is not where this branch leaves {terms.base}")
        yield Refusal("moved", "what stands here now is not what was reviewed")
    if policy_of(terms.git, terms.base) != terms.evidence.policy:
        yield Refusal("base", f"the review rules at {terms.base} are not those this was reviewed under")
    if not _rest_is_reviewed(terms, asked):
        yield Refusal(
            "committed-part", f"the branch has commits no review passed; run code-review --since {terms.base}"
        )


def _rest_is_reviewed(terms: Terms, asked: Asked) -> bool:
    """True unless the branch has committed something that neither this run nor a passing one before has seen."""
    if DOC_ONLY in terms.exemptions:
        return documents_only(asked.subject)
    if IGNORED in terms.exemptions:
        return all_ignored(terms.git, asked.tip, asked.subject)
    if terms.change.kind is ScopeKind.SINCE:
        return True
    committed = subject_of(terms.git, MergeBase(asked.base, asked.merge_base), asked.commit)
    if committed.empty:
        return True
    earlier = Asked(asked.base, asked.commit, committed, asked.merge_base)
    now = terms.evidence.clock.now()
    case = case_of(terms.git, place_of(terms.git), earlier, now, terms.evidence.environ)
    verdict = decisive(case)
    return verdict is not None and verdict.status in {"pass", "warn"}
