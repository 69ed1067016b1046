"""A change on a branch, reviewed from the command line, and what its gates said."""

from typing import Any

from tests.support.cli import Ran, code_review
from tests.support.replay import write_script
from tests.support.repo import Repo


def change(repo: Repo, base: dict[str, str], files: dict[str, str]) -> None:
    """Commits `base` to main and `files` to a branch."""
    repo.write_all(base)
    repo.commit("more base")
    repo.branch("feature")
    repo.write_all(files)
    repo.commit("change")


def run(repo: Repo, *arguments: str, env: dict[str, str] | None = None, engine: str = "replay") -> Ran:
    """One review of the branch; the lenses of `replay` have nothing to say."""
    folder = write_script(repo.home / "script")
    replay = ("--replay-dir", str(folder)) if engine == "replay" else ()
    base = ("--since", "main", "--engine", engine, *replay)
    return code_review(*base, *arguments, cwd=repo.top, home=repo.home, env=env)


def gates(ran: Ran) -> dict[str, Any]:
    """The gates of a report by name."""
    return {gate["name"]: gate for gate in ran.json["gates"]}


def stopped_by(ran: Ran, name: str) -> str:
    """The reason of the gate that stopped the run; nobody was asked and nothing passed."""
    assert ran.code == 1, ran.err
    report = ran.json
    assert (report["overall"], report["verdict"], report["preFlightPassed"]) == ("fail", "fail", False)
    assert report["agents"] == []
    assert report["gates"][-1]["name"] == name
    assert report["gates"][-1]["status"] == "fail"
    return str(report["gates"][-1]["detail"])


def agree(repo: Repo) -> None:
    """The user agrees to what the settings of the project start."""
    said = code_review("config", "trust", cwd=repo.top, home=repo.home)
    assert said.code == 0, said.err
