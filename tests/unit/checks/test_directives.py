import pytest

from orchestrator.checks.tools.adapter import ToolSpec
from orchestrator.checks.tools.directives import harmless, silenced_at
from orchestrator.checks.tools.gitleaks import GITLEAKS
from orchestrator.checks.tools.hadolint import HADOLINT
from orchestrator.checks.tools.mypy import MYPY
from orchestrator.checks.tools.oxlint import OXLINT
from orchestrator.checks.tools.shellcheck import SHELLCHECK
from orchestrator.checks.tools.trivy import TRIVY


@pytest.mark.parametrize(
    ("spec", "text", "line", "rule", "at"),
    [
        (OXLINT, "/* eslint-disable */\nx\ny", 3, "no-undef", 1),
        (OXLINT, "/* eslint-disable no-undef, eqeqeq */\nx", 2, "eqeqeq", 1),
        (OXLINT, "/* eslint-disable no-undef */\nx", 2, "eqeqeq", None),
        (OXLINT, "/* eslint-disable */\n/* eslint-enable */\nx", 3, "no-undef", None),
        (OXLINT, "x // oxlint-disable-line no-undef -- it is global", 1, "no-undef", 1),
        (OXLINT, "x // oxlint-disable-line no-undef -- eqeqeq stays", 1, "eqeqeq", None),
        (OXLINT, "// eslint-disable-next-line @typescript-eslint/no-x\nx", 2, "typescript/no-x", 1),
        (OXLINT, "// eslint-disable-next-line\n\nx", 3, "no-undef", None),
        (OXLINT, "// eslint-disable is a word in this comment\nx", 2, "no-undef", None),
        (MYPY, "x = 1  # type: ignore", 1, "return", 1),
        (MYPY, "x = 1  # type: ignore[return, index]", 1, "index", 1),
        (MYPY, "x = 1  # type: ignore[return]", 1, "index", None),
        (MYPY, "# mypy: ignore-errors\n\nx = 1", 3, "index", 1),
        (MYPY, "x = 1  # type: ignore\ny = 1", 2, "index", None),
        (HADOLINT, "# hadolint ignore=DL3006,DL3008\nFROM x", 2, "DL3008", 1),
        (HADOLINT, "# hadolint global ignore=DL3006\nFROM x\nRUN y", 3, "DL3006", 1),
        (HADOLINT, "# hadolint ignore=DL3006\nFROM x\nRUN y", 3, "DL3006", None),
        (SHELLCHECK, "#!/bin/sh\n# shellcheck disable=SC2086,SC2164\ncd $1", 3, "SC2164", 2),
        (SHELLCHECK, "#!/bin/sh\n# shellcheck disable=all\ncd $1", 3, "SC2164", 2),
        (SHELLCHECK, "#!/bin/sh\n# shellcheck disable=SC2164\n\ncd $1\ncd $2", 5, "SC2164", 2),
        (SHELLCHECK, "#!/bin/sh\nx\n# shellcheck disable=SC2164\ncd $1\ncd $2", 5, "SC2164", None),
        (MYPY, "# type: ignore\nimport x\ny = 1", 3, "index", 1),
        (MYPY, "import x\n# type: ignore\ny = 1", 3, "index", None),
        (GITLEAKS, "key = 1  # gitleaks:allow", 1, "aws", 1),
        (TRIVY, "#trivy:ignore:AVD-1\nUSER root", 2, "AVD-1", 1),
        (TRIVY, "#trivy:ignore:AVD-1\nUSER root", 2, "AVD-2", None),
    ],
)
def test_a_directive_reaches_what_its_tool_lets_it_reach(
    spec: ToolSpec, text: str, line: int, rule: str, at: int | None
) -> None:
    assert silenced_at(text.split("\n"), line, rule, spec.directives) == at


@pytest.mark.parametrize(
    ("spec", "text"),
    [
        (OXLINT, "a /* eslint-disable */\n b // eslint-disable-line x\n// oxlint-disable-next-line\nc"),
        (MYPY, "# type: ignore\n# mypy: ignore-errors\nx  # type:ignore[a]"),
        (HADOLINT, "# hadolint ignore=DL3006\n# hadolint global ignore=DL3008\nFROM x"),
        (SHELLCHECK, "# shellcheck shell=sh disable=SC1,SC2\nx"),
        (GITLEAKS, "x # gitleaks:allow"),
    ],
)
def test_a_harmless_text_has_no_working_directive_and_all_its_columns(spec: ToolSpec, text: str) -> None:
    spoilt = harmless(text, spec.directives)
    assert not any(directive.pattern.search(spoilt) for directive in spec.directives)
    assert [len(line) for line in spoilt.split("\n")] == [len(line) for line in text.split("\n")]
    assert harmless(spoilt, spec.directives) == spoilt


def test_a_line_that_a_tool_made_up_silences_nothing() -> None:
    assert silenced_at(["# type: ignore"], 9, "x", MYPY.directives) is None
