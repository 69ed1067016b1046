"""Flags that do not go together."""

from pathlib import Path

import pytest

from orchestrator.cli.options import RunOptions
from orchestrator.cli.plan import make_plan
from orchestrator.errors import UsageError


@pytest.mark.parametrize("scope", [RunOptions(path=["src"]), RunOptions(everything=True), RunOptions(staged=True)])
def test_why_only_fixes_of_commits_are_committed(scope: RunOptions, tmp_path: Path) -> None:
    options = RunOptions(path=scope.path, everything=scope.everything, staged=scope.staged, fix=True, commit_fixes=True)
    with pytest.raises(UsageError, match="goes with --since") as raised:
        make_plan(options, (), tmp_path, ())
    assert raised.value.hint == "fixes of uncommitted work are staged, those of whole files stay in the work tree"
