"""One classifier decides what is documentation."""

import pytest

from orchestrator.scope.documentation import (
    is_documentation,
    is_documentation_only,
    is_functional_config,
    is_plain_documentation,
)


@pytest.mark.parametrize(
    "path",
    [
        "README.md", "docs/guide.rst", "a/b/notes.txt", "x.adoc", "X.MD", "README", "LICENSE", "CODE_OF_CONDUCT",
        "docs/requirements.md", "a/b.mdx",
    ],
)  # fmt: skip
def test_prose_is_documentation(path: str) -> None:
    assert is_documentation(path)


@pytest.mark.parametrize(
    "path",
    [
        "requirements.txt", "requirements-dev.txt", "dev-requirements.txt", "requirements/base.txt", "constraints.txt",
        "CMakeLists.txt", "sub/CMakeLists.txt", "docs/conf.py", "CLAUDE.md", "pkg/AGENTS.md", ".claude/x.md",
        "agents/a.md", "skills/s.md", "prompts/p.txt", "knowledge/k.md", "templates/t.md", "a/README", "Makefile", "x",
        "LICENSE-MIT", ".md", "README.md.py",
    ],
)  # fmt: skip
def test_whatever_a_machine_reads_is_not(path: str) -> None:
    assert not is_documentation(path)


def test_agent_configuration_is_told_from_prose_about_agents() -> None:
    assert is_functional_config("x/Skills/y.md")
    assert not is_functional_config("docs/agents-overview.md")


def test_no_files_are_not_a_documentation_change() -> None:
    assert not is_documentation_only([])
    assert is_documentation_only(["a.md", "LICENSE"])
    assert not is_documentation_only(["a.md", "b.py"])


@pytest.mark.parametrize(
    "path",
    ["conanfile.txt", "meson_options.txt", "test-requirements-py3.txt", "GEMINI.md", ".github/copilot-instructions.md"],
)
def test_what_a_build_or_an_agent_reads_is_no_documentation(path: str) -> None:
    assert not is_documentation(path)


def test_what_can_be_executed_a_link_and_a_submodule_are_no_documentation() -> None:
    assert is_plain_documentation([("docs/a.md", "000000"), ("docs/a.md", "100644")])
    assert not is_plain_documentation([])
    for mode in ("100755", "120000", "160000"):
        assert not is_plain_documentation([("docs/a.md", "100644"), ("bin/run.txt", mode)])
