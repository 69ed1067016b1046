"""The judge of proposed fixes: what may be edited, how much of it, and what no fix may bring about."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from orchestrator.fixloop.assertions import weakening
from orchestrator.fixloop.edits import Content, Found, locate, read_content, replaced
from orchestrator.fixloop.guarded import changes_checks, is_guarded, is_pipeline
from orchestrator.fixloop.silences import new_silence
from orchestrator.fixloop.syntax import breaks
from orchestrator.redaction import MASK, is_secret_file, redact
from orchestrator.scope.among_tests import lies_among_tests
from orchestrator.scope.own import own_files
from orchestrator.seams import SourceTree
from orchestrator.settings.model import Settings
from orchestrator.values.change import ChangedFile
from orchestrator.values.fix import Applied, Edit, Proposal, Refusal, Rule

MAX_EDITS = 40
MAX_EDIT_LINES = 200
MAX_EDIT_BYTES = 20_000
MAX_PROPOSAL_BYTES = 60_000
MAX_FILES = 10
MAX_FILE_BYTES = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Caps:
    """How large a fix may be. Lines and bytes of an edit are those of its longer side."""

    edits: int = MAX_EDITS
    edit_lines: int = MAX_EDIT_LINES
    edit_bytes: int = MAX_EDIT_BYTES
    proposal_bytes: int = MAX_PROPOSAL_BYTES
    files: int = MAX_FILES
    file_bytes: int = MAX_FILE_BYTES

    @classmethod
    def of(cls, settings: Settings) -> "Caps":
        """Those that the settings set; what they say nothing of stays as it is."""
        return cls(edits=int(settings.number("fix.max_edits")), edit_lines=int(settings.number("fix.max_edit_lines")))


class Plain(Protocol):
    """Whether a path is a regular file of the repository that no symbolic link leads to."""

    def __call__(self, path: str) -> bool:
        """True for such a file."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What edits are judged against.

    `files` are those of the change, `tree` the bytes to be edited as they are now. `plain` says whether a path is a
    regular file that no link leads to, `ignored` whether ignore rules cover it.
    """

    files: tuple[ChangedFile, ...]
    tree: SourceTree
    plain: Plain
    ignored: Callable[[str], bool]
    caps: Caps = Caps()


def judge(proposal: Proposal, ground: Ground) -> Applied | Refusal:
    """What the proposal makes of its files when every edit may be made, otherwise the first reason against it.

    Nothing is written.
    """
    refused = _too_large(proposal, ground.caps) or _outside(proposal, ground)
    if refused is not None:
        return refused
    by_file: dict[str, list[Edit]] = {}
    for edit in proposal.edits:
        by_file.setdefault(edit.file, []).append(edit)
    files: dict[str, bytes] = {}
    ordered: list[Edit] = []
    for path in sorted(by_file):
        made = _file(path, by_file[path], proposal, ground)
        if isinstance(made, Refusal):
            return made
        files[path] = made[0]
        ordered += made[1]
    return Applied(MappingProxyType(files), tuple(ordered))


def in_order(proposals: Iterable[Proposal]) -> tuple[Proposal, ...]:
    """The proposals file by file and from top to bottom, by the first finding of each."""
    return tuple(sorted(proposals, key=lambda one: min(((f.file, f.line) for f in one.findings), default=("", 0))))


def _too_large(proposal: Proposal, caps: Caps) -> Refusal | None:
    edits = proposal.edits
    if not edits:
        return Refusal(Rule.NO_CHANGE, "it proposes no edit")
    count, files = len(edits), len({edit.file for edit in edits})
    total = sum(map(_size, edits))
    for number, cap, what in (
        (count, caps.edits, "edits"),
        (files, caps.files, "files"),
        (total, caps.proposal_bytes, "bytes of edits"),
    ):
        if number > cap:
            return Refusal(Rule.TOO_LARGE, f"{number} {what}, at most {cap} are taken")
    return next(filter(None, (_edit_too_large(edit, caps) for edit in edits)), None)


def _edit_too_large(edit: Edit, caps: Caps) -> Refusal | None:
    lines = max(edit.find.count("\n"), edit.replace.count("\n")) + 1
    for number, cap, what in ((_size(edit), caps.edit_bytes, "bytes"), (lines, caps.edit_lines, "lines")):
        if number > cap:
            return Refusal(Rule.TOO_LARGE, f"the edit has {number} {what}, at most {cap} are taken", edit)
    return None


def _size(edit: Edit) -> int:
    return max(_bytes(edit.find), _bytes(edit.replace))


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _outside(proposal: Proposal, ground: Ground) -> Refusal | None:
    named = {finding.file for finding in proposal.findings}
    known = {file.path: file for file in ground.files}
    for edit in proposal.edits:
        path = edit.file
        reason = _not_ours(path, named, known) or _not_editable(path, known.get(path), ground)
        if reason:
            return Refusal(Rule.OUTSIDE, reason, edit)
        if is_guarded(path) or (is_pipeline(path) and path not in named):
            return Refusal(Rule.POLICY_FILE, "the file decides how the project is reviewed, checked or tested", edit)
    return None


def _not_ours(path: str, named: set[str], known: Mapping[str, ChangedFile]) -> str:
    parts = path.split("/")
    if path.startswith("/") or "\\" in path or "\0" in path or not {"", ".", ".."}.isdisjoint(parts):
        return "the path is not one of a file in the repository"
    if any(part.lower() == ".git" for part in parts):
        return "the path leads into the repository's own folder"
    if path not in named and path not in known:
        return "neither the change nor the finding is about this file"
    return ""


def _not_editable(path: str, file: ChangedFile | None, ground: Ground) -> str:
    if file is not None and (file.deleted or file.is_submodule or file.is_symlink):
        return "it is a deleted file, a symbolic link or a submodule"
    if is_secret_file(path):
        return "its name says that it holds secrets"
    if ground.ignored(path):
        return "ignore rules cover it"
    if own_files([path], ground.tree):
        return "it is a file of this tool"
    if not ground.plain(path):
        return "it is missing, a symbolic link, or behind one"
    return ""


def _file(
    path: str, edits: Sequence[Edit], proposal: Proposal, ground: Ground
) -> tuple[bytes, tuple[Edit, ...]] | Refusal:
    data = ground.tree.read(path)
    content = None if data is None else read_content(data)
    if data is None or content is None:
        return Refusal(Rule.OUTSIDE, "it cannot be read, or it is binary", edits[0])
    if len(data) > ground.caps.file_bytes:
        reason = f"the file has {len(data)} bytes, fixes are made up to {ground.caps.file_bytes}"
        return Refusal(Rule.TOO_LARGE, reason, edits[0])
    hidden = _writes_mask(content, edits)
    if hidden is not None:
        return Refusal(Rule.REDACTED, f"it would write {MASK}, which stands for a hidden secret", hidden)
    places = locate(content, edits)
    if isinstance(places, Refusal):
        return places
    made = replaced(content, places)
    after = None if made is None else read_content(made)
    if made is None or after is None or after.encoding != content.encoding:
        return Refusal(Rule.OUTSIDE, "the file's encoding has no way to write the new text", edits[0])
    refused = _content(path, content, after, places, proposal)
    return refused or (made, tuple(place.edit for place in places))


def _content(path: str, content: Content, made: Content, places: Sequence[Found], proposal: Proposal) -> Refusal | None:
    before, after = content.text, made.text
    edit = places[0].edit
    idle = next(
        (one.edit for one in places if before[one.start : one.end] == one.edit.replace.replace("\r\n", "\n")), None
    )
    if idle is not None:
        return Refusal(Rule.NO_CHANGE, "it puts in what stands there already", idle)
    if not after.strip():
        return Refusal(Rule.DELETES, "nothing would be left of the file", edit)
    about = any(finding.file == path for finding in proposal.findings)
    return next(
        (Refusal(rule, why, edit) for rule, why in _against(path, before, after, places, proposal, about) if why), None
    )


def _against(
    path: str, before: str, after: str, places: Sequence[Found], proposal: Proposal, about: bool
) -> Iterator[tuple[Rule, str]]:
    """Every rule about what a file would hold, with what speaks against it, cheap ones first."""
    if proposal.masked:
        yield Rule.REDACTED, _touches_secret(before, places)
    yield Rule.SECRET, _new_secret(before, after)
    silence = new_silence(path, before, after)
    yield Rule.SUPPRESSION, f"it makes a tool silent: {redact(silence)[0]}" if silence else ""
    changed = changes_checks(path, before, after)
    yield Rule.POLICY_FILE, f"it changes how the project is checked: {changed}" if changed else ""
    if lies_among_tests(path):
        weaker = weakening(path, before, after, about_test=about)
        yield Rule.WEAKENS_TEST, redact(weaker.reason)[0] if weaker else ""
    broken = breaks(path, before, after)
    yield Rule.BREAKS_SYNTAX, redact(f"the file could no longer be read: {broken}")[0] if broken else ""


def _writes_mask(content: Content, edits: Sequence[Edit]) -> Edit | None:
    if MASK in content.text:
        return None
    return next((edit for edit in edits if MASK in edit.find or MASK in edit.replace), None)


def _touches_secret(text: str, places: Sequence[Found]) -> str:
    """The proposer saw the lines with a mask in them, so whatever it makes of such a line is a guess."""
    clean, count = redact(text)
    if not count:
        return ""
    lines, shown = text.split("\n"), clean.split("\n")
    hidden = {number for number, (line, seen) in enumerate(zip(lines, shown, strict=True)) if line != seen}
    for place in places:
        first, last = text.count("\n", 0, place.start), text.count("\n", 0, place.end)
        if not hidden.isdisjoint(range(first, last + 1)):
            return f"line {first + 1} or one of the next holds a secret that the fixer was not shown"
    return ""


def _new_secret(before: str, after: str) -> str:
    """A secret's value in `after` that `before` does not hold."""
    clean, count = redact(after)
    if not count:
        return ""
    for line, seen in zip(after.split("\n"), clean.split("\n"), strict=True):
        if line == seen or line in before:
            continue
        values = _between(line, seen.split(MASK))
        if values is None or any(value not in before for value in values):
            return "it brings in what looks like a secret"
    return ""


def _between(line: str, pieces: Sequence[str]) -> list[str] | None:
    """What stands in `line` between `pieces`; None when they are not found one after the other."""
    values: list[str] = []
    at = len(pieces[0])
    for piece in pieces[1:]:
        found = line.find(piece, at) if piece else len(line)
        if found < 0:
            return None
        values.append(line[at:found])
        at = found + len(piece)
    return values
