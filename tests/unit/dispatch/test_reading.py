"""Reader tools over real trees: what is answered, what is refused, what is cut, what becomes evidence."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest

from orchestrator.dispatch.reading.answers import ANSWER, ENTRIES
from orchestrator.dispatch.reading.finder import Finder
from orchestrator.dispatch.reading.holdings import Holdings
from orchestrator.dispatch.reading.library import Bounds, Reader, ReaderLibrary
from orchestrator.findings.evidence import check
from orchestrator.findings.sent import Evidence
from orchestrator.scope.tree import GitTree
from orchestrator.seams import SourceTree
from orchestrator.system.clock import FakeClock, SystemClock
from orchestrator.system.git import GitDoor
from orchestrator.system.worktree import WorkTree
from orchestrator.values.finding import Anchor
from orchestrator.values.turn import Excerpt, ToolCall, ToolDefinition
from orchestrator.wiring.reading import link_test
from tests.support.repo import Repo
from tests.support.values import added_file, make_lens, make_payload
from tests.unit.findings.build import finding

BOUNDS = Bounds(calls=20, size=500_000, results=40, seconds=60)
PAYLOAD = make_payload(make_lens(), added_file("src/new.py", "x = 1"))
SECRET = "AKIA" + "Q7RZ3NX5WLK2MB4T"
FILES: dict[str, str | bytes] = {
    "src/app.py": "import os\n\n\ndef total(items):\n    return sum(items)\n",
    "src/deep/util.py": "def total_of(x):\n    return x\n",
    "docs/guide.md": "total is a word\n",
    ".env": f"KEY={SECRET}\n",
    "conf.py": f"a = 1\nkey = '{SECRET}'\nb = 2\n",
    "data.bin": b"total\0\n",
}


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.create(tmp_path / "repo")
    for path, content in FILES.items():
        made.write(path, content)
    (made.top / "link.py").symlink_to("/etc/passwd")
    made.commit("all")
    return made


def reader(
    repo: Repo,
    bounds: Bounds = BOUNDS,
    *,
    masked: bool = False,
    disk: bool = False,
    hidden: frozenset[str] = frozenset(),
) -> Reader:
    git = GitDoor(repo.top)
    listed = tuple(repo.git("ls-files").splitlines())
    tree: SourceTree = WorkTree(git.top, listed) if disk else GitTree(git, repo.git("rev-parse", "HEAD^{tree}"))
    library = ReaderLibrary(
        holdings=Holdings(tree, hidden, link_test(tree, git.top)),
        finder=Finder(git, tree.name if isinstance(tree, GitTree) else ""),
        clock=SystemClock(),
        bounds=bounds,
        marker="m4rk",
        masks=lambda _: masked,
    )
    return library.open(PAYLOAD)


def ask(reading: Reader, name: str, arguments: Mapping[str, Any] | str = "") -> str:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return anyio.run(reading.run, ToolCall("1", name, text))


def test_a_file_is_shown_numbered_and_framed_and_is_evidence(repo: Repo) -> None:
    reading = reader(repo)
    said = ask(reading, "read_file", {"path": "src/app.py"})
    assert said.splitlines()[:3] == ["## src/app.py", "<<m4rk", "    1 | import os"]
    assert "    5 |     return sum(items)\nm4rk>>" in said
    evidence = Evidence.of(PAYLOAD, reading.shown)
    judged = check(finding(file="src/app.py", line=5, evidence="return sum(items)"), evidence, strict=True)
    assert (judged.anchor, judged.line, judged.withheld_because) == (Anchor.EXACT, 5, "")


def test_a_part_of_a_file_keeps_its_line_numbers_as_evidence(repo: Repo) -> None:
    reading = reader(repo)
    assert "## src/app.py, lines 4 to 5 of 5" in ask(reading, "read_file", {"path": "src/app.py", "start": "4"})
    assert reading.shown["src/app.py"] == (Excerpt(4, ("def total(items):", "    return sum(items)")),)
    evidence = Evidence.of(PAYLOAD, reading.shown)
    good = check(finding(file="src/app.py", line=4, evidence="def total(items):"), evidence, strict=True)
    assert (good.anchor, good.line) == (Anchor.EXACT, 4)
    unseen = check(finding(file="src/app.py", line=1, evidence="import os"), evidence, strict=True)
    assert unseen.withheld_because


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"path": "../x"}, "must not contain .."),
        ({"path": "src/../../x"}, "must not contain .."),
        ({"path": "a\\..\\..\\x"}, "must not contain .."),
        ({"path": "/etc/passwd"}, "relative to the top"),
        ({"path": "C:\\x"}, "relative to the top"),
        ({"path": "~/x"}, "relative to the top"),
        ({"path": "a\0b"}, "no NUL"),
        ({"path": "link.py"}, "symbolic link"),
        ({"path": ".env"}, "holds secrets"),
        ({"path": "data.bin"}, "binary"),
        ({"path": "src"}, "there is no file src"),
        ({"path": "src/gone.py"}, "there is no file src/gone.py"),
        ({"path": ".git/config"}, "there is no file"),
        ({"path": 3}, "path must be a text"),
        ({}, "path is missing"),
        ("[1]", "one JSON object"),
        ("{", "not JSON"),
        ({"path": "src/app.py", "start": 0}, "line number from 1"),
        ({"path": "src/app.py", "start": 9}, "src/app.py has 5 lines"),
        ({"path": "src/app.py", "start": 4, "end": 2}, "end must not be smaller"),
    ],
)
@pytest.mark.parametrize("disk", [False, True])
def test_what_cannot_be_read_is_one_line(repo: Repo, arguments: Mapping[str, Any] | str, why: str, disk: bool) -> None:
    reading = reader(repo, disk=disk)
    said = ask(reading, "read_file", arguments)
    assert why in said
    assert "\n" not in said
    assert "root:" not in said
    assert reading.shown == {}


def test_an_unknown_tool_names_those_there_are(repo: Repo) -> None:
    assert "there are list_dir, read_file, search" in ask(reader(repo), "bash", {"command": "ls"})


def test_a_folder_is_listed_one_level_deep(repo: Repo) -> None:
    reading = reader(repo, hidden=frozenset({"docs/guide.md"}))
    assert ask(reading, "list_dir").splitlines()[0] == "## top level: 5 entries"
    assert "app.py\ndeep/" in ask(reading, "list_dir", {"path": "./src/"})
    assert "there is no folder docs" in ask(reading, "list_dir", {"path": "docs"})
    assert "must not contain" in ask(reading, "list_dir", {"path": ".."})


@pytest.mark.parametrize("disk", [False, True])
def test_a_search_shows_lines_of_readable_files_and_they_are_evidence(repo: Repo, disk: bool) -> None:
    reading = reader(repo, disk=disk)
    said = ask(reading, "search", {"pattern": "total"})
    assert said.startswith("3 results in 3 files.")
    assert "## src/app.py\n<<m4rk\n    4 | def total(items):\nm4rk>>" in said
    assert "data.bin" not in said
    assert reading.shown["docs/guide.md"] == (Excerpt(1, ("total is a word",)),)
    assert ask(reading, "search", {"pattern": SECRET}).startswith("1 result in 1 file.")
    assert "passwd" not in ask(reading, "search", {"pattern": "passwd"})
    assert ask(reading, "search", {"pattern": "nothing like it"}) == "0 results in 0 files."


def test_a_search_is_narrowed_by_folder_file_and_glob(repo: Repo) -> None:
    reading = reader(repo)
    assert "2 results" in ask(reading, "search", {"pattern": "total", "path": "src"})
    assert "1 result in" in ask(reading, "search", {"pattern": "total", "path": "src/app.py"})
    assert "1 result in" in ask(reading, "search", {"pattern": "total", "glob": "*.md"})
    assert "there is no file" in ask(reading, "search", {"pattern": "total", "path": "nowhere"})
    assert "1 result in" in ask(reading, "search", {"pattern": r"total_\w+\((?:x|y)\)", "regex": True})
    assert "0 results" in ask(reading, "search", {"pattern": r"total_\w+"})
    assert "2 results" in ask(reading, "search", {"pattern": r"^[ab] = [\d]", "regex": True})


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("", "empty"),
        ("x" * 301, "longer than 300"),
        ("a\nb", "one line"),
        (r"(a)\1", "references back"),
        ("(?=a)", "look-around"),
        ("((a{1,99}){1,99}){1,99}", "multiply"),
        ("a{5000}", "multiply"),
        ("(", "a ( is never closed"),
    ],
)
def test_a_pattern_that_cannot_be_used_is_one_line(repo: Repo, pattern: str, why: str) -> None:
    said = ask(reader(repo), "search", {"pattern": pattern, "regex": True})
    assert why in said
    assert "\n" not in said


def test_an_expression_that_backtracks_elsewhere_ends_soon(repo: Repo) -> None:
    repo.write("long.txt", "a" * 3000 + "!\n")
    repo.commit("long")
    said = ask(reader(repo), "search", {"pattern": "^(a|aa)*(a*)*b$", "regex": True})
    assert said in {"0 results in 0 files.", "Not done: the search took longer than 10 s"}


def test_a_secret_is_masked_for_an_engine_elsewhere_also_in_a_part(repo: Repo) -> None:
    reading = reader(repo, masked=True)
    for said in (
        ask(reading, "read_file", {"path": "conf.py"}),
        ask(reading, "read_file", {"path": "conf.py", "start": 2, "end": 2}),
        ask(reading, "search", {"pattern": "key = "}),
    ):
        assert SECRET not in said
        assert "key = '[redacted]'" in said
    assert SECRET in ask(reader(repo), "read_file", {"path": "conf.py"})


def test_what_is_too_long_is_cut_and_said(repo: Repo) -> None:
    repo.write("big.py", "".join(f"x{number} = {number}\n" for number in range(5000)))
    repo.write("wide.py", "y = '" + "z" * 5000 + "'\n")
    for number in range(ENTRIES + 5):
        repo.write(f"many/f{number}.txt", "hit\n")
    repo.commit("big")
    reading = reader(repo)
    said = ask(reading, "read_file", {"path": "big.py"})
    assert len(said) < ANSWER + 1000
    assert "are left out; ask for them with start and end." in said
    assert isinstance(reading.shown["big.py"], tuple)
    assert "1 line longer than 2000 characters cut." in ask(reading, "read_file", {"path": "wide.py"})
    assert isinstance(reading.shown["wide.py"], tuple)
    assert "5 entries are left out" in ask(reading, "list_dir", {"path": "many"})
    assert f"more than these {BOUNDS.results} results" in ask(reading, "search", {"pattern": "hit"})


def test_the_tools_are_withdrawn_when_a_bound_is_reached_which_is_named(repo: Repo) -> None:
    reading = reader(repo, replace(BOUNDS, calls=2))
    assert [tool.name for tool in reading.offered] == ["read_file", "list_dir", "search"]
    assert reading.withdrawn == ""
    assert "withdrawn" not in ask(reading, "list_dir")
    last = ask(reading, "read_file", {"path": "src/app.py"})
    assert last.splitlines()[0] == "## src/app.py"
    assert last.splitlines()[-1] == (
        "The reader tools are withdrawn now: max_tool_calls (2) is reached. Go on without them."
    )
    assert reading.offered == ()
    assert ask(reading, "search", {"pattern": "total"}) == (
        "Not done: search is withdrawn, since max_tool_calls (2) is reached. Go on with what you have read."
    )
    assert ask(reading, "bash").startswith("Not done: the reader tools are withdrawn, since")
    small = reader(repo, replace(BOUNDS, size=50))
    assert "max_read_bytes (50) is reached" in ask(small, "read_file", {"path": "src/app.py"})
    assert small.offered == ()


def test_without_any_call_nothing_is_offered(repo: Repo) -> None:
    reading = reader(repo, replace(BOUNDS, calls=0))
    assert reading.offered == ()
    assert "max_tool_calls (0) is reached" in ask(reading, "list_dir")


def test_each_search_has_the_whole_number_of_results(repo: Repo) -> None:
    few = reader(repo, replace(BOUNDS, results=2))
    for _ in range(3):
        said = ask(few, "search", {"pattern": "total"})
        assert said.startswith("2 results in 2 files.")
        assert "more than these 2 results" in said
    assert few.offered


def test_reading_has_an_end_in_time(repo: Repo) -> None:
    clock = FakeClock()
    library = replace(reader(repo).library, clock=clock, bounds=replace(BOUNDS, seconds=30))
    reading = library.open(PAYLOAD)
    assert reading.offered
    clock.advance(31)
    assert reading.offered == ()
    assert "the 30 s for reading are over" in ask(reading, "list_dir")


class Oracle:
    """A foreign tool."""

    definition = ToolDefinition("mcp__x__ask", "asks", "{}")

    async def call(self, arguments: Mapping[str, object]) -> str:
        return f"{arguments['q']}: {'w' * (ANSWER + 10)} {SECRET}"


def test_a_foreign_tool_is_offered_cut_and_no_evidence(repo: Repo) -> None:
    library = replace(reader(repo).library, marker="m", masks=lambda _: True, foreign=(Oracle(),))
    with_oracle = library.open(PAYLOAD)
    assert with_oracle.offered[-1].name == "mcp__x__ask"
    said = ask(with_oracle, "mcp__x__ask", {"q": "why"})
    assert said.startswith("<<m\nwhy: www")
    assert "characters are left out." in said
    assert with_oracle.shown == {}
