"""The one door to git: pinned configuration, scrubbed environment, literal paths.

Nothing a person has configured may change what is reviewed. Two means: every call names the settings that matter on
its command line, and `diff-tree` runs in an empty repository that merely borrows the objects of the real one, so that
no configuration, attribute file, replacement object or index can reach a comparison at all.
"""

import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from orchestrator.errors import RepositoryError

SECONDS = 600

_PINS = {
    "advice.graftFileDeprecated": "false",
    "color.ui": "never",
    "core.fsmonitor": "false",
    "core.quotePath": "false",
    "core.safecrlf": "false",
    "diff.algorithm": "myers",
    "diff.ignoreSubmodules": "none",
    "diff.mnemonicPrefix": "false",
    "diff.noprefix": "false",
    "diff.orderFile": os.devnull,
    "diff.relative": "false",
    "gc.auto": "0",
    "log.showSignature": "false",
    "maintenance.auto": "false",
    "status.showUntrackedFiles": "all",
}
# Writing the index would run the person's post-index-change hook; reviewing must not run anybody's hooks.
_WRITES_INDEX = frozenset({"update-index", "write-tree", "read-tree", "add", "reset"})
_COMPARES = "diff-tree"
_SHOWS_PATCHES = frozenset({"diff", "diff-tree", "diff-index", "diff-files", "log", "show"})


_WHERE = ("rev-parse", "--git-path")
_QUESTIONS = ("rev-parse", "--show-object-format", "--git-path", "objects")


class _Place(NamedTuple):
    """A work tree: its top level, where its objects are, and their format."""

    top: Path
    objects: Path
    kind: str


