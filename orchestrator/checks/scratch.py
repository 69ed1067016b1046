"""The targets of a run as plain files in a fresh directory, so that no file of the repository steers a tool."""

import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType, TracebackType

from orchestrator.seams import SourceTree
from orchestrator.values.change import ChangedFile
from orchestrator.values.text import decode_text

DEFAULT_CAP = 1_000_000
_SAFE = re.compile(r"(?!-)[A-Za-z0-9._@+ -]{1,120}")
_EXTENSION = re.compile(r"\.[A-Za-z0-9]{1,12}\Z")
_STEERING = frozenset(
    {
        *(".", "..", ".git", ".gitignore", ".gitattributes", ".gitmodules", ".ignore", ".rgignore", ".editorconfig"),
        *(".semgrepignore", ".semgrep.yml", ".semgrep.yaml", ".semgrep", ".semgrepconfig.yml"),
        *("ruff.toml", ".ruff.toml", "pyproject.toml", "setup.cfg", "tox.ini", ".flake8", "uv.toml"),
        *("mypy.ini", ".mypy.ini", ".hadolint.yaml", ".hadolint.yml", ".shellcheckrc", "shellcheckrc"),
        *(".oxlintrc.json", "oxlint.json", ".oxlintignore", ".eslintignore", ".gitleaks.toml", ".gitleaksignore"),
        *("trivy.yaml", "trivy.yml", ".trivyignore", ".trivyignore.yaml", "trivy-secret.yaml"),
    }
)


class Scratch:
    """Context manager: `files` of `tree` as text below `root`, gone when it is left.

    Text is written as UTF-8 with plain line ends, so that line numbers are those every other reader of the run uses.
    A name that a shell, a tool or a file system could stumble over, or that would configure a tool, is replaced; its
    extension stays. `cap` is the largest file written, in bytes.
    """

    def __init__(self, tree: SourceTree, files: Sequence[ChangedFile], *, cap: int = DEFAULT_CAP) -> None:
        self._tree = tree
        self._targets = tuple(files)
        self._cap = cap
        self._home: Path | None = None
        self._real: dict[str, str] = {}
        self._skipped: dict[str, str] = {}

    def __enter__(self) -> "Scratch":
        self._home = Path(tempfile.mkdtemp(prefix="code-review-", dir=outside_repositories())).resolve()
        self.root.mkdir()
        # Without a list of its own semgrep falls back to a built-in one that passes over tests and vendored code.
        (self.root / ".semgrepignore").write_bytes(b"")
        names = _Names()
        for file in self._targets:
            self._write(file, names)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._home is not None:
            shutil.rmtree(self._home, ignore_errors=True)
            self._home = None

    @property
    def root(self) -> Path:
        """Directory that holds nothing but the targets; only inside the context."""
        if self._home is None:
            raise RuntimeError("the scratch directory exists only inside its context")
        return self._home / "src"

    @property
    def files(self) -> tuple[str, ...]:
        """Names below `root`, sorted."""
        return tuple(sorted(self._real))

    @property
    def skipped(self) -> Mapping[str, str]:
        """Real path to the reason it was not written."""
        return MappingProxyType(self._skipped)

    def real(self, name: str) -> str:
        """The repository path behind a name below `root`."""
        return self._real[name]

    def _write(self, file: ChangedFile, names: "_Names") -> None:
        text = self._text(file)
        if text is None:
            return
        name = names.of(file.path)
        target = self.root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text)
        self._real[name] = file.path

    def _text(self, file: ChangedFile) -> bytes | None:
        if file.deleted:
            return None
        reason, text = self._judge(file)
        if reason:
            self._skipped[file.path] = reason
            return None
        # Some tools count a lone carriage return as the end of a line; git and the other readers of this run do not.
        return text.replace("\r", " ").encode("utf-8", "replace")

    def _judge(self, file: ChangedFile) -> tuple[str, str]:
        if file.is_submodule:
            return "a submodule pointer", ""
        if file.is_symlink:
            return "a symbolic link", ""
        data = self._tree.read(file.path)
        if data is None:
            return "could not be read", ""
        if len(data) > self._cap:
            return f"{len(data)} bytes, tools read at most {self._cap}", ""
        text = None if file.binary else decode_text(data)
        return ("binary", "") if text is None else ("", text)


class _Names:
    """Gives each path a name that no tool and no file system misreads; never the same name twice."""

    def __init__(self) -> None:
        self._folders: dict[str, str] = {"": ""}
        self._taken: set[str] = set()

    def of(self, path: str) -> str:
        folder, _, name = path.rpartition("/")
        return self._claim(self._folder(folder), name, path)

    def _folder(self, path: str) -> str:
        if path not in self._folders:
            parent, _, name = path.rpartition("/")
            self._folders[path] = self._claim(self._folder(parent), name, path)
        return self._folders[path]

    def _claim(self, parent: str, name: str, path: str) -> str:
        """A file system that ignores case must not merge two names, hence the comparison in lower case."""
        prefix = f"{parent}/" if parent else ""
        chosen = prefix + name
        if not _SAFE.fullmatch(name) or name.lower() in _STEERING or chosen.lower() in self._taken:
            digest = sha256(path.encode("utf-8", "surrogateescape")).hexdigest()[:12]
            extension = _EXTENSION.search(name)
            chosen = f"{prefix}_{digest}{extension[0] if extension else ''}"
        self._taken.add(chosen.lower())
        return chosen


def outside_repositories() -> str | None:
    """A folder for temporary files that no repository surrounds, or None to use the platform's default."""
    for place in (tempfile.gettempdir(), "/tmp", "/var/tmp"):  # noqa: S108  mkdtemp makes a private folder in it
        folder = Path(place)
        if folder.is_dir() and not any((parent / ".git").exists() for parent in (folder, *folder.parents)):
            return place
    return None
