"""Changes that nobody is asked about, documentation alone or ignored as a whole, and what closes any run."""

from orchestrator.gate.decide import DOC_ONLY, FORCED, IGNORED, SINGLE_AGENT
from orchestrator.scope.documentation import is_plain_documentation
from orchestrator.scope.resolve import Resolved
from orchestrator.values.analysis import GateStatus
from orchestrator.values.change import Change
from orchestrator.values.report import GateState
from orchestrator.wiring.checks import secrets_of_ignored
from orchestrator.wiring.evidence import open_evidence
from orchestrator.wiring.gate import Seal
from orchestrator.wiring.gate_terms import Terms, may_open
from orchestrator.wiring.run_request import DocumentationOnly, Ports, ReviewRequest
from orchestrator.wiring.session import Session


def is_exempt(change: Change, session: Session) -> bool:
    """True for documentation alone, unless the project wants that reviewed too. Ignored files are no documentation."""
    if change.ignored or DOC_ONLY not in session.gate.names("gate.exemptions"):
        return False
    sides = ((file, mode) for file in change.files for mode in (file.old_mode, file.new_mode))
    return is_plain_documentation(
        (path, mode) for file, mode in sides for path in (file.path, file.old_path or file.path)
    )


def documentation(change: Change, request: ReviewRequest, session: Session, ports: Ports) -> DocumentationOnly:
    """The end of a run over documentation alone, which nobody was asked about."""
    if request.dry_run:
        return DocumentationOnly(change.paths, GateState(False, "a dry run writes nothing", "dry-run"))
    return DocumentationOnly(change.paths, seal_of(change, request, session, ports).unread())


async def all_ignored(resolved: Resolved, request: ReviewRequest, session: Session, ports: Ports) -> str:
    """What becomes of the gate where the rules leave nothing to review: secrets are looked for all the same."""
    if request.dry_run or not request.runs_gates:
        return ""
    seal = seal_of(resolved.change, request, session, ports)
    secrets = await secrets_of_ignored(resolved)
    seal.evidence.gates((secrets,))
    if secrets.status is not GateStatus.PASS:
        state = seal.stopped()
        return f"; gate {secrets.name}: {secrets.detail}; the gate file was not written ({state.rule})"
    state = seal.unread()
    if state.written:
        return f"; the gate file was written, as the exemption {IGNORED}"
    return f"; the gate file was not written ({state.rule}): {state.reason}"


def seal_of(
    change: Change, request: ReviewRequest, session: Session, ports: Ports, engines: tuple[str, ...] = ()
) -> Seal:
    """What will close the run; `engines` is empty where nobody is asked. A dry run leaves no evidence."""
    unread = DOC_ONLY if change.files else IGNORED
    exemptions = {FORCED: bool(request.force_reason), SINGLE_AGENT: bool(request.agents), unread: not engines}
    recorded = may_open(change, background=request.background) and not request.dry_run
    terms = Terms(
        change=change,
        engines=engines,
        session=session,
        background=request.background,
        exemptions=tuple(name for name, used in exemptions.items() if used),
        evidence=open_evidence(session, ports.clock, ports.environ, subject=change.subject if recorded else ""),
    )
    return Seal(terms)
