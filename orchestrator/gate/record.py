"""Whether a change has the review record that the settings at the base require, checked in the commit that is asked about."""

import shlex
from typing import TYPE_CHECKING, NamedTuple

from orchestrator.errors import CodeReviewError
from orchestrator.gate.decide import Refusal
from orchestrator.gate.policy import policy_records, registered_lenses, shipped_modes
from orchestrator.scope.policy_files import REVIEW_CONFIG_FILE, SETTINGS_FILES
from orchestrator.scope.quoting import path_text
from orchestrator.scope.raw import parse_raw
from orchestrator.scope.tree import GitTree
from orchestrator.seams import Git
from orchestrator.settings.late import layer_of_bytes
from orchestrator.values.record_place import change_of, folder_of, is_archived
from orchestrator.values.status import Status
from orchestrator.values.text import printable_path

if TYPE_CHECKING:
    # Only a project that requires records pays for reading them.
    from orchestrator.record.active import RecordRules
    from orchestrator.record.judge import ChangeReview
    from orchestrator.record.standing import Standing
    from orchestrator.settings.model import Layer

KEY = "gate.require_record"
_SPELLED = b"requirerecord"
_NAMED = 5


class RecordState(NamedTuple):
    """Why the gate stays closed for want of a record, or None; `notes` say what the change itself turns off."""

    refusal: Refusal | None = None
    notes: tuple[str, ...] = ()


class _Ends(NamedTuple):
    """The commit of the base whose settings count, the one from which the branch departs, and the one asked about."""

    tip: str
    merge_base: str
    commit: str


class _Changed(NamedTuple):
    """Paths of the records that a branch changes. `judged` are there, and those of `counting` are of this change."""

    judged: tuple[str, ...]
    counting: tuple[str, ...]
    deleted: tuple[str, ...]


def record_state(git: Git, *, tip: str, merge_base: str, commit: str) -> RecordState:
    """Whether anything is missing of the record; nothing is where none is required.

    `tip` is the commit of the base whose settings count, `merge_base` the commit from which the branch departs. Whatever
    cannot be found out is a refusal. Raises RepositoryError.
    """
    listed = git.run("ls-tree", "-z", "--full-tree", "--name-only", tip, "--", *SETTINGS_FILES)
    names = [path_text(raw) for raw in listed.split(b"\0") if raw]
    if not names:
        return RecordState()
    data = git.run("cat-file", "blob", f"{tip}:{names[0]}")
    if _SPELLED not in data.lower().replace(b"_", b"").replace(b"-", b""):
        return RecordState()
    try:
        layer = layer_of_bytes(data, names[0])
        required = bool(layer.values.get(KEY))
        return _state(git, layer, _Ends(tip, merge_base, commit)) if required else RecordState()
    except (CodeReviewError, ImportError, UnicodeDecodeError) as error:
        said = error.reason if isinstance(error, CodeReviewError) else str(error)
        reason = f"nobody can tell whether its record is settled: {said}"
        return RecordState(Refusal("record-unchecked", reason, "code-review gate verify"))


def _state(git: Git, layer: "Layer", ends: _Ends) -> RecordState:
    # Imported late: it reads YAML, and hooks ask for projects that require no record far more often.
    from orchestrator.record.judge import judge  # noqa: PLC0415

    rules = _rules(git, ends.tip, layer)
    changed = _records(git, ends.merge_base, ends.commit, rules.folder)
    tree = GitTree(git, ends.commit)
    reviews = []
    for path in changed.judged:
        _prefetch(tree, path)
        reviews.append(judge(path.rpartition("/")[0], rules, tree.read))
    notes = tuple(
        f"{printable_path(one.folder)}/change.yaml turns off: {', '.join(sorted(one.never))}"
        for one in reviews
        if one.never
    )
    missing = _missing(changed, ends.merge_base, rules.folder)
    return RecordState(missing or next(filter(None, map(_unsettled, reviews)), None), notes)


def _missing(changed: _Changed, merge_base: str, folder: str) -> Refusal | None:
    gone = next((path for path in changed.deleted if change_of(path) not in map(change_of, changed.judged)), "")
    if gone:
        mend = f"git checkout {merge_base[:12]} -- {shlex.quote(gone)}"
        return Refusal("record-missing", f"this branch deletes the record {printable_path(gone)}", mend)
    if changed.counting:
        return None
    reason = f"the settings at the base require a review record, and no commit of this branch adds one below {folder}"
    return Refusal("record-missing", reason, "code-review record start --change <name>")


def _unsettled(review: "ChangeReview") -> Refusal | None:
    """Why the record of `review` is not settled, or None."""
    stands = review.standing
    if not stands.reasons and not stands.unsettled:
        return None
    return Refusal(
        "record-open", _open(review.path, stands), f"code-review record show --change {change_of(review.path)}"
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


def _records(git: Git, merge_base: str, commit: str, folder: str) -> _Changed:
    """The records that differ. One that was archived before, or was only moved there, is of an earlier change."""
    listed = git.run("diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", merge_base, commit, "--", folder)
    entries = [one for one in parse_raw(listed) if folder_of(one.path) == folder]
    deleted = [one for one in entries if one.status is Status.DELETED]
    known = {one.old_id for one in deleted}
    judged = [
        one
        for one in entries
        if one.status is Status.ADDED or (one.status is Status.MODIFIED and not is_archived(one.path))
    ]
    counting = [one for one in judged if not (is_archived(one.path) and one.new_id in known)]
    return _Changed(*(tuple(one.path for one in some) for some in (judged, counting, deleted)))


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
    codes = ", ".join(dict.fromkeys(reason.code for reason in stands.reasons)) or "unanswered"
    waiting: dict[str, list[str]] = {}
    for _, row in stands.rows():
        waiting.setdefault(row.awaiting, []).append(row.finding.id)
    waits = [f"{_few(ids)} for the {actor}" for actor, ids in waiting.items() if actor != "nobody"]
    first = stands.reasons[0].message if stands.reasons else "a high finding, or a dispute, still waits for somebody"
    said = f"{printable_path(path)} is not settled ({codes}): {first}"
    return f"{said}; waiting: {'; '.join(waits)}" if waits else said


def _few(ids: list[str]) -> str:
    more = f" and {len(ids) - _NAMED} more" if len(ids) > _NAMED else ""
    return f"{', '.join(ids[:_NAMED])}{more}"
