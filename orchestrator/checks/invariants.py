"""Facts about a repository that a machine can check and that no reviewer should have to find again each round."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from orchestrator.checks.conflict_markers import conflict_marker_lines
from orchestrator.checks.duplicate_keys import duplicate_keys
from orchestrator.values.text import decode_text, printable_path

Read = Callable[[str], bytes | None]

_LOCKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("package.json", ("package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock")),
    ("pyproject.toml", ("poetry.lock", "uv.lock", "pdm.lock")),
    ("Pipfile", ("Pipfile.lock",)),
    ("Cargo.toml", ("Cargo.lock",)),
    ("go.mod", ("go.sum",)),
    ("Gemfile", ("Gemfile.lock",)),
    ("composer.json", ("composer.lock",)),
)
_LARGEST = 1_000_000


@dataclass(frozen=True, slots=True)
class InvariantFinding:
    """One broken invariant, by file."""

    invariant: str
    file: str
    message: str


@dataclass(frozen=True, slots=True)
class Invariant:
    """One check. `changeset_scoped` ones judge what was changed together and need to know which files were."""

    name: str
    check: Callable[[Sequence[str], Read], Iterator[tuple[str, str]]]
    changeset_scoped: bool = False


def run_invariants(
    files: Sequence[str] | None,
    read: Read,
    everything: bool,
    *,
    paths: Sequence[str] = (),
    own: Sequence[Invariant] = (),
) -> tuple[InvariantFinding, ...]:
    """Runs every check, ours and those of the project (`own`), and sorts by file.

    `files` are those of the change, or None when it is unknown: checks then look at `paths` (all of the repository), and
    those that judge a change stay silent unless `everything` asks for the backlog.
    """
    found = [
        InvariantFinding(invariant.name, file, message)
        for invariant in (*CHECKS, *own)
        if files is not None or everything or not invariant.changeset_scoped
        for file, message in invariant.check(paths if files is None else files, read)
    ]
    return tuple(sorted(found, key=lambda item: (item.file, item.invariant, item.message)))


def _text(path: str, read: Read) -> str:
    data = read(path)
    if data is None or len(data) > _LARGEST:
        return ""
    return decode_text(data) or ""


def _conflict_markers(files: Sequence[str], read: Read) -> Iterator[tuple[str, str]]:
    for path in files:
        lines = conflict_marker_lines(_text(path, read))
        if lines:
            yield (
                path,
                f"holds an unresolved merge conflict, first at line {lines[0]}; keep one side and remove the markers",
            )


def _repeated_keys(files: Sequence[str], read: Read) -> Iterator[tuple[str, str]]:
    for path in files:
        if path.endswith((".json", ".yml", ".yaml")):
            for key, line in duplicate_keys(path, _text(path, read)):
                where = f" on line {line}" if line else ""
                yield path, f"sets the key {printable_path(key)!r} twice{where}; only the last value takes effect"


def _locks(files: Sequence[str], read: Read) -> Iterator[tuple[str, str]]:
    """A lock file and its manifest lie side by side; each is judged only where both exist."""
    changed = frozenset(files)
    for path in sorted(changed):
        folder, slash, name = path.rpartition("/")
        for manifest, locks in _LOCKS:
            beside = folder + slash
            if name in locks and beside + manifest not in changed and read(path) is not None:
                yield path, f"changed while {manifest} did not; check that nobody edited it by hand"
            if name == manifest and not any(beside + lock in changed for lock in locks):
                stale = [lock for lock in locks if read(beside + lock) is not None]
                if stale and read(path) is not None:
                    yield path, f"changed while {stale[0]} did not; if dependencies changed, update the lock file too"


CHECKS: tuple[Invariant, ...] = (
    Invariant("no-conflict-markers", _conflict_markers),
    Invariant("no-duplicate-keys", _repeated_keys),
    Invariant("lock-file-in-step", _locks, changeset_scoped=True),
)
