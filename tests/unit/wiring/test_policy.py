"""Policy: which files decide a review, and what happens when one is broken."""

from pathlib import Path

import pytest

from orchestrator.errors import ConfigurationError, PolicyError
from orchestrator.scope.policy_files import is_policy_file
from orchestrator.wiring.policy import load_policy, project_layer, shipped_lenses

DOC_LENS = Path("agents/doc-review.md").read_text(encoding="utf-8")


class Files:
    """A source tree from a dictionary (seams.SourceTree)."""

    def __init__(self, contents: dict[str, bytes]) -> None:
        self._contents = contents

    def paths(self) -> tuple[str, ...]:
        return tuple(sorted(self._contents))

    def read(self, path: str) -> bytes | None:
        return self._contents.get(path)


def files(**named: str) -> Files:
    return Files({name: text.encode() for name, text in named.items()})


def test_without_policy_files_everything_shipped_is_on_and_nothing_accepted() -> None:
    policy = load_policy(files())
    assert tuple(lens.name for lens in policy.lenses) == tuple(lens.name for lens in shipped_lenses())
    assert (policy.enabled, policy.risks, policy.context) == ({}, (), "")
    assert "evidence" in policy.contract


def test_the_context_is_read_and_every_policy_file_is_known_as_one() -> None:
    assert load_policy(files(**{"REVIEW-CONTEXT.md": "We ship on Fridays."})).context == "We ship on Fridays."
    known = [
        "REVIEW-CONTEXT.md",
        "review-config.json",
        "ACCEPTED-RISKS.md",
        ".code-review/config.yaml",
        ".code-review/agents/x.md",
        ".code-review/invariants.yaml",
    ]
    assert [path for path in known if not is_policy_file(path)] == []
    assert not is_policy_file("src/ACCEPTED-RISKS.md")


def test_a_project_lens_takes_the_place_of_a_shipped_one_and_a_new_one_comes_last() -> None:
    changed = DOC_LENS.replace("effort: medium", "effort: high")
    added = DOC_LENS.replace("name: doc-review", "name: money-review")
    policy = load_policy(
        files(**{".code-review/agents/doc-review.md": changed, ".code-review/agents/money-review.md": added})
    )
    names = [lens.name for lens in policy.lenses]
    assert names[-1] == "money-review"
    assert names.count("doc-review") == 1
    assert policy.lenses[names.index("doc-review")].effort.value == "high"
    assert policy.notices == ("lens doc-review is the project's own", "lens money-review is the project's own")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ACCEPTED-RISKS.md", "---\nrules: 3\n---\n"),
        ("review-config.json", "[]"),
        (".code-review/agents/doc-review.md", DOC_LENS.replace("Scope: always", "Scope: sometimes")),
        (".code-review/agents/doc-review.md", DOC_LENS.replace("Scope: always", "Scop: always")),
        (".code-review/agents/doc-review.md", DOC_LENS.replace("model: haiku", "modle: haiku")),
    ],
)
def test_a_broken_file_is_named(name: str, text: str) -> None:
    with pytest.raises(PolicyError) as caught:
        load_policy(files(**{name: text}))
    assert name in caught.value.reason


def test_a_file_that_is_no_text_is_named() -> None:
    tree = Files({"REVIEW-CONTEXT.md": b"\xff\xfe\x00"})
    with pytest.raises(PolicyError, match=r"REVIEW-CONTEXT\.md is not UTF-8 text"):
        load_policy(tree)


def test_two_settings_files_are_one_too_many() -> None:
    with pytest.raises(ConfigurationError, match="both"):
        project_layer(files(**{".code-review/config.yaml": "", ".code-review/config.json": "{}"}))


def test_the_projects_own_invariants_are_policy() -> None:
    text = "invariants: [{id: licence, files: '*.py', contains: SPDX, message: Name it.}]"
    (own,) = load_policy(files(**{".code-review/invariants.yaml": text})).invariants
    assert own.name == "licence"
    with pytest.raises(PolicyError, match=r"invariants\.yaml: rule number 1"):
        load_policy(files(**{".code-review/invariants.yaml": "invariants: [1]"}))


@pytest.mark.parametrize(
    "path",
    [
        ".code-review/config.yaml/team.yaml",
        ".code-review/config.json/a/b.json",
        ".code-review/invariants.yaml/x.yaml",
        "ACCEPTED-RISKS.md/2026.md",
        "review-config.json/x",
    ],
)
def test_a_folder_in_the_place_of_a_policy_file_is_an_error(path: str) -> None:
    with pytest.raises(ConfigurationError, match="is a folder, and a file is read there"):
        project_layer(files(**{path: "x"}))


def test_settings_in_a_folder_of_the_repository_are_named_as_not_read() -> None:
    tree = {"js/web/.code-review/config.yaml": "engine: replay", "go/.code-review/config.json": "{}"}
    (notice,) = load_policy(files(**tree)).notices
    assert notice.startswith("go/.code-review/config.json and 1 more is not read: ")
    assert project_layer(files(**tree)) is None
    assert load_policy(files(**{"tests/data/.code-review/config.yaml": "x: 1"})).notices == ()
