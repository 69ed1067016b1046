"""Scope eligibility."""

import pytest

from orchestrator.lenses.select import select_lenses
from orchestrator.values.roster import Drop
from tests.unit.lenses.builders import lens

PANEL = (
    lens("doc-review"),
    lens("js-review", "Scope:\n- *.js\n- web/\n- !*.min.js"),
    lens("smell-review", "Scope: test-files"),
    lens("parts-review", "Scope: added-only\n- *.jsx"),
    lens("drift-review", "Scope: on-demand"),
    lens("plain-review", ""),
    lens("correctness-review"),
)


def test_each_rule_over_one_diff() -> None:
    selection = select_lenses(PANEL, ["src/a.js", "tests/test_a.py", "old.jsx"], [])
    assert selection.lenses == ("doc-review", "js-review", "smell-review", "plain-review", "correctness-review")
    assert selection.warnings == ("plain-review",)
    assert selection.dropped == (
        Drop("parts-review", "scope", "no newly added file matches its globs"),
        Drop("drift-review", "scope", "runs only when it is asked for by name"),
    )


@pytest.mark.parametrize(
    ("files", "matched"),
    [(["a.min.js"], False), (["web/page.css"], True), (["x/y/b.js"], True), (["b.jsx"], False), (["-b.js"], True)],
)
def test_globs_are_read_like_gitignore(files: list[str], matched: bool) -> None:
    assert ("js-review" in select_lenses(PANEL, files, []).lenses) is matched


def test_added_only_with_and_without_a_diff() -> None:
    files = ["a.jsx", "b.py"]
    narrowed = select_lenses(PANEL, files, ["a.jsx"])
    assert "parts-review" in narrowed.lenses
    assert not any("unnarrowed" in warning for warning in narrowed.warnings)
    assert "parts-review" not in select_lenses(PANEL, files, ["b.py"]).lenses
    plain = select_lenses(PANEL, files, None)
    assert "parts-review" in plain.lenses
    assert "unnarrowed-added-only:parts-review" in plain.warnings
    assert "unnarrowed-added-only:parts-review" not in select_lenses(PANEL, ["b.py"], None).warnings


def test_no_file_means_no_lens_and_unknown_files_mean_every_lens() -> None:
    assert select_lenses(PANEL, [], []).lenses == ()
    assert len(select_lenses(PANEL, [], []).dropped) == len(PANEL)
    everything = select_lenses(PANEL, None, None)
    assert everything.lenses == tuple(one.name for one in PANEL if one.name != "drift-review")


@pytest.mark.parametrize(
    ("files", "runs"),
    [
        (["README.md", "a.json", "logo.png", "yarn.lock"], False),
        (["README.md", "a.py"], True),
        (["requirements.txt"], True),
        (["CLAUDE.md"], True),
        (["logo.svg"], True),
    ],
)
def test_the_correctness_lens_skips_what_cannot_run(files: list[str], runs: bool) -> None:
    selection = select_lenses(PANEL, files, [])
    assert ("correctness-review" in selection.lenses) is runs
    assert ("skipped-non-executable:correctness-review" in selection.warnings) is not runs
    assert "doc-review" in selection.lenses
