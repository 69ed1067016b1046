"""An Analyzer that starts its tool only for files about which it does not yet have an answer."""

import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from orchestrator.checks.answers import FORMAT, Answer, Mark, decode, encode, within
from orchestrator.checks.executables import find_tool
from orchestrator.checks.per_file import PerFile
from orchestrator.checks.tool_identity import program_identity
from orchestrator.values.analysis import ToolFinding, ToolRun, ToolStatus

_STEERING = ".semgrepignore"


class AnswerStore(Protocol):
    """Where answers are kept between runs. Neither method raises: what cannot be read is not there."""

    def load(self, key: str) -> bytes | None:
        """The entry under `key`, None when there is none that may be used."""
        ...

    def save(self, key: str, data: bytes) -> None:
        """Keeps `data` under `key`, if it can."""
        ...


@dataclass(frozen=True, slots=True)
class _File:
    """One file that some rule reads: its key and its text, in lines too."""

    name: str
    key: str
    text: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Known:
    """What an answer of an earlier run comes to."""

    version: str
    findings: tuple[ToolFinding, ...]


class CachedAnalyzer:
    """Analyzer over a tool that judges each file alone.

    An answer is used only for the same bytes under the same name, rules, build of the tool and `release` of ours, because
    it is ours that reads what the tool prints. It is kept only when the tool ended well, used all its rules and read the
    whole file, so that an entry never stands for less than a run.
    """

    def __init__(
        self, judge: PerFile, store: AnswerStore, release: str, *, find: Callable[[str], str | None] = find_tool
    ) -> None:
        self._judge = judge
        self._tool = judge.analyzer
        self._store = store
        self._release = release
        self._find = find

    @property
    def name(self) -> str:
        """Name in the report."""
        return self._tool.name

    def reads(self, path: str) -> bool:
        """What the tool reads."""
        return self._tool.reads(path)

    async def analyze(self, root: Path, files: Sequence[str]) -> ToolRun:
        """One start at most, over the files without an answer."""
        program = self._find(self.name)
        identity = program_identity(self.name, program) if program and self._judge.alone else ""
        if not identity:
            return await self._tool.analyze(root, files)
        read = tuple(self._read(root, files, identity))
        known = {file.name: found for file in read if (found := self._look_up(file)) is not None}
        missing = [file for file in read if file.name not in known]
        if not known:
            fresh = await self._tool.analyze(root, files)
        elif missing:
            with _part(root, [file.name for file in missing]) as part:
                fresh = await self._tool.analyze(part, [file.name for file in missing])
        else:
            version = next(iter(known.values())).version
            fresh = ToolRun(tool=self.name, status=ToolStatus.OK, version=version, detail=self._judge.detail)
        self._keep(fresh, missing)
        return _joined(fresh, known)

    def _read(self, root: Path, files: Sequence[str], identity: str) -> Iterator[_File]:
        for name in files:
            rules = self._judge.rules_of(name)
            if rules:
                data = (root / name).read_bytes()
                text = data.decode("utf-8", "replace")
                parts = (FORMAT, self._release, self.name, identity, rules, name, sha256(data).hexdigest())
                key = sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()
                yield _File(name, key, text, tuple(text.split("\n")))

    def _look_up(self, file: _File) -> _Known | None:
        data = self._store.load(file.key)
        answer = decode(file.key, data) if data is not None else None
        findings = self._restored(file, answer.marks) if answer else None
        return None if answer is None or findings is None else _Known(answer.version, findings)

    def _restored(self, file: _File, marks: Sequence[Mark]) -> tuple[ToolFinding, ...] | None:
        found = [
            self._judge.restore(file.name, mark, file.text, file.lines) if within(mark, file.lines) else None
            for mark in marks
        ]
        kept = tuple(finding for finding in found if finding is not None)
        return kept if len(kept) == len(marks) else None

    def _keep(self, run: ToolRun, files: Sequence[_File]) -> None:
        if run.status is not ToolStatus.OK or run.detail != self._judge.detail:
            return
        whole = set(run.scanned) - set(run.partial)
        by_file: dict[str, list[ToolFinding]] = {}
        for finding in run.findings:
            by_file.setdefault(finding.file, []).append(finding)
        for file in files:
            answer = self._answer(run.version, file, by_file.get(file.name, ())) if file.name in whole else None
            if answer is not None:
                self._store.save(file.key, encode(file.key, answer))

    def _answer(self, version: str, file: _File, findings: Sequence[ToolFinding]) -> Answer | None:
        """None unless reading it back gives the very same findings."""
        marks = tuple(mark for finding in findings if (mark := self._judge.mark(finding, file.text)) is not None)
        same = self._restored(file, marks) == tuple(findings)
        return Answer(version, marks) if same else None


def _joined(fresh: ToolRun, known: Mapping[str, _Known]) -> ToolRun:
    """`fresh` with what is known; a run that broke stays as it is, because its tool owes an answer about some files."""
    if fresh.status is not ToolStatus.OK or not known:
        return fresh
    findings = (*fresh.findings, *(finding for found in known.values() for finding in found.findings))
    return replace(
        fresh,
        findings=tuple(sorted(findings, key=lambda finding: finding.place)),
        scanned=tuple(sorted({*fresh.scanned, *known})),
        reused=len(known),
    )


@contextmanager
def _part(root: Path, files: Sequence[str]) -> Iterator[Path]:
    """A folder of the same name that holds `files` of `root` alone: a tool is given a folder, never a list."""
    with tempfile.TemporaryDirectory(prefix="part-", dir=root.parent) as home:
        part = Path(home) / root.name
        part.mkdir()
        steering = (_STEERING,) if (root / _STEERING).is_file() else ()
        for name in (*steering, *files):
            target = part / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / name, target)
        yield part
