"""What the policy of a change is called: one hash over the policy files at the tip of its base."""

from orchestrator.gate.rows import digest_of
from orchestrator.scope.policy_files import POLICY_PLACES, is_lens_file, is_policy_file
from orchestrator.scope.quoting import path_text
from orchestrator.seams import Git
from orchestrator.system.data import data_dir


def policy_records(git: Git, ref: str) -> tuple[bytes, ...]:
    """Mode, id and path of every policy file in the commit `ref`. Raises RepositoryError."""
    listed = git.run("ls-tree", "-r", "-z", "--full-tree", ref, "--", *POLICY_PLACES)
    return tuple(record for record in listed.split(b"\0") if record and is_policy_file(_path(record)))


def policy_digest(records: tuple[bytes, ...]) -> str:
    """sha256 in hex; an evidence row carries it, so that a review under other rules is not taken for one under these."""
    return digest_of(b"\0".join(records))


def registered_lenses(records: tuple[bytes, ...]) -> frozenset[str]:
    """Names of the shipped lenses and of the project's own; nobody else's evidence counts."""
    shipped = (path.stem for path in data_dir("agents").glob("*.md"))
    own = (path.rpartition("/")[2].removesuffix(".md") for path in map(_path, records) if is_lens_file(path))
    return frozenset((*shipped, *own))


def shipped_modes() -> tuple[str, ...]:
    """Ids of the modes of this installation."""
    return tuple(sorted(path.stem for path in (data_dir("knowledge") / "modes").glob("*.yaml")))


def _path(record: bytes) -> str:
    return path_text(record.partition(b"\t")[2])
