"""One reply in, one judged result out: read, checked against the contract, every finding held against the evidence."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from orchestrator.findings.contract import ContractError, to_result
from orchestrator.findings.evidence import Evidence, check
from orchestrator.findings.reply import read_reply
from orchestrator.findings.sent import NOTHING
from orchestrator.redaction import redact
from orchestrator.values.outcome import LensResult, ReplyProblem, ReplyShape
from orchestrator.values.turn import Payload, Shown


class Judge(Protocol):
    """Judges the reply `text` to `payload`; `extra` holds what reader tools returned, by path."""

    def __call__(self, text: str, payload: Payload, extra: Mapping[str, Shown] = NOTHING) -> LensResult | ReplyProblem:
        """The result, or what was wrong with the reply in words the engine can act on. Never raises for a reply."""
        ...


def make_judge(strict: bool) -> Judge:
    """A judge for engines that may misremember what they read (`strict`) or that quote by program."""

    def judge(text: str, payload: Payload, extra: Mapping[str, Shown] = NOTHING) -> LensResult | ReplyProblem:
        reply = read_reply(text)
        if reply.error:
            return ReplyProblem(reply.shape, redact(reply.error)[0])
        try:
            result = to_result(reply.data, lens=payload.lens)
        except ContractError as error:
            return ReplyProblem(ReplyShape.SCHEMA_DRIFT, redact(f"the reply breaks the contract: {error}")[0])
        evidence = Evidence.of(payload, extra)
        findings = tuple(check(finding, evidence, strict=strict) for finding in result.findings)
        return replace(result, findings=findings, summary=redact(result.summary)[0])

    return judge
