"""Corrections of an earlier review applied to the work tree: from their files to what became of each."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from orchestrator.fixloop.agreement import Treatment
from orchestrator.fixloop.rules import Ground
from orchestrator.fixloop.standing import GONE, STALE, standing
from orchestrator.report.correction_files import Held, Passed, by_place, read_corrections
from orchestrator.scope.quoting import path_text
from orchestrator.seams import Git
from orchestrator.system.source_file import UnfitFileError, read_source
from orchestrator.values.correcting import Chosen, Corrected, CorrectionState, Offers
from orchestrator.values.finding import Finding
from orchestrator.values.fix import Rule
from orchestrator.values.text import decode_text
from orchestrator.wiring.fixing.carrying import Carried, carry_out
from orchestrator.wiring.fixing.choosing import DECLINED, Draft, Turned
from orchestrator.wiring.fixing.fixers import caps_of
from orchestrator.wiring.fixing.project_tests import ProjectTests
from orchestrator.wiring.fixing.workspace import Base, open_workspace
from orchestrator.wiring.ignore import ignore_rules
from orchestrator.wiring.session import Session

APPLIED, REFUSED, SKIPPED = CorrectionState.APPLIED, CorrectionState.REFUSED, CorrectionState.SKIPPED
NOT_OURS = "not-ours"
TRACKED = "it is part of the repository, so nobody knows that a review wrote it; name the file on the command line to apply it"
UNANSWERED = "no fixer answered for it"
LEFT = "its confidence is medium; agree to it on a terminal, or give --all"


@dataclass(slots=True)
class Corrections:
    """The corrections of one call, on their way. `done` are those that have come to their end.

    `files` holds what the files of the others contain, `standing` each finding as it stands there, with its corrections.
    """

    top: Path
    held: tuple[Held, ...]
    done: list[Corrected] = field(default_factory=list)
    files: dict[str, bytes | None] = field(default_factory=dict)
    standing: dict[Finding, list[Held]] = field(default_factory=dict)

    def sort(self, treat: Callable[[Finding], Treatment]) -> None:
        """Ends those that nobody is to be asked about, and those whose code is not there any more."""
        same: dict[Finding, list[Held]] = {}
        for one in by_place(self.held):
            same.setdefault(one.finding, []).append(one)
        for finding, held in same.items():
            if treat(finding) is Treatment.LEAVE:
                self._end(held, Corrected(state=SKIPPED, rule="confirm", reason=LEFT, finding=finding))
                continue
            found = self._standing(finding)
            if isinstance(found, Finding):
                self.standing.setdefault(found, []).extend(held)
            else:
                self._end(held, replace(found, finding=finding))

    def unoffered(self, offers: Offers) -> None:
        """Ends those for which nobody proposed anything."""
        offered = {finding for one in offers.proposals for finding in one.findings}
        for finding in [one for one in self.standing if one not in offered]:
            reason = offers.reasons.get(finding, UNANSWERED)
            self._finish(finding, Corrected(state=REFUSED, rule="no-fix", reason=reason))

    def turned(self, turned: Iterable[Turned]) -> None:
        """Ends those whose fix is not made."""
        for one in turned:
            state = SKIPPED if one.rule == DECLINED else REFUSED
            end = Corrected(state=state, rule=one.rule, reason=one.reason, fixer=one.proposal.fixer)
            for finding in one.proposal.findings:
                self._finish(finding, end)

    def made(self, chosen: Iterable[Chosen], *, remove: bool) -> tuple[str, ...]:
        """Ends those whose fix was made; their files go with `remove`, and of one that stays it is returned why."""
        stayed: list[str] = []
        for one in chosen:
            end = Corrected(state=APPLIED, fixer=one.proposal.fixer, note=one.proposal.note)
            for finding in one.proposal.findings:
                for held in self.standing.get(finding, ()) if remove else ():
                    try:
                        held.path.unlink(missing_ok=True)
                    except OSError as error:
                        stayed.append(f"{_name(self.top, held.path)} cannot be removed: {error.strerror}")
                self._finish(finding, end)
        return tuple(stayed)

    def _standing(self, finding: Finding) -> Finding | Corrected:
        """`finding` where it stands now, or its end."""
        path = finding.file
        if path not in self.files:
            try:
                self.files[path] = read_source(self.top, path)
            except UnfitFileError as error:
                return Corrected(state=REFUSED, rule=Rule.OUTSIDE.value, reason=str(error))
        data = self.files[path]
        found = standing(finding, None if data is None else decode_text(data))
        if isinstance(found, Finding):
            return found
        if found in {GONE, STALE}:
            return Corrected(state=SKIPPED, rule="stale", reason=found)
        return Corrected(state=REFUSED, rule="unproven", reason=found)

    def _finish(self, finding: Finding, end: Corrected) -> None:
        self._end(self.standing.pop(finding, ()), replace(end, finding=finding))

    def _end(self, held: Iterable[Held], end: Corrected) -> None:
        names = [_name(self.top, one.path) for one in held]
        if names:
            self.done.append(replace(end, name=names[0], also=tuple(names[1:])))


def find_corrections(git: Git, named: Sequence[Path], folders: Sequence[Path]) -> Corrections:
    """What lies in the files `named` and in `folders`; files that are no corrections of ours have come to their end.

    What git tracks may have come with somebody's change, so it counts only where it is named as a file.
    """
    read = read_corrections((*named, *folders))
    found = Corrections(git.top, tuple(one for one in read if isinstance(one, Held)))
    passed = [one for one in read if isinstance(one, Passed)]
    tracked = _tracked(git, [one.path for one in found.held if one.path not in named])
    passed += [Passed(path, TRACKED) for path in tracked]
    found.held = tuple(one for one in found.held if one.path not in tracked)
    found.done += [
        Corrected(name=_name(git.top, one.path), state=SKIPPED, rule=NOT_OURS, reason=one.reason) for one in passed
    ]
    return found


def ground_of(session: Session, files: Mapping[str, bytes | None]) -> Ground:
    """What fixes are judged against: `files`, and the ignore rules of `session`."""
    rules = ignore_rules(session)
    return Ground(
        files=(),
        tree=Draft(files),
        plain=lambda path: files.get(path) is not None,
        ignored=lambda path: rules.why(path) is not None,
        caps=caps_of(session.settings),
    )


async def make_fixes(git: Git, chosen: Sequence[Chosen], ground: Ground, tests: ProjectTests) -> Carried:
    """Makes `chosen` in the work tree, whatever state it is in, and keeps those with which the project's tests pass.

    Raises what `open_workspace` raises.
    """
    with open_workspace(git, Base.NONE) as workspace:
        return await carry_out(chosen, workspace, ground, None if tests.reason else tests, tests.reason)


def _tracked(git: Git, paths: Sequence[Path]) -> frozenset[Path]:
    inside = {path.relative_to(git.top).as_posix(): path for path in paths if path.is_relative_to(git.top)}
    if not inside:
        return frozenset()
    listed = git.run("--literal-pathspecs", "ls-files", "-z", "--", *inside)
    return frozenset(inside[path] for raw in listed.split(b"\0") if (path := path_text(raw)) in inside)


def _name(top: Path, path: Path) -> str:
    return path.relative_to(top).as_posix() if path.is_relative_to(top) else str(path)
