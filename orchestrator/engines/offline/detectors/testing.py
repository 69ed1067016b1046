"""Protection that a change takes away: assertions and tests removed, and code that grows without any test."""

import re
from collections.abc import Iterator

from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.functions import functions_in
from orchestrator.engines.offline.detectors.kinds import has_functions, is_product_code, is_test_code
from orchestrator.values.change import ChangedFile, DiffLine, LineKind
from orchestrator.values.finding import Confidence, Severity

_ASSERTION = re.compile(
    r"^\s*assert\b|\bself\.(?:assert|fail)\w*\(|\bassert[A-Z]?\w*\(|\bexpect\w*\(|\bshould\b|pytest\.raises|\bt\.(?:Error|Fatal)f?\("
    r"|\b(?:assert|require)\.\w+\("
)
_TEST = re.compile(
    r"^\s*(?:async\s+)?def\s+(?P<py>test_?\w*)|\b(?:it|test)(?:\.each[^(]*)?\(\s*[\"'`](?P<js>[^\"'`\n]+)"
    r"|^func\s+(?P<go>Test\w+)|\bvoid\s+(?P<java>\w*[tT]est\w*|should\w+)\s*\("
)
_ENOUGH_NEW_LINES = 12


def find_lost_assertions(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Tests that expect less than before while code outside the tests changed with them."""
    code_changed = any(is_product_code(file.path) for file in view.files)
    for file in files:
        if file.deleted or not code_changed:
            continue
        removed = [(at, line) for at, line in view.removed(file.path) if _ASSERTION.search(line.text)]
        added = [line for _, line in view.reviewed(file.path) if _ASSERTION.search(line)]
        gone = _lost_tests(view, file)
        if gone or len(removed) <= len(added):
            continue
        position, line = removed[0]
        yield _removed_spot(
            file.path,
            position,
            line,
            "assertion-removed",
            f"{_assertions(len(removed))} removed and {len(added)} added while the code under test changes: "
            "a defect they would have caught now passes.",
            "Keep the expectation, or replace it by one that pins the new behaviour as exactly.",
        )


def find_lost_tests(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Tests deleted from a file that stays, or with their file, while code outside the tests stays or changes."""
    if not any(is_product_code(file.path) and not file.deleted for file in view.files):
        return
    for file in files:
        for position, line, name in _lost_tests(view, file):
            yield _removed_spot(
                file.path,
                position,
                line,
                "assertion-removed",
                f"The test {name} is deleted and comes back nowhere in this change: what it protected is unprotected now.",
                "Restore it, or say in the change why the behaviour no longer exists.",
            )


def _lost_tests(view: View, file: ChangedFile) -> list[tuple[int, DiffLine, str]]:
    found = [(at, line, name) for at, line in view.removed(file.path) if (name := _test_name(line.text))]
    if not found:
        return []
    kept = {name for other in view.files if is_test_code(other.path) for name in _test_names(view.text(other.path))}
    return [(at, line, name) for at, line, name in found if name not in kept and not _renamed(file, line)]


def _renamed(file: ChangedFile, line: DiffLine) -> bool:
    """True when a test starts in the place of the removed one: an added line next to it declares a test."""
    for hunk in file.hunks:
        if line not in hunk.lines:
            continue
        at = hunk.lines.index(line)
        around = hunk.lines[max(0, at - 4) : at + 5]
        return any(other.kind is LineKind.ADDED and _test_name(other.text) for other in around)
    return False


def _test_names(text: str) -> set[str]:
    return {name for line in text.split("\n") if (name := _test_name(line))}


def _test_name(line: str) -> str:
    found = _TEST.search(line[:500])
    return next((name for name in found.groups() if name), "") if found else ""


def find_untested_functions(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """A new public function of some size that no test of a tested repository mentions."""
    if not view.has_diff:
        return
    tests = [path for path in view.paths() if is_test_code(path)]
    if not tests or len(tests) > 2000:
        return
    for file in view.hand_written(files):
        old = {function.name for function in functions_in(file.path, view.old_text(file.path))}
        for function in functions_in(file.path, view.text(file.path)):
            short = function.name.rpartition(".")[2]
            new = function.name not in old and view.changed.touches(file.path, function.line)
            if not new or short.startswith(("_", "#")) or function.length < _ENOUGH_NEW_LINES or function.branches < 3:
                continue
            if not any(short in view.text(path) for path in tests):
                yield Spot(
                    file=file.path,
                    line=function.line,
                    severity=Severity.WARNING,
                    confidence=Confidence.MEDIUM,
                    category="untested-behaviour",
                    message=f"{short} is new, takes {function.branches} paths, and no test mentions it: a wrong one reaches users unnoticed.",
                    fix="Add a test for each path that would fail if its result were wrong.",
                )


def tests_of_functions(path: str) -> bool:
    """True for product code whose functions can be told apart."""
    return is_product_code(path) and has_functions(path)


def _removed_spot(path: str, position: int, line: DiffLine, category: str, message: str, fix: str) -> Spot:
    return Spot(
        file=path,
        line=position,
        severity=Severity.WARNING,
        confidence=Confidence.MEDIUM,
        category=category,
        message=message,
        fix=fix,
        quote=line.text,
    )


def _assertions(count: int) -> str:
    return f"{count} assertion is" if count == 1 else f"{count} assertions are"
