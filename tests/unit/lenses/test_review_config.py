"""review-config.json."""

import pytest

from orchestrator.errors import PolicyError
from orchestrator.lenses.review_config import parse_review_config

KNOWN = ("security-review", "doc-review")


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ('{"agents": {"doc-review": {"enabled": false}}}', {"doc-review": False}),
        ('{"doc-review": {"enabled": true}, "$schema": "x"}', {"doc-review": True}),
        ('\ufeff{"agents": {"doc-review": {}}, "$schema": "x"}', {}),
        ("{}", {}),
    ],
)
def test_both_forms(text: str, flags: dict[str, bool]) -> None:
    assert dict(parse_review_config(text, KNOWN)) == flags


@pytest.mark.parametrize(
    ("text", "says", "hint"),
    [
        ("", ":1: not JSON", ""),
        ('{\n"agents": {,}}', ":2: not JSON", ""),
        ("[]", "not a JSON object", ""),
        ("[" * 100_000, "nested too deeply", ""),
        ('{"agents": []}', "agents is not an object", ""),
        ('{"agents": {}, "doc-review": {"enabled": false}}', "doc-review stands beside agents", ""),
        ('{"agents": {"doc-reveiw": {"enabled": false}}}', "no agent doc-reveiw", "did you mean doc-review?"),
        ('{"security": {"enabled": false}}', "no agent security", "did you mean security-review?"),
        ('{"zzz": {"enabled": false}}', "no agent zzz", "known: security-review, doc-review"),
        ('{"doc-review": false}', "doc-review is not an object", '{"enabled": false}'),
        ('{"doc-review": {"enable": false}}', "unknown key enable", "did you mean enabled?"),
        ('{"doc-review": {"enabled": "no"}}', "neither true nor false", ""),
        ('{"doc-review": {}, "doc-review": {"enabled": false}}', "doc-review is given twice", ""),
    ],
)
def test_a_broken_switch_is_an_error(text: str, says: str, hint: str) -> None:
    with pytest.raises(PolicyError) as caught:
        parse_review_config(text, KNOWN)
    assert caught.value.reason.startswith("review-config.json:")
    assert says in caught.value.reason
    assert hint in caught.value.hint
