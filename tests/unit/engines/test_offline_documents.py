"""Documents against code where a case file cannot show it: what is touched, what is left alone, what is cut short."""

import pytest

from tests.unit.engines.offline_kit import places, spots

DOCUMENTED = '''def ship(order, {name}):
    """Hand the order to the carrier.

    Args:
        order: Its number.
        fast: Overnight.
    """
    return order, {name}
'''


def test_a_renamed_parameter_is_reported_at_the_signature_when_its_text_stayed() -> None:
    before, after = DOCUMENTED.format(name="fast"), DOCUMENTED.format(name="express")
    found = spots("unknown-parameters", {"a.py": after}, {"a.py": before})
    assert places(found) == [("a.py", 1, "wrong-contract-doc")]


def test_an_old_mistake_in_a_text_that_nobody_touches_stays_unsaid() -> None:
    text = DOCUMENTED.format(name="express")
    assert spots("unknown-parameters", {"a.py": text + "\nLIMIT = 1\n"}, {"a.py": text}) == ()


@pytest.mark.parametrize(
    "text",
    [
        DOCUMENTED.format(name="**options"),
        "@click.option('--fast')\n" + DOCUMENTED.format(name="express"),
    ],
    ids=["rest", "decorated"],
)
def test_parameters_that_come_from_elsewhere_are_not_judged(text: str) -> None:
    assert spots("unknown-parameters", {"a.py": text}) == ()


def test_a_parameter_taken_apart_at_once_has_no_name_to_compare() -> None:
    text = (
        "/**\n * @param options how\n */\nexport function f({ a, b }: Options, c: number): number {\n  return a;\n}\n"
    )
    assert spots("unknown-parameters", {"a.ts": text}) == ()


def test_types_with_commas_do_not_hide_the_next_parameter() -> None:
    text = "class A {\n  /**\n   * @param rest the others\n   * @param gone none\n   */\n  void f(Map<String, List<String>> rest, int... more) {\n  }\n}\n"
    found = spots("unknown-parameters", {"A.java": text})
    assert places(found) == [("A.java", 4, "wrong-contract-doc")]


@pytest.mark.parametrize(
    "example",
    [
        '```json\n{"a": 1} {"b": 2}\n```',
        '```json\n{\n  // how often\n  "a": 1\n}\n```',
        '```json\n"a": 1\n```',
        '```json\n{"a": {{ value }}}\n```',
        "```python\n    return 1\n```",
        "```python\ntype Name = str\n```",
        "```python\ndef first[T](items: list[T]) -> T:\n    return items[0]\n```",
        "```yaml\nkey: !Ref Bucket\n```",
        "```text\n{\n```",
        "```json\n{",
    ],
)
def test_parts_templates_and_newer_syntax_are_no_broken_examples(example: str) -> None:
    assert spots("broken-examples", {"a.md": f"# Use\n\n{example}\n"}) == ()


def test_an_example_is_reported_when_the_change_touches_it_only() -> None:
    broken = "# Use\n\n```json\n{\n```\n"
    assert spots("broken-examples", {"a.md": broken + "\nMore.\n"}, {"a.md": broken}) == ()
    longer = broken.replace("{\n", '{\n"a": 1,\n')
    assert [spot.category for spot in spots("broken-examples", {"a.md": longer}, {"a.md": broken})] == [
        "broken-example"
    ]


@pytest.mark.parametrize(
    "other",
    [
        "# Steps\n",
        "Steps\n=====\n",
        "# 1. [Steps](x.md)!\n",
        '<h2 id="steps">S</h2>\n',
        "## First {#steps}\n",
        "{% include 'x' %}\n",
    ],
)
def test_a_section_is_found_however_it_is_written(other: str) -> None:
    name = "1-steps" if other.startswith("# 1") else "steps"
    assert spots("broken-anchors", {"a.md": f"[s](b.md#{name})\n"}, extra={"b.md": other}) == ()


def test_a_heading_inside_a_code_block_is_no_section() -> None:
    found = spots("broken-anchors", {"a.md": "[s](#steps)\n\n```\n# Steps\n```\n"})
    assert places(found) == [("a.md", 1, "broken-reference")]


def test_links_to_lines_and_to_files_that_are_no_documents_have_no_section() -> None:
    text = "[a](b.py#L3) [b](b.md#L3-L9) [c](https://example.org/#x) [d](gone.md#x)\n"
    assert spots("broken-anchors", {"a.md": text}, extra={"b.py": "", "b.md": "# B\n"}) == ()


def test_a_private_function_used_from_another_file_or_by_its_name_is_alive() -> None:
    function = "def _net(price):\n    return price\n"
    assert spots("unused-functions", {"a.py": function}, extra={"b.py": "from a import _net\n"}) == ()
    by_name = function + "\n\ndef call(name):\n    return globals()[name]\n"
    assert spots("unused-functions", {"a.py": by_name}) == ()
    assert places(spots("unused-functions", {"a.py": function})) == [("a.py", 1, "dead-code")]


def test_a_script_that_is_no_module_shares_its_functions_with_others() -> None:
    function = "function net(price) {\n  return price;\n}\n"
    assert spots("unused-functions", {"a.js": function}) == ()
    assert places(spots("unused-functions", {"a.js": function + "export {};\n"})) == [("a.js", 1, "dead-code")]


def test_an_annotated_method_is_called_by_a_framework() -> None:
    text = "class A {\n  {}\n  private void start() {\n  }\n}\n"
    assert spots("unused-functions", {"A.java": text.replace("{}", "@PostConstruct")}) == ()
    assert len(spots("unused-functions", {"A.java": text.replace("{}", "int a;")})) == 1