class GitDoor:
    """Git in the work tree around `cwd` (a linked worktree is its own work tree).

    `environ` is what git inherits, less every `GIT_*` variable; the process environment by default.
    """

    def __init__(self, cwd: Path, *, environ: Mapping[str, str] | None = None) -> None:
        self._cwd = cwd
        self._environ = environ
        self._files: dict[tuple[str, ...], bytes] = {}

    @property
    def top(self) -> Path:
        """Absolute top level of the calling work tree; RepositoryError where there is none."""
        return self._place.top

    @cached_property
    def _place(self) -> "_Place":
        """All of it in one start of git, which takes longer than what it is asked."""
        done = self._start((*_QUESTIONS, "--show-toplevel"), cwd=self._cwd)
        if done.returncode:
            raise self._no_work_tree(done.stderr)
        kind, objects, top, *more = done.stdout.removesuffix(b"\n").split(b"\n")
        if more:
            # A folder with a line end in its name: asked for last and alone, the answers cannot be mixed up.
            top = self._start(("rev-parse", "--show-toplevel"), cwd=self._cwd).stdout.removesuffix(b"\n")
            objects = self._start(_QUESTIONS, cwd=self._cwd).stdout.removesuffix(b"\n").partition(b"\n")[2]
        return _Place(
            Path(os.fsdecode(top)),
            (self._cwd / os.fsdecode(objects)).absolute(),
            kind.decode("ascii", "replace"),
        )

    def run(self, *args: str, stdin: bytes = b"", index: Path | None = None, seconds: float | None = None) -> bytes:
        """Standard output of `git <args>`, started in the top level.

        `diff-tree` sees objects only: name trees and commits by their full ids there. Raises RepositoryError with
        git's first line when it fails. Where git keeps a file is asked once: a run needs that before each file it writes.
        """
        if args[:2] == _WHERE and index is None:
            if args not in self._files:
                self._files[args] = self._run(args, stdin, index, seconds)
            return self._files[args]
        return self._run(args, stdin, index, seconds)

    def _run(self, args: tuple[str, ...], stdin: bytes, index: Path | None, seconds: float | None) -> bytes:
        done = self._compare(args, stdin) if args[0] == _COMPARES else self._call(args, stdin, index, seconds)
        if done.returncode:
            raise RepositoryError(f"git {args[0]} failed: {_first_line(done.stderr) or f'exit {done.returncode}'}")
        return done.stdout

    def ok(self, *args: str) -> bool:
        """True when `git <args>` exits 0."""
        return self._call(args, b"", None).returncode == 0

    def _call(
        self, args: Sequence[str], stdin: bytes, index: Path | None, seconds: float | None = None
    ) -> "subprocess.CompletedProcess[bytes]":
        extra = {"GIT_INDEX_FILE": str(index)} if index else {}
        hooks = ("-c", f"core.hooksPath={os.devnull}") if args[0] in _WRITES_INDEX else ()
        return self._start((*hooks, *_without_helpers(args)), cwd=self.top, stdin=stdin, extra=extra, seconds=seconds)

    def _compare(self, args: Sequence[str], stdin: bytes) -> "subprocess.CompletedProcess[bytes]":
        if self._lacks_objects:
            return self._call(args, stdin, None)
        with tempfile.TemporaryDirectory(prefix="code-review-") as name:
            empty = Path(name)
            for folder in ("objects", "refs"):
                (empty / folder).mkdir()
            (empty / "HEAD").write_text("ref: refs/heads/none\n", encoding="ascii")
            (empty / "config").write_text(self._format, encoding="ascii")
            extra = {
                "GIT_DIR": name,
                "GIT_OBJECT_DIRECTORY": str(self._place.objects),
                "GIT_CONFIG_GLOBAL": os.devnull,
                "GIT_CONFIG_NOSYSTEM": "1",
                "GIT_ATTR_NOSYSTEM": "1",
            }
            pinned = ("-c", f"core.attributesFile={os.devnull}", *_without_helpers(args))
            return self._start(pinned, cwd=empty, stdin=stdin, extra=extra)

    @cached_property
    def _format(self) -> str:
        """Configuration of an empty bare repository with the object format of the real one."""
        kind = self._place.kind
        head = "[core]\n\tbare = true\n\trepositoryformatversion = "
        return f"{head}0\n" if kind == "sha1" else f"{head}1\n[extensions]\n\tobjectFormat = {kind}\n"

    @cached_property
    def _lacks_objects(self) -> bool:
        """True for a partial clone: it has to fetch what it compares, which needs the settings of its remote."""
        return self.ok("config", "--get-regexp", r"^remote\..*\.promisor$")

    def _start(
        self,
        args: Sequence[str],
        *,
        cwd: Path,
        stdin: bytes = b"",
        extra: Mapping[str, str] | None = None,
        seconds: float | None = None,
    ) -> "subprocess.CompletedProcess[bytes]":
        pins = (part for name, value in _PINS.items() for part in ("-c", f"{name}={value}"))
        argv = ("git", "--no-pager", "--literal-pathspecs", *pins, *args)
        environ = _scrubbed(os.environ if self._environ is None else self._environ) | dict(extra or {})
        try:
            return subprocess.run(
                argv, cwd=cwd, env=environ, input=stdin, capture_output=True, check=False, timeout=seconds or SECONDS
            )
        except FileNotFoundError as error:
            if not cwd.is_dir():
                raise RepositoryError(f"{cwd} is not a folder") from error
            raise RepositoryError("git was not found", hint="install git 2.30 or newer and put it on PATH") from error
        except subprocess.TimeoutExpired as error:
            raise RepositoryError(f"git {args[0]} took longer than {error.timeout:g} s") from error
        except OSError as error:
            raise RepositoryError(f"git could not be run: {error}") from error

    def _no_work_tree(self, stderr: bytes) -> RepositoryError:
        line = _first_line(stderr)
        if "not a git repository" in line:
            return RepositoryError(f"{self._cwd} is not in a git repository", hint="run this inside one, or `git init`")
        if "must be run in a work tree" in line:
            hint = "run this in a clone or in a linked worktree of it"
            return RepositoryError(f"{self._cwd} has no work tree: it is a bare repository or inside .git", hint=hint)
        return RepositoryError(f"git cannot use the repository at {self._cwd}: {line}")


def _without_helpers(args: Sequence[str]) -> tuple[str, ...]:
    """`args` with external diff programs and text converters switched off; there is no setting to pin for that."""
    return (args[0], "--no-ext-diff", "--no-textconv", *args[1:]) if args[0] in _SHOWS_PATCHES else tuple(args)


def _scrubbed(environ: Mapping[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in environ.items() if not name.startswith("GIT_")}
    return kept | {
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
    }


def _first_line(stderr: bytes) -> str:
    """What git complained about first, without its own `fatal:` and without advice."""
    for line in stderr.decode("utf-8", "replace").splitlines():
        text = line.strip()
        if text and not text.startswith(("hint:", "warning:")):
            return text.removeprefix("fatal: ").removeprefix("error: ")
    return ""
