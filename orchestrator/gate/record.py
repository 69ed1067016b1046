"""Whether a change has the review record that the settings at the base require, checked in the commit that is asked about."""

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

from orchestrator.errors import CodeReviewError
from orchestrator.gate.decide import Refusal
from orchestrator.gate.policy import policy_records, registered_lenses, shipped_modes
from orchestrator.scope.policy_files import REVIEW_CONFIG_FILE, SETTINGS_FILES
from orchestrator.scope.quoting import path_text
from orchestrator.scope.tree import GitTree
from orchestrator.seams import Git
from orchestrator.settings.late import layer_of_bytes
from orchestrator.values.record_place import change_of, folder_of
from orchestrator.values.text import printable_path

if TYPE_CHECKING:
    # Only a project that requires records pays for reading them.
    from orchestrator.record.active import RecordRules
    from orchestrator.record.standing import Standing
    from orchestrator.settings.model import Layer

KEY = "gate.require_record"
_SPELLED = b"requirerecord"
_NAMED = 5


def record_refusal(git: Git, *, tip: str, merge_base: str, commit: str) -> Refusal | None:
    """Why the gate stays closed for want of a record; None when nothing is missing or nothing is required.

    `tip` is the commit of the base whose settings count, `merge_base` the commit from which the branch departs. Whatever
    cannot be found out is a refusal. Raises RepositoryError.
    """
    listed = git.run("ls-tree", "-z", "--full-tree", "--name-only", tip, "--", *SETTINGS_FILES)
    names = [path_text(raw) for raw in listed.split(b"\0") if raw]
    if not names:
        return None
    data = git.run("cat-file", "blob", f"{tip}:{names[0]}")
    if _SPELLED not in data.lower().replace(b"_", b"").replace(b"-", b""):
        return None
    try:
        layer = layer_of_bytes(data, names[0])
        required = bool(layer.values.get(KEY))
        return next(_refusals(git, layer, (tip, merge_base, commit)), None) if required else None
    except (CodeReviewError, ImportError, UnicodeDecodeError) as error:
        said = error.reason if isinstance(error, CodeReviewError) else str(error)
        return Refusal(
            "record-unchecked", f"nobody can tell whether its record is settled: {said}", "code-review gate verify"
        )


def _refusals(git: Git, layer: "Layer", ends: tuple[str, str, str]) -> Iterator[Refusal]:
    # Imported late: they read YAML, and hooks ask for projects that require no record far more often.
    from orchestrator.record.judge import judge  # noqa: PLC0415

    tip, merge_base, commit = ends
    rules = _rules(git, tip, layer)
    changed, deleted = _records(git, merge_base, commit, rules.folder)
    gone = next((path for path in deleted if change_of(path) not in map(change_of, changed)), "")
    if gone:
        mend = f"git checkout {merge_base[:12]} -- {shlex.quote(gone)}"
        yield Refusal("record-missing", f"this branch deletes the record {printable_path(gone)}", mend)
    elif not changed:
        reason = f"the settings at the base require a review record, and no commit of this branch adds one below {rules.folder}"
        yield Refusal("record-missing", reason, "code-review record start --change <name>")
    tree = GitTree(git, commit)
    for path in changed:
        _prefetch(tree, path)
        review = judge(path.rpartition("/")[0], rules, tree.read)
        if review.standing.reasons:
            yield Refusal(
                "record-open", _open(path, review.standing), f"code-review record show --change {change_of(path)}"
            )


def _rules(git: Git, tip: str, layer: "Layer") -> "RecordRules":
    # Imported late: as above.
    from orchestrator.record.active import rules_of, switched_off  # noqa: PLC0415
    from orchestrator.settings.model import merge  # noqa: PLC0415
    from orchestrator.settings.parse import default_layer  # noqa: PLC0415

    records = policy_records(git, tip)
    has_config = any(record.endswith(f"\t{REVIEW_CONFIG_FILE}".encode()) for record in records)
    config = git.run("cat-file", "blob", f"{tip}:{REVIEW_CONFIG_FILE}") if has_config else None
    lenses = sorted(registered_lenses(records))
    off = switched_off(config, lenses)
    return rules_of(merge((layer, default_layer())), off, reviewers=(*lenses, *shipped_modes()))


def _records(git: Git, merge_base: str, commit: str, folder: str) -> tuple[list[str], list[str]]:
    """The records that differ: those that the commit has, and those that it has no longer."""
    listed = git.run("diff-tree", "-r", "-z", "--no-renames", "--name-status", merge_base, commit, "--", folder)
    fields = [path_text(raw) for raw in listed.split(b"\0") if raw]
    pairs = [
        (status, path) for status, path in zip(fields[::2], fields[1::2], strict=True) if folder_of(path) == folder
    ]
    deleted = [path for status, path in pairs if status == "D"]
    return [path for status, path in pairs if status != "D"], deleted


def _prefetch(tree: GitTree, path: str) -> None:
    """Reads what the record cites in one start of git."""
    # Imported late: as above.
    from orchestrator.record.location import Place, read_location  # noqa: PLC0415
    from orchestrator.record.parse import parse  # noqa: PLC0415

    record = parse((tree.read(path) or b"").decode("utf-8", "replace")).record
    places = (read_location(one.location, step.name, path.rpartition("/")[0]) for step, one in record.findings())
    tree.prefetch({place.path for place in places if isinstance(place, Place)})


def _open(path: str, stands: "Standing") -> str:
    """Every kind of reason, and which findings wait for whom."""
    codes = ", ".join(dict.fromkeys(reason.code for reason in stands.reasons))
    waiting: dict[str, list[str]] = {}
    for _, row in stands.rows():
        waiting.setdefault(row.awaiting, []).append(row.finding.id)
    waits = [f"{_few(ids)} for the {actor}" for actor, ids in waiting.items() if actor != "nobody"]
    said = f"{printable_path(path)} is not settled ({codes}): {stands.reasons[0].message}"
    return f"{said}; waiting: {'; '.join(waits)}" if waits else said


def _few(ids: list[str]) -> str:
    more = f" and {len(ids) - _NAMED} more" if len(ids) > _NAMED else ""
    return f"{', '.join(ids[:_NAMED])}{more}"
