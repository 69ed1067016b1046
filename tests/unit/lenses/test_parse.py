"""Lens files: what is read, and that everything else stops with file and line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestrator.errors import PolicyError
from orchestrator.lenses.parse import parse_lens
from orchestrator.values.lens import ContextNeed, Effort, LensScope, ScopeRule
from tests.unit.lenses.builders import lens_text

HEAD = "---\nname: x-review\ndescription: Looks.\ntools: Read\nmodel: haiku\neffort: low\n---\n"


def test_every_part_is_read() -> None:
    text = (
        "---\nname: x-review\ndescription: 'Looks: at things'\ntools: [Read, Grep]\nmodel: opus\neffort: xhigh\n---\n"
        "Scope: added-only\n- *.jsx\n- `a folder/*.vue`\n- !legacy/\n\n- not a glob\nContext needs: project-structure\n"
        "Verify-model: haiku\nVerify-effort: medium\nCategory: layering\n\nBody.\n"
    )
    lens = parse_lens(text, "agents/x-review.md")
    assert lens.description == "Looks: at things"
    assert lens.tools == ("Read", "Grep")
    assert (lens.model, lens.effort, lens.tier) == ("opus", Effort.XHIGH, "frontier")
    assert lens.scope == LensScope(ScopeRule.ADDED_ONLY, ("*.jsx", "a folder/*.vue", "!legacy/"))
    assert lens.context is ContextNeed.PROJECT_STRUCTURE
    assert (lens.verify_model, lens.verify_effort, lens.category) == ("haiku", Effort.MEDIUM, "layering")
    assert lens.body.startswith("Scope: added-only\n")
    assert lens.body.endswith("Body.\n")
    assert "description" not in lens.body
    assert lens.digest != parse_lens(text.replace("Body.", "Other."), "x-review.md").digest


def test_defaults_are_the_careful_ones() -> None:
    lens = parse_lens("---\nname: x-review\ndescription: d\nmodel: sonnet\neffort: low\n---\nText.\n", "x-review.md")
    assert lens.scope.rule is ScopeRule.UNDECLARED
    assert lens.context is ContextNeed.FULL_FILE
    assert lens.tools == ()
    assert lens.verify_effort is None


def test_windows_line_ends_and_byte_order_mark() -> None:
    text = "\ufeff" + lens_text("x-review", "Scope:\n\n- *.py\n- *.pyi").replace("\n", "\r\n")
    lens = parse_lens(text, "x-review.md")
    assert lens.scope.globs == ("*.py", "*.pyi")
    assert "\r" not in lens.body


def test_examples_inside_code_fences_declare_nothing() -> None:
    body = "Scope: always\n\n```text\nScope: nonsense\n~~~\nContext needs: everything\n```\n~~~~\nScope: x\n~~~\nScope: y\n~~~~\n"
    lens = parse_lens(HEAD + body, "x-review.md")
    assert lens.scope.rule is ScopeRule.ALWAYS


@pytest.mark.parametrize(
    ("word", "rule"),
    [("always", ScopeRule.ALWAYS), ("on-demand", ScopeRule.ON_DEMAND), ("test-files", ScopeRule.TEST_FILES)],
)
def test_scope_words(word: str, rule: ScopeRule) -> None:
    assert parse_lens(f"{HEAD}Scope: {word}\n", "x-review.md").scope == LensScope(rule)


@pytest.mark.parametrize("model", ["inherit", "claude-opus-5-5", "vendor/model:free", "gpt-5", "deepseek-chat"])
def test_models(model: str) -> None:
    assert parse_lens(lens_text("x-review", model=model), "x-review.md").model == model


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("no front matter\n", 1, "does not start with front matter"),
        ("", 1, "does not start with front matter"),
        ("---\nname: x-review\n", 1, "not closed"),
        ("---\n- a\n---\n", 2, "not a list of"),
        ("---\n---\n", 2, "not a list of"),
        ("---\nname: a: b\n---\n", 2, "not YAML"),
        ("---\nname: x-review\n\x00\n---\n", 1, "not YAML"),
        (HEAD.replace("tools: Read", "colour: red"), 4, "unknown front-matter key 'colour'"),
        (HEAD.replace("tools: Read", "model: opus"), 5, "model is given twice, first on line 4"),
        (HEAD.replace("tools: Read", "tools: {a: b}"), 4, "neither text nor a list"),
        (HEAD.replace("name: x-review\n", ""), 1, "has no name"),
        (HEAD.replace("effort: low\n", ""), 1, "has no effort"),
        (HEAD.replace("description: Looks.", "description:"), 3, "description has no value"),
        (HEAD.replace("x-review", "y-review"), 2, "its file is not y-review.md"),
        (HEAD.replace("x-review", "X Review"), 2, "not a lens name"),
        (HEAD.replace("haiku", "hiaku"), 5, "'hiaku' is no model"),
        (HEAD.replace("effort: low", "effort: enormous"), 6, "'enormous' is no effort"),
        (HEAD + "Scope: sometimes\n", 8, "'sometimes' is no scope"),
        (HEAD + "Scope:\n", 8, "not followed by a bullet list"),
        (HEAD + "Scope: added-only\n\nText.\n", 8, "not followed by a bullet list"),
        (HEAD + "Scope: always\n- *.py\n", 9, "takes no globs"),
        (HEAD + "Scope: always\n\nScope: always\n", 10, "declared twice, first on line 8"),
        (HEAD + "Scope:\n- *.py\n-\n", 10, "selects nothing"),
        (HEAD + "Scope:\n- *.py and more\n", 9, "not one glob"),
        (HEAD + "Scope:\n- !\n", 9, "is not a glob"),
        (HEAD + "scope: always\n", 8, "write this declaration as `Scope:`"),
        (HEAD + "Context needs : full-file\n", 8, "write this declaration as `Context needs:`"),
        (HEAD + "Context needs: everything\n", 8, "'everything' is no context need"),
        (HEAD + "Category:\n", 8, "Category: has no value"),
        (HEAD + "Verify-model: huge\n", 8, "'huge' is no model"),
        (HEAD + "Verify-effort: some\n", 8, "'some' is no effort"),
    ],
)
def test_what_is_not_understood_names_file_and_line(text: str, line: int, says: str) -> None:
    with pytest.raises(PolicyError) as caught:
        parse_lens(text, "agents/x-review.md")
    assert caught.value.reason.startswith(f"agents/x-review.md:{line}: ")
    assert says in caught.value.reason
    assert "\n" not in caught.value.reason


@given(st.text(alphabet=st.sampled_from("-:#`*! \n\tabS{}[]'\"&|>%@\u2028\udc80")), st.booleans())
def test_any_text_gives_a_lens_or_a_named_problem(text: str, headed: bool) -> None:
    source = f"{HEAD}{text}" if headed else f"---\nname: x-review\n{text}\n---\n"
    assert _outcome(source).startswith(("lens x-review", "x-review.md:"))


def _outcome(source: str) -> str:
    try:
        return f"lens {parse_lens(source, 'x-review.md').name}"
    except PolicyError as error:
        return error.reason
