"""The roster of record: order, and no partial reading."""

import pytest

from orchestrator.errors import PolicyError
from orchestrator.lenses.registry import load_lenses, parse_registry
from tests.unit.lenses.builders import lens_text

TABLE = """# Registry

## Other agents

| Agent | What |
|---|---|
| helper | not a lens |

## Review Agents

Some words.

| # | Agent | Model |
|--:|:------|-------|
| 1 | [doc-review](../agents/doc-review.md) | haiku |
| 2 | `arch-review` | opus |
| 3 | **b-review** | opus |

Text after the table.

| Agent |
|---|
| another-table |

### Notes

| Agent |
|---|
| yet-another |
"""


def test_the_first_table_of_the_section_in_its_order() -> None:
    assert parse_registry(TABLE) == ("doc-review", "arch-review", "b-review")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("# Registry\n", "there is no section Review Agents"),
        ("## Review Agents\n\nNo table.\n\n## Next\n| Agent |\n|---|\n| a |\n", "holds no table"),
        ("## Review Agents\n| Agent |\n", "holds no table"),
        ("## Review Agents\n| Agent |\n|---|\n", "lists no lens"),
        ("## Review Agents\n| Agent |\n|---|\n| a |\n| |\n", ":5: this row"),
        ("## Review Agents\n| Agent |\n|---|\n| a |\n| a |\n", ":5: a is listed twice, first on line 4"),
        ("## Review Agents\n| n | Agent |\n|---|---|\n| 1 |\n", ":4: this row"),
    ],
)
def test_a_registry_is_read_whole_or_not_at_all(text: str, says: str) -> None:
    with pytest.raises(PolicyError) as caught:
        parse_registry(text, "knowledge/agent-registry.md")
    assert says in caught.value.reason
    assert caught.value.reason.startswith("knowledge/agent-registry.md:")


def test_a_listed_lens_needs_its_file() -> None:
    texts = {"a-review.md": lens_text("a-review")}
    assert [lens.name for lens in load_lenses(["a-review"], texts.get)] == ["a-review"]
    with pytest.raises(PolicyError, match=r"agents/b-review\.md is listed in the registry"):
        load_lenses(["a-review", "b-review"], texts.get)
