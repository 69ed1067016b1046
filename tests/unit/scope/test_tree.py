"""Trees in the object store."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from orchestrator.errors import RepositoryError
from orchestrator.scope.tree import GitTree
from orchestrator.seams import Git
from tests.support.repo import Repo
from tests.support.scopes import door


class CountingGit:
    """The real door, with a list of what was asked."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self.asked: list[str] = []

    @property
    def top(self) -> Path:
        """As the real one."""
        return self._git.top

    def run(self, *args: str, stdin: bytes = b"", index: Path | None = None, seconds: float | None = None) -> bytes:
        """As the real one, noted."""
        self.asked.append(args[0])
        return self._git.run(*args, stdin=stdin, index=index, seconds=seconds)

    def ok(self, *args: str) -> bool:
        """As the real one."""
        return self._git.ok(*args)


def _repo(tmp_path: Path, names: Sequence[str]) -> Repo:
    repo = Repo.create(tmp_path / "r")
    for name in names:
        repo.write(name, f"content of {name}\n\0")
    repo.link("link", "/etc/passwd")
    repo.write("empty", "")
    repo.commit()
    return repo


def test_content_and_order(tmp_path: Path) -> None:
    names = ["b", "a/b", "a.b", "a\nb", "z\udcff"]
    repo = _repo(tmp_path, names)
    tree = GitTree(door(repo), "HEAD")
    assert tree.paths() == tuple(sorted([*names, "link", "empty"]))
    for name in names:
        assert tree.read(name) == f"content of {name}\n\0".encode("utf-8", "surrogateescape")
    assert (tree.read("link"), tree.read("empty"), tree.read("nothing"), tree.read("a")) == (
        b"/etc/passwd",
        b"",
        None,
        None,
    )


def test_many_files_take_two_processes(tmp_path: Path) -> None:
    repo = _repo(tmp_path, [f"f{number}" for number in range(50)])
    git = CountingGit(door(repo))
    tree = GitTree(git, "HEAD", together=[f"f{number}" for number in range(50)])
    assert all(tree.read(f"f{number}") for number in range(50))
    assert git.asked == ["ls-tree", "cat-file"]
    tree.prefetch(["link", "empty", "f1", "nothing"])
    assert tree.read("link") == b"/etc/passwd"
    assert git.asked == ["ls-tree", "cat-file", "cat-file"]


def test_a_lost_object_is_an_error(tmp_path: Path) -> None:
    repo = _repo(tmp_path, ["a"])
    name = repo.git("rev-parse", "HEAD:a")
    (repo.top / ".git/objects" / name[:2] / name[2:]).unlink()
    with pytest.raises(RepositoryError, match=f"object {name} cannot be read: missing"):
        GitTree(door(repo), "HEAD").read("a")
