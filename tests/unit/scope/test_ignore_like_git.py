"""The rules against git's own: the same answer for every path, but for the differences that are meant."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from orchestrator.scope.ignore.pattern import parse_pattern, problem_of
from orchestrator.scope.ignore.rules import IgnoreLayer, IgnoreRules
from tests.support.repo import Repo

NAMES = ("a", "b", "ab", "build", "keep.py", "x.log", "[a]", "a b", "ä", "-n", "!b", "#c", ".h", "b\nc")
PIECES = (
    "a",
    "b",
    "*",
    "?",
    "**",
    "build",
    "[ab]",
    "[!a]",
    "[a-c]",
    "*.log",
    "*.py",
    "[[:alpha:]]",
    "\\!b",
    "ä",
    "a\\ ",
    "[",
)
PATHS = st.lists(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4).map("/".join), min_size=1, max_size=12)
GLOBS = st.builds(
    lambda sign, start, parts, end: f"{sign}{start}{'/'.join(parts)}{end}",
    st.sampled_from(("", "", "", "!")),
    st.sampled_from(("", "", "/")),
    st.lists(st.lists(st.sampled_from(PIECES), min_size=1, max_size=2).map("".join), min_size=1, max_size=3),
    st.sampled_from(("", "", "/", " ", "\\", "//")),
)
ODD = st.sampled_from(
    (
        "",
        "#c",
        "\\#c",
        "!",
        "/",
        "//",
        "!/",
        "[",
        "[]a]",
        "[^]a]x",
        "[a-]",
        "[]-a]",
        "a**b",
        "**a",
        "a**/b",
        "/**",
        "**/",
        "*/",
        "!*/",
    )
)
ANSWERED = "answered"
"""A path that always matches something: git ends with 1 when no path does."""
PATTERNS = st.lists(st.one_of(GLOBS, ODD), min_size=1, max_size=8)


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Repo:
    made = Repo.create(tmp_path_factory.mktemp("ignore") / "repo")
    made.write(".git/info/exclude", f"/{ANSWERED}\n")
    return made


def by_git(repo: Repo, files: Mapping[str, Sequence[str]], paths: Sequence[str]) -> dict[str, tuple[str, int, str]]:
    """What git says: path to the file, the line and the pattern that decide, empty where there is none."""
    for file, lines in files.items():
        repo.write(file, "".join(f"{line}\n" for line in lines))
    listed = "".join(f"{path}\0" for path in (*paths, ANSWERED)).encode("utf-8", "surrogateescape")
    flags = ("check-ignore", "--no-index", "--stdin", "-z", "-v", "-n")
    try:
        out = repo.git_bytes(*flags, stdin=listed)
    finally:
        for file in files:
            repo.remove(file)
    fields = out.decode("utf-8", "surrogateescape").split("\0")[:-1]
    rows = (fields[at : at + 4] for at in range(0, len(fields), 4))
    return {path: (source, int(line or 0), pattern) for source, line, pattern, path in rows if path != ANSWERED}


def ignored(verdict: tuple[str, int, str]) -> bool:
    return bool(verdict[2]) and not verdict[2].startswith("!")


def layers(files: Mapping[str, Sequence[str]]) -> list[IgnoreLayer]:
    return [
        IgnoreLayer(file, tuple(lines), folder=file.rpartition("/")[0], lenient=True) for file, lines in files.items()
    ]


def names_a_folder(pattern: str) -> bool:
    found = None if problem_of(pattern) else parse_pattern(pattern)
    return found is not None and found.folder and found.literal_name and not found.negated


def put_back_later(repo: Repo, patterns: Sequence[str], path: str, line: int) -> bool:
    """The first difference: a `!` behind the rule of an ignored folder names something in it on the way to the file."""
    steps = path.split("/")
    ways = ["/".join(steps[:end]) for end in range(2, len(steps) + 1)]
    later = [pattern if pattern.startswith("!") else "" for pattern in patterns]
    found = by_git(repo, {".gitignore": [""] * line + later[line:]}, [*ways, *(f"{way}/x/y" for way in ways)])
    return any(pattern for _, _, pattern in found.values())


def named_like_a_folder(repo: Repo, patterns: Sequence[str], path: str) -> bool:
    """The second: were it a folder, a pattern that spells out its name would ignore it."""
    _, _, pattern = by_git(repo, {".gitignore": patterns}, [f"{path}/x"])[f"{path}/x"]
    return names_a_folder(pattern)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(patterns=PATTERNS, paths=PATHS)
@example(patterns=["*", "!*/", "!*.py"], paths=["a/b/keep.py", "a/x.log", "keep.py"])
@example(patterns=["build/", "!build/keep.py"], paths=["build/keep.py", "build/x.log", "build"])
@example(patterns=["/*", "!/a/"], paths=["a/b", "b", "a"])
@example(patterns=["a**/b", "**/ab", "b/**"], paths=["ab", "a/b", "b/a/b", "b"])
def test_a_gitignore_says_what_git_says(repo: Repo, patterns: list[str], paths: list[str]) -> None:
    rules = IgnoreRules(layers({".gitignore": patterns}))
    for path, verdict in by_git(repo, {".gitignore": patterns}, paths).items():
        ours = rules.why(path)
        if ours is None and ignored(verdict):
            assert put_back_later(repo, patterns, path, verdict[1]), (path, verdict)
        elif ours is not None and not ignored(verdict):
            assert named_like_a_folder(repo, patterns, path), (path, verdict, ours)


@settings(max_examples=60, deadline=None)
@given(outer=PATTERNS, inner=PATTERNS, paths=PATHS)
@example(outer=["build/"], inner=["*", "!keep.py"], paths=["build/keep.py", "build/a", "a"])
def test_each_gitignore_speaks_about_its_own_folder(
    repo: Repo, outer: list[str], inner: list[str], paths: list[str]
) -> None:
    """What the differences need is left out: names of folders spelled out, and for the other one a `!`."""
    paths = [path for path in paths if path != "build"]  # a folder of that name is there
    outer = [pattern for pattern in outer if not names_a_folder(pattern)]
    files = {".gitignore": outer, "build/.gitignore": [one for one in inner if not names_a_folder(one)]}
    rules = IgnoreRules(layers(files))
    mixed = any(pattern.startswith("!") for pattern in (*outer, *inner))
    for path, verdict in by_git(repo, files, paths).items():
        ours = rules.why(path) is not None
        assert ours == ignored(verdict) or (mixed and ignored(verdict) and not ours), (path, verdict)
