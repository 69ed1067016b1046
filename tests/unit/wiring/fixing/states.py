"""Everything a person could notice of a work tree, and the trees that fixes are tried in."""

import stat
from collections.abc import Callable, Mapping
from pathlib import Path

from orchestrator.system.git import GitDoor
from orchestrator.wiring.fixing.workspace import Base, Workspace, open_workspace
from tests.support.repo import Repo

FIXED = b"fixed\n"


def state(repo: Repo) -> dict[str, object]:
    """HEAD, branch, index, status, and every file with its mode and bytes."""
    return {
        "head": repo.git_bytes("rev-parse", "HEAD"),
        "branch": repo.git_bytes("symbolic-ref", "-q", "HEAD"),
        "status": repo.git_bytes("status", "--porcelain=v2", "-z", "--untracked-files=all"),
        "index": repo.git_bytes("ls-files", "-z", "-v", "--stage"),
        "tree": repo.git_bytes("write-tree"),
        "files": files(repo.top),
    }


def files(top: Path) -> dict[str, tuple[str, bytes]]:
    """Every path below `top`, folders included, with its mode and its content or the target of the link."""
    found = {}
    for path in sorted(top.rglob("*")):
        name = path.relative_to(top).as_posix()
        if name.split("/")[0] != ".git":
            mode = path.lstat().st_mode
            content = path.readlink().as_posix().encode() if path.is_symlink() else b""
            found[name] = (stat.filemode(mode), path.read_bytes() if stat.S_ISREG(mode) else content)
    return found


def tried(repo: Repo, base: Base, texts: Mapping[str, bytes], then: Callable[[Workspace], object]) -> Workspace:
    """A workspace in which `texts` were applied one by one and `then` was called, after it was left."""
    with open_workspace(GitDoor(repo.top), base) as workspace:
        workspace.watch(texts)
        for path, data in texts.items():
            workspace.apply({path: data})
        then(workspace)
    return workspace


def crowded(repo: Repo) -> None:
    """Staged, unstaged and both of one file, untracked, deleted, renamed, mode bits, links, CRLF, odd names, ignored."""
    names = ("a.py", "both.py", "staged.py", "unstaged.py", "gone.py", "gone-staged.py", "old-name.py", "dir/deep/x.py")
    repo.write_all({name: f"{name}\n" * 9 for name in names})
    repo.write("run.sh", "echo\n", executable=True)
    repo.write("crlf.txt", b"one\r\ntwo\r\n")
    repo.write("-dash :(top) *\n.py", "odd\n")
    repo.write(".gitignore", "ignored/\n")
    repo.link("link", "a.py")
    repo.link("folder-link", "dir")
    repo.commit("base")
    repo.write("both.py", "staged\n")
    repo.write("staged.py", "staged\n")
    repo.git("rm", "-q", "gone-staged.py")
    repo.git("mv", "old-name.py", "new name.py")
    repo.stage("both.py", "staged.py")
    repo.write("both.py", "unstaged on top\n")
    repo.write("unstaged.py", "unstaged\n")
    repo.remove("gone.py")
    repo.write("new.py", "untracked\n")
    repo.write("ignored/i.py", "ignored\n")
    repo.write("intended.py", "intended\n")
    repo.git("add", "-N", "intended.py")
    (repo.top / "unstaged.py").chmod(0o755)
    (repo.top / "a.py").chmod(0o600)
