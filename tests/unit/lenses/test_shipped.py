"""The shipped lenses: registry, files and the agreed table say the same."""

import pytest

from orchestrator.lenses.frameworks import FRAMEWORKS
from orchestrator.lenses.registry import REGISTRY_FILE, load_lenses, parse_registry
from orchestrator.lenses.roster import BACKGROUND_AGENTS
from orchestrator.lenses.select import NON_EXECUTABLE_SKIP_ELIGIBLE
from orchestrator.lenses.size import KEEP_AGENTS
from orchestrator.system.data import data_dir
from orchestrator.values.lens import Lens

SECTIONS = ("Skip", "Detect", "Ignore", "Severity anchors", "Self-challenge")
CHEAP_FIRST = ("haiku", "sonnet", "opus")
TABLE = """
security-review               opus   high   always     full-file
correctness-review            opus   high   always     full-file
arch-review                   opus   high   always     project-structure
domain-review                 opus   high   always     project-structure
spec-compliance-review        haiku  medium always     full-file
doc-review                    haiku  medium always     project-structure  haiku medium
structure-review              sonnet high   always     full-file          haiku medium
complexity-review             haiku  medium always     full-file
naming-review                 haiku  high   always     diff-only          haiku medium
performance-review            haiku  high   always     full-file
concurrency-review            haiku  medium always     full-file
test-review                   sonnet high   always     full-file
test-smell-review             haiku  high   test-files full-file
js-fp-review                  haiku  low    globs      diff-only
a11y-review                   haiku  medium globs      full-file
component-architecture-review haiku  high   added-only full-file
react-reactivity-review       haiku  medium globs      full-file
vue-reactivity-review         haiku  medium globs      full-file
angular-reactivity-review     haiku  medium globs      full-file
claude-setup-review           haiku  *      on-demand  project-structure
token-efficiency-review       haiku  *      on-demand  full-file
ai-provenance-review          opus   *      on-demand  full-file
refactor-opportunity-review   haiku  *      on-demand  full-file
skeptic-review                sonnet high   on-demand  full-file
"""
ROWS = {line.split()[0]: line.split()[1:] for line in TABLE.split("\n") if line}
EXTENSIONS = {
    "js-fp-review": "js ts jsx tsx mjs cjs",
    "a11y-review": "svelte html jsx tsx vue razor cshtml jsp",
    "component-architecture-review": "jsx tsx vue svelte component.ts component.html",
}


def shipped() -> dict[str, Lens]:
    order = parse_registry((data_dir("knowledge") / REGISTRY_FILE).read_text(encoding="utf-8"))
    texts = {path.name: path.read_text(encoding="utf-8") for path in data_dir("agents").glob("*.md")}
    return {lens.name: lens for lens in load_lenses(order, texts.get)}


def test_registry_files_and_table_name_the_same_lenses() -> None:
    assert sorted(shipped()) == sorted(ROWS)
    assert sorted(shipped()) == sorted(path.stem for path in data_dir("agents").glob("*.md"))


@pytest.mark.parametrize("name", ROWS)
def test_every_lens_keeps_its_row(name: str) -> None:
    model, effort, scope, context, *verify = ROWS[name]
    lens = shipped()[name]
    assert (lens.model, lens.scope.rule.value, lens.context.value) == (model, scope, context)
    assert effort in {"*", lens.effort.value}
    assert [lens.verify_model, lens.verify_effort or ""] == (verify or ["", ""])
    assert lens.tools


@pytest.mark.parametrize("name", EXTENSIONS)
def test_globs_are_the_agreed_extensions(name: str) -> None:
    assert set(shipped()[name].scope.globs) == {f"*.{extension}" for extension in EXTENSIONS[name].split()}


@pytest.mark.parametrize("name", ROWS)
def test_every_lens_has_its_sections_in_order(name: str) -> None:
    body = shipped()[name].body
    headings = [line.removeprefix("## ") for line in body.split("\n") if line.startswith("## ")]
    assert [title for title in headings if title in SECTIONS] == list(SECTIONS)


def test_the_order_is_cheap_first_and_the_dearest_last() -> None:
    ranks = [CHEAP_FIRST.index(lens.model) for lens in shipped().values()]
    assert ranks == sorted(ranks)


def test_every_name_in_the_rules_is_a_lens() -> None:
    named = {
        *BACKGROUND_AGENTS,
        *KEEP_AGENTS,
        *NON_EXECUTABLE_SKIP_ELIGIBLE,
        *FRAMEWORKS,
        "arch-review",
        "performance-review",
    }
    assert named <= set(shipped())
