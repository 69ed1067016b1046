"""Real git repositories for tests: one line per step, the same ids on every machine.

`HOME`, the system and the global configuration are shut out, so what a developer has set never reaches a test; a test
that wants a user setting says so with `repo.config(...)`. Every commit is one second after the one before it.
"""

import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

EPOCH = 1_700_000_000


def git_environment(home: Path, tick: int = 0) -> dict[str, str]:
    """Environment in which git sees no configuration but the repository's own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    person = {"NAME": "Tess Ter", "EMAIL": "tess@example.com", "DATE": f"{EPOCH + tick} +0000"}
    return {
        **kept,
        **{f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in person.items()},
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C.UTF-8",
    }


@dataclass
class Repo:
    """A repository in `top`. Branch `main` from the start."""

    top: Path
    home: Path
    ticks: int = field(default=0)

    @classmethod
    def create(cls, path: Path) -> "Repo":
        """A new, empty repository; `path` is created."""
        path.mkdir(parents=True, exist_ok=True)
        repo = cls(top=path.resolve(), home=path.resolve().parent)
        repo.git("init", "-q", "-b", "main")
        return repo

    def git(self, *args: str, stdin: bytes = b"") -> str:
        """Standard output of `git <args>` in the top level without the last line end; fails loudly."""
        return self.git_bytes(*args, stdin=stdin).decode("utf-8", "surrogateescape").rstrip("\n")

    def git_bytes(self, *args: str, stdin: bytes = b"") -> bytes:
        """Standard output of `git <args>` as it is."""
        environment = git_environment(self.home, self.ticks)
        done = subprocess.run(
            ["git", *args], cwd=self.top, env=environment, input=stdin, capture_output=True, check=False
        )
        if done.returncode:
            raise AssertionError(f"git {' '.join(args)}: {done.stderr.decode(errors='replace')}")
        return done.stdout

    def write(self, path: str, content: str | bytes = "", *, executable: bool = False) -> Path:
        """Writes a file of the work tree, folders included; text is written as UTF-8 with its line ends as given."""
        target = self.top / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content)
        if executable:
            target.chmod(0o755)
        return target

    def write_all(self, files: dict[str, str]) -> None:
        """Writes several text files."""
        for path, content in files.items():
            self.write(path, content)

    def remove(self, path: str) -> None:
        """Deletes a file of the work tree, leaving the index alone."""
        (self.top / path).unlink()

    def link(self, path: str, target: str) -> None:
        """Makes a symbolic link whose text is `target`."""
        place = self.top / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(target)

    def stage(self, *paths: str) -> None:
        """Stages `paths`, everything when none is given."""
        self.git("--literal-pathspecs", "add", "-A", "--", *(paths or (".",)))

    def commit(self, message: str = "change") -> str:
        """Stages everything, commits, returns the commit id. An empty commit is allowed."""
        self.stage()
        return self.commit_staged(message)

    def commit_staged(self, message: str = "change") -> str:
        """Commits the index as it is, returns the commit id."""
        self.ticks += 1
        self.git("commit", "-q", "--allow-empty", "--no-verify", "-m", message)
        return self.head()

    def branch(self, name: str) -> None:
        """Creates a branch at HEAD and switches to it."""
        self.git("switch", "-q", "-c", name)

    def switch(self, name: str) -> None:
        """Switches to an existing branch."""
        self.git("switch", "-q", name)

    def head(self) -> str:
        """Commit id of HEAD, read from its file where it has one: most tests make commits, and few ask for the id."""
        folder = self.top / ".git"
        name = (folder / "HEAD").read_text(encoding="utf-8") if folder.is_dir() else ""
        place = folder / name.removeprefix("ref: ").strip()
        if name.startswith("ref: ") and place.is_file():
            return place.read_text(encoding="ascii").strip()
        return self.git("rev-parse", "HEAD")

    def config(self, name: str, value: str) -> None:
        """Sets a setting of the repository."""
        self.git("config", name, value)

    def worktree(self, path: Path, branch: str) -> "Repo":
        """A linked worktree on a new branch."""
        self.git("worktree", "add", "-q", "-b", branch, str(path))
        return Repo(top=path.resolve(), home=self.home, ticks=self.ticks)

    def status(self) -> str:
        """`git status --porcelain`, for asserting what a run left behind."""
        return self.git("status", "--porcelain", "--untracked-files=all")
