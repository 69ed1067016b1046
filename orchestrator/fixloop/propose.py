"""Asking an engine for fixes: one request for each file, with all findings of that file that are to be mended."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from orchestrator.dispatch.attempt import Answered, Question, ask
from orchestrator.dispatch.desk import Desk
from orchestrator.fixloop.fix_prompt import NAME, FixRequest, fix_messages, fix_payload
from orchestrator.fixloop.fix_reply import EDITS, REPORT, FixReply, read_fixes
from orchestrator.values.fix import Declined, Proposal
from orchestrator.values.outcome import Failed, ReplyProblem
from orchestrator.values.turn import FailureKind, Payload, Shown, ToolUse, Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Contracts:
    """What fixers are told: the standing text and the JSON Schema of the reply for each of both ways to answer."""

    edits: str
    report: str
    schemas: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class FixDesk:
    """What it takes to ask. `desk.engine` is the fixer, `model` the alias or model id it is asked with.

    With `in_worktree` an engine that edits files by itself does so in a copy that is thrown away.
    """

    desk: Desk
    contracts: Contracts
    model: str
    in_worktree: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """What came of one request. Every finding is in a proposal, declined, or among those that `failed` or `malformed`
    tells of; `malformed` names what could not be used of a reply that was used otherwise.
    """

    file: str
    proposals: tuple[Proposal, ...] = ()
    declined: tuple[Declined, ...] = ()
    malformed: tuple[str, ...] = ()
    failed: Failed | None = None
    usage: Usage = Usage()
    model: str = ""
    notes: tuple[str, ...] = ()


async def propose(fixer: FixDesk, request: FixRequest) -> Proposed:
    """Fixes for the findings of `request`, to be judged before anything is written. It always becomes a Proposed.

    A reply that can be used in part is asked for once more as a whole; what is left of it then is named.
    """
    info = fixer.desk.engine.info
    if info.rule_based:
        failed = Failed(agent=NAME, kind=FailureKind.FINAL, error=f"{info.name} works by rules and writes no fixes")
        return Proposed(file=request.file, failed=failed)
    writes = fixer.in_worktree and info.tool_use is ToolUse.OWN
    request = replace(request, writes=writes)
    schema = REPORT if writes else EDITS
    desk = replace(fixer.desk, routes=MappingProxyType({}))
    payload = fix_payload(request, fixer.model)
    contract = fixer.contracts.report if writes else fixer.contracts.edits
    reader = _Reader(request, info.name, schema)
    question = Question(
        messages=lambda: fix_messages(request, payload, contract, desk.marker),
        judge=reader.judge,
        schema=fixer.contracts.schemas[schema],
        # It is shown what it may edit; what it would read elsewhere it could only guess about.
        reads=False,
    )
    end = await ask(desk, payload, 1, question)
    if isinstance(end, Failed):
        return Proposed(file=request.file, failed=end, usage=end.usage)
    return _told(request, end) if not writes else _edited(request, end)


class _Reader:
    """Judges replies: the first has to be right as a whole, of the second what is right counts."""

    def __init__(self, request: FixRequest, fixer: str, schema: str) -> None:
        self._request = request
        self._fixer = fixer
        self._schema = schema
        self._asked = False

    def judge(self, text: str, payload: Payload, read: Mapping[str, Shown]) -> FixReply | ReplyProblem:
        """The reply, or what is to be put right."""
        del payload, read
        reply = read_fixes(text, self._request.findings, self._fixer, schema=self._schema)
        again = not self._asked and isinstance(reply, FixReply)
        self._asked = True
        return (reply.problem or reply) if isinstance(reply, FixReply) and again else reply


def _told(request: FixRequest, end: Answered[FixReply]) -> Proposed:
    return Proposed(
        file=request.file,
        proposals=end.said.proposals,
        declined=end.said.declined,
        malformed=end.said.malformed,
        usage=end.usage,
        model=end.reply.model,
        notes=end.notes,
    )


def _edited(request: FixRequest, end: Answered[FixReply]) -> Proposed:
    """What a program changed in its folder belongs to all findings that it says it mended: nobody can tell them apart."""
    told, edits = _told(request, end), end.reply.edits
    if told.proposals and edits:
        (whole,) = told.proposals
        return replace(told, proposals=(replace(whole, edits=edits),))
    if not told.proposals and not edits:
        return told
    why = "it changed files and mended no finding" if edits else "it says that it mended findings, and changed no file"
    failed = Failed(agent=NAME, kind=FailureKind.MALFORMED, error=why, usage=end.usage)
    return replace(told, proposals=(), failed=failed)
