"""`code-review metrics` after a review."""

import json
from pathlib import Path

from orchestrator.schemas import validator
from tests.support.cli import code_review
from tests.support.gate import branch, reviewed


def test_a_review_of_a_branch_is_counted(tmp_path: Path) -> None:
    repo = branch(tmp_path / "repo")
    assert reviewed(repo, "--no-static-analysis").code == 0
    ran = code_review("metrics", "--json", cwd=repo.top, home=repo.home)
    assert ran.code == 0
    assert list(validator("metrics").iter_errors(ran.json)) == []
    assert ran.json["reviews"] == {
        "count": 1,
        "rounds": 1,
        "byRound": {"1": 1},
        "outcomes": {"fixed": 0, "no-op": 1, "escalated": 0},
    }
    assert (ran.json["gate"]["subjects"], ran.json["gate"]["reviewedAgain"]) == (1, 0)
    assert ran.json["evidence"]["whole"]
    assert {one["finished"] for one in ran.json["lenses"]} == {1}
    text = code_review("metrics", "--since", "8w", cwd=repo.top / "tests", home=repo.home).out
    assert "0 of 1 subject (0 %)" in text


def test_bad_input_is_an_error(tmp_path: Path) -> None:
    outside = code_review("metrics", "--json", cwd=tmp_path, home=tmp_path)
    assert outside.code == 2
    assert "not" in json.loads(outside.out)["reason"]
    repo = branch(tmp_path / "repo")
    for given, said in (("soon", "'soon' is no duration"), ("9999999999w", "further than there are dates")):
        ran = code_review("metrics", "--since", given, cwd=repo.top, home=repo.home)
        assert ran.code == 2
        assert said in ran.err
