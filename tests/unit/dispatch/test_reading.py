"""Reader tools over real trees: what is answered, what is refused, what is cut, what becomes evidence."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anyio
import pytest

from orchestrator.dispatch.reading.answers import ANSWER, ENTRIES
from orchestrator.dispatch.reading.finder import Finder
from orchestrator.dispatch.reading.holdings import Holdings
from orchestrator.dispatch.reading.library import PER_SEARCH, Bounds, Reader, ReaderLibrary
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

BOUNDS = Bounds(calls=20, size=500_000, results=100, seconds=60)
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
        ("(", "git grep failed"),
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
    assert said in {"0 results in 0 files.", "Not done: git grep took longer than 10 s"}


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
    assert f"more than these {PER_SEARCH} results" in ask(reading, "search", {"pattern": "hit"})


def test_the_tools_are_withdrawn_when_the_budget_is_spent(repo: Repo) -> None:
    reading = reader(repo, Bounds(calls=2, size=500_000, results=100, seconds=60))
    assert [tool.name for tool in reading.offered] == ["read_file", "list_dir", "search"]
    ask(reading, "list_dir")
    assert ask(reading, "read_file", {"path": "src/app.py"}).endswith(
        "This was the last reading: 2 calls are made. Answer now."
    )
    assert reading.offered == ()
    assert ask(reading, "list_dir") == "Not done: 2 calls are made. Answer now with what you have read."
    small = reader(repo, Bounds(calls=9, size=50, results=100, seconds=60))
    assert "50 bytes are read" in ask(small, "read_file", {"path": "src/app.py"})
    assert small.offered == ()
    few = reader(repo, Bounds(calls=9, size=50_000, results=2, seconds=60))
    assert "more than these 2 results" in ask(few, "search", {"pattern": "total"})
    assert "2 search results are given" in ask(few, "search", {"pattern": "total"})


def test_reading_has_an_end_in_time(repo: Repo) -> None:
    clock = FakeClock()
    made = reader(repo)
    library = ReaderLibrary(
        holdings=made.library.holdings,
        finder=made.library.finder,
        clock=clock,
        bounds=Bounds(calls=9, size=9_000, results=9, seconds=30),
        marker="m",
        masks=lambda _: False,
    )
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
    made = reader(repo)
    library = made.library
    with_oracle = ReaderLibrary(
        holdings=library.holdings,
        finder=library.finder,
        clock=library.clock,
        bounds=library.bounds,
        marker="m",
        masks=lambda _: True,
        foreign=(Oracle(),),
    ).open(PAYLOAD)
    assert with_oracle.offered[-1].name == "mcp__x__ask"
    said = ask(with_oracle, "mcp__x__ask", {"q": "why"})
    assert said.startswith("<<m\nwhy: www")
    assert "characters are left out." in said
    assert with_oracle.shown == {}
