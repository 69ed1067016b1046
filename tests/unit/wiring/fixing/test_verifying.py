"""What a verifier is told, and that everybody who verifies can be asked."""

from dataclasses import replace
from typing import Any

from orchestrator.findings.reply import read_reply
from orchestrator.fixloop.verdict import Verdict
from orchestrator.schemas import load_schema, validator
from orchestrator.values.lens import Effort
from orchestrator.wiring.fixing.verifying import verification_contract, with_verifiers
from orchestrator.wiring.policy import shipped_lenses
from tests.support.values import make_lens


def test_the_contract_names_every_verdict_and_its_example_satisfies_the_schema() -> None:
    contract = verification_contract()
    verdicts = load_schema("verification-reply")["properties"]["verdict"]["enum"]
    assert verdicts == [verdict.value for verdict in Verdict]
    assert all(f"| `{verdict}` |" in contract for verdict in verdicts)
    example: Any = read_reply(contract[contract.index("Your reply:\n") :]).data
    assert list(validator("verification-reply").iter_errors(example)) == []


def test_lenses_that_verify_elsewhere_are_listed_twice() -> None:
    plain, cheap = make_lens("test-review"), replace(make_lens("doc-review"), verify_effort=Effort.MEDIUM)
    assert with_verifiers([plain, cheap]) == (plain, cheap, replace(cheap, effort=Effort.MEDIUM))
    names = [lens.name for lens in with_verifiers(shipped_lenses())[len(shipped_lenses()) :]]
    assert sorted(names) == ["naming-review", "structure-review"]
