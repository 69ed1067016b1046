"""ripgrep and `git grep` give the same answers: over every kind of file, for patterns of the whole language."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anyio
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from orchestrator.dispatch.reading.arguments import BadCallError
from orchestrator.dispatch.reading.finder import Finder
from orchestrator.dispatch.reading.holdings import Holdings
from orchestrator.dispatch.reading.library import Bounds, Reader, ReaderLibrary
from orchestrator.dispatch.reading.query import Query
from orchestrator.dispatch.reading.ripgrep import Ripgrep
from orchestrator.system.clock import SystemClock
from orchestrator.system.git import GitDoor
from orchestrator.system.process import ProcessDoor
from orchestrator.system.worktree import WorkTree
from orchestrator.values.turn import ToolCall
from tests.support.repo import Repo
from tests.support.values import added_file, make_lens, make_payload

FILES: dict[str, str | bytes] = {
    "src/app.py": "import os\n\n\ndef total(items):\n    return sum(items)  # {n}\n",
    "src/b c.py": "x = a[1]; y = b.c(2) + 3 * 4 ^ 5 | 6\n\tTotal = '$9.00'\n",
    "one": "ab",
    "empty": "",
    "line": "\n",
    "crlf.txt": b"foo\r\nbar foo\r\n\r\n",
    "cr.txt": b"a\rb\n",
    "bom.py": b"\xef\xbb\xbfimport x\n",
    "latin.txt": b"caf\xe9 foo\n",
    "utf8.txt": "café é naïve foo 日本\n".encode(),
    "wide16.txt": "foo\nbar\n".encode("utf-16"),
    "bin.dat": b"foo\0bar\n",
    "long.txt": "a" * 70_000 + "foo\n" + "b" * 3_000 + "\nfoo\n",
    "ctl.txt": b"a\x0cb\x0bc\x1bfoo\n",
    "many/one.txt": "foo a1\n" * 50,
    "many/two.txt": "foo\n" * 3,
    ".hidden/x.py": "foo\n",
    "src/.env.example": "foo\n",
    "-n": "foo\n",
    "odd\nname:3:x.txt": "foo\n",
    "ümlaut.txt": "foo\n",
    b"raw\xff.txt".decode("utf-8", "surrogateescape"): "foo\n",
}
UNTRACKED = {"new/fresh.py": "foo\ntotal\n", "build/out.py": "foo\n"}


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Repo:
    made = Repo.create(tmp_path_factory.mktemp("same") / "repo")
    for path, content in {**FILES, ".gitignore": "build/\n"}.items():
        made.write(path, content)
    (made.top / "link.py").symlink_to("src/app.py")
    (made.top / "linked").symlink_to("src")
    made.commit("all")
    for path, content in UNTRACKED.items():
        made.write(path, content)
    return made


@pytest.fixture(scope="module")
def finders(repo: Repo) -> tuple[Finder, Finder]:
    program = shutil.which("rg")
    assert program, "ripgrep is not installed; it comes with the extra dev"
    git = GitDoor(repo.top)

    def is_plain(path: str) -> bool:
        place = repo.top / path
        return place.is_file() and not place.is_symlink()

    return Finder(git), Finder(git, ripgrep=Ripgrep(program, ProcessDoor(), repo.top, is_plain))


def reader(repo: Repo, finder: Finder, results: int = 40) -> Reader:
    listed = repo.git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    library = ReaderLibrary(
        holdings=Holdings(
            WorkTree(repo.top, tuple(filter(None, listed))), is_link=lambda path: (repo.top / path).is_symlink()
        ),
        finder=finder,
        clock=SystemClock(),
        bounds=Bounds(calls=1000, size=10**9, results=results, seconds=600),
        marker="m4rk",
        masks=lambda _: False,
    )
    return library.open(make_payload(make_lens(), added_file("src/new.py", "x = 1")))


def both(repo: Repo, finders: tuple[Finder, Finder], results: int = 40, **arguments: Any) -> str:
    """What both say, which must be the same, and be kept as the same evidence."""
    call = ToolCall("1", "search", json.dumps(arguments))
    readers = [reader(repo, finder, results) for finder in finders]
    said = [anyio.run(one.run, call) for one in readers]
    assert said[0] == said[1]
    assert readers[0].shown == readers[1].shown
    return said[0]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"pattern": "foo"}, "40 results in"),
        ({"pattern": "foo", "path": "crlf.txt"}, "2 results in 1 file."),
        ({"pattern": "foo$", "regex": True, "path": "crlf.txt"}, "    2 | bar foo"),
        ({"pattern": "^$", "regex": True, "path": "crlf.txt"}, "1 result in 1 file."),
        ({"pattern": "^$", "regex": True}, "4 results in 3 files."),
        ({"pattern": "x*", "regex": True, "path": "one"}, "1 result in 1 file."),
        ({"pattern": "a", "path": "one"}, "    1 | ab"),
        ({"pattern": "x*", "regex": True, "path": "empty"}, "0 results in 0 files."),
        ({"pattern": "foo", "path": "wide16.txt"}, "0 results in 0 files."),
        ({"pattern": "o", "path": "wide16.txt"}, "0 results in 0 files."),
        ({"pattern": "foo", "path": "bin.dat"}, "is not shown: it is binary"),
        ({"pattern": "foo", "path": "latin.txt"}, "    1 | café foo"),
        ({"pattern": "é", "path": "latin.txt"}, "0 results in 0 files."),
        ({"pattern": "café", "path": "utf8.txt"}, "1 result in 1 file."),
        ({"pattern": "(é|日)+ ", "regex": True, "path": "utf8.txt"}, "1 result in 1 file."),
        ({"pattern": "foo", "path": "long.txt"}, "1 line longer than 2000 characters cut."),
        ({"pattern": "import", "path": "bom.py"}, "    1 | import x"),
        ({"pattern": "b.c", "path": "cr.txt", "regex": True}, "0 results in 0 files."),
        ({"pattern": "a.b", "path": "cr.txt", "regex": True}, "1 result in 1 file."),
        ({"pattern": "foo", "path": "-n"}, "## -n"),
        ({"pattern": "foo", "glob": "odd*"}, "1 result in 1 file."),
        ({"pattern": "foo", "glob": "raw*"}, "## raw\\xff.txt"),
        ({"pattern": "foo", "glob": "ü*"}, "## ümlaut.txt"),
        ({"pattern": "foo", "path": "new"}, "## new/fresh.py"),
        ({"pattern": "foo", "path": "build"}, "there is no file build"),
        ({"pattern": "foo", "glob": "build/"}, "0 results in 0 files."),
        ({"pattern": "foo", "path": ".hidden"}, "hidden files and folders are not searched"),
        ({"pattern": "foo", "path": ".hidden/x.py"}, "read .hidden/x.py with read_file"),
        ({"pattern": "foo", "glob": ".*"}, "0 results in 0 files."),
        ({"pattern": "total", "path": "linked"}, "symbolic link"),
        ({"pattern": "total"}, "2 results in 2 files."),
        ({"pattern": "Total"}, "1 result in 1 file."),
        ({"pattern": "b.c(2)"}, "## src/b c.py"),
        ({"pattern": "[n}"}, "0 results in 0 files."),
        ({"pattern": r"\{n\}", "regex": True}, "1 result in 1 file."),
        ({"pattern": "{n}", "regex": True}, "1 result in 1 file."),
        ({"pattern": r"\ttotal", "regex": True}, "0 results in 0 files."),
        ({"pattern": r"\t[Tt]otal", "regex": True}, "1 result in 1 file."),
        ({"pattern": "("}, "3 results in 2 files."),
    ],
)
def test_every_kind_of_file(
    repo: Repo, finders: tuple[Finder, Finder], arguments: Mapping[str, Any], expected: str
) -> None:
    assert expected in both(repo, finders, **arguments)


@pytest.mark.parametrize("results", [0, 1, 2, 50, 51, 1000])
def test_every_bound(repo: Repo, finders: tuple[Finder, Finder], results: int) -> None:
    said = both(repo, finders, results, pattern="foo", path="many")
    assert said.startswith(f"{min(results, 53)} result")
    assert ("narrow the search" in said) == (results < 53)


def test_results_come_in_the_order_of_path_and_line(repo: Repo, finders: tuple[Finder, Finder]) -> None:
    said = both(repo, finders, 1000, pattern="foo")
    paths = [line[3:] for line in said.splitlines() if line.startswith("## ")]
    assert len(paths) > 10
    assert paths == sorted(paths, key=lambda path: path.replace("raw\\xff", "raw\udcff").replace("\\n", "\n"))
    assert not {".hidden/x.py", "src/.env.example", "bin.dat", "wide16.txt", "link.py", "build/out.py"} & set(paths)


def test_a_hidden_file_is_read_all_the_same(repo: Repo, finders: tuple[Finder, Finder]) -> None:
    call = ToolCall("1", "read_file", '{"path": ".hidden/x.py"}')
    assert "    1 | foo" in anyio.run(reader(repo, finders[0]).run, call)


def test_git_answers_where_ripgrep_cannot_be_relied_on(repo: Repo, tmp_path: Path) -> None:
    git, plain = GitDoor(repo.top), Finder(GitDoor(repo.top))
    fakes = {
        "old": "#!/bin/sh\necho 'ripgrep 11.0.2'\n",
        "other": "#!/bin/sh\necho 'RubyGems 3'\n",
        "broken": '#!/bin/sh\n[ "$1" = --version ] && echo "ripgrep 14.1.0" && exit\necho half; exit 2\n',
        "garbled": '#!/bin/sh\n[ "$1" = --version ] && echo "ripgrep 14.1.0" && exit\nprintf "many/two.txt\\0"\n',
    }
    expected = anyio.run(reader(repo, plain).run, ToolCall("1", "search", '{"pattern": "foo", "path": "many"}'))
    for name, script in {**fakes, "missing": ""}.items():
        program = tmp_path / name
        if script:
            program.write_text(script, encoding="utf-8")
            program.chmod(0o755)
        finder = Finder(git, ripgrep=Ripgrep(str(program), ProcessDoor(), repo.top, lambda _: True))
        said = anyio.run(reader(repo, finder).run, ToolCall("1", "search", '{"pattern": "foo", "path": "many"}'))
        assert said == (expected if name != "garbled" else said), name


_PLAIN = ["a", "b", "c", "_", "1", " ", ".", "é", r"\.", r"\-", "{", "}", "]", "-"]
_CLASSES = [r"\d", r"\w", r"\s", r"\W", r"\D", r"\S", "[ab]", "[^a]", "[]a]", "[^]a-c]", r"[\d_]", r"[\w.-]"]
_ODD_CLASSES = ["[[:alpha:]]", "[a^-]", "[-^]", "[^^]", r"[\^]", "[[a]", r"[\]\\]", "[^[:space:]]", "[ -~]", "[!-/]"]
_ATOMS = st.sampled_from([*_PLAIN, *_CLASSES, *_ODD_CLASSES])
_TIMES = st.sampled_from(["", "", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,}", "{0,2}", "{,2}"])


def _grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    group = st.builds("{}{}{}{}".format, st.sampled_from(["(", "(?:"]), inner, st.just(")"), _TIMES)
    return st.one_of(
        st.builds("{}{}".format, inner, inner),
        st.builds("{}|{}".format, inner, inner),
        group,
        st.builds("{}{}{}".format, st.sampled_from(["^", r"\b", ""]), inner, st.sampled_from(["$", r"\b", ""])),
    )


PATTERNS = st.recursive(st.builds("{}{}".format, _ATOMS, _TIMES), _grown, max_leaves=8)
LINES = st.lists(st.text("aabbcc_1 .-é]{}^\\\t\r", max_size=8), min_size=20, max_size=40)


def _is_of_the_language(query: Query) -> bool:
    try:
        return bool(query.git)
    except BadCallError:
        return False


@settings(max_examples=60, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pattern=PATTERNS, lines=LINES)
def test_every_pattern_of_the_language(finders: tuple[Finder, Finder], pattern: str, lines: list[str]) -> None:
    top = finders[0].git.top
    text = "\n".join(lines) + "\n"
    (top / "fuzz.txt").write_bytes(text.encode())
    query = Query(pattern, regex=True)
    assume(_is_of_the_language(query))
    found = [
        [number for _, number in anyio.run(finder.lines, query, ("fuzz.txt",), 100) if number <= len(lines)]
        for finder in finders
    ]
    assert found[0] == found[1]
