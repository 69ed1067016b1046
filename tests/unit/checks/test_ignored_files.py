"""The secret gate over ignored files: new lines are looked at, old ones and removed files are not."""

from pathlib import Path

import anyio

from orchestrator.scope.request import Resolved
from orchestrator.values.analysis import GateResult, GateStatus
from orchestrator.values.change import ScopeKind
from orchestrator.wiring.checks import ignored_batches, secrets_of_ignored
from tests.support.records import write_record
from tests.support.repo import Repo
from tests.support.scopes import ignoring, scope

KEY = "key = '" + "AKIA" + "Q7RZ3NX5WLK2MB4T'\n"


def resolved(repo: Repo) -> Resolved:
    return scope(repo, ScopeKind.SINCE, since="main", rules=ignoring())


def judged(repo: Repo) -> GateResult:
    return anyio.run(secrets_of_ignored, resolved(repo))


def start(path: Path, files: dict[str, str]) -> Repo:
    repo = Repo.create(path / "r")
    repo.write_all({"a.py": "a = 1\n", **files})
    repo.commit("base")
    repo.branch("feature")
    return repo


def test_a_new_line_counts_and_one_that_was_there_does_not(tmp_path: Path) -> None:
    repo = start(tmp_path, {"dist/old.js": f"{KEY}var a = 1;\n", "dist/gone.js": KEY})
    repo.write_all({"dist/old.js": f"var b = 2;\n{KEY}"})
    repo.remove("dist/gone.js")
    repo.commit("moved down")
    assert judged(repo) == GateResult("secrets", GateStatus.PASS, "no hard-coded secret in 1 file")
    repo.write("vendor/new.py", "x = 1\n" * 9 + KEY)
    repo.commit("new")
    found = judged(repo)
    assert found.status is GateStatus.FAIL
    assert found.detail.startswith("1 hard-coded secret: vendor/new.py:10 (")


def test_a_renamed_file_is_compared_with_what_it_was(tmp_path: Path) -> None:
    repo = start(tmp_path, {"src/long.py": KEY + "".join(f"line {number}\n" for number in range(20))})
    (repo.top / "vendor").mkdir()
    repo.git("mv", "src/long.py", "vendor/long.py")
    repo.commit_staged("moved")
    assert judged(repo).status is GateStatus.PASS


def test_what_is_not_text_is_counted(tmp_path: Path) -> None:
    repo = start(tmp_path, {})
    repo.write("dist/a.png", b"\x89PNG\x00\xff")
    repo.write("dist/b.js", "b\n")
    repo.commit("picture")
    assert judged(repo).detail == "no hard-coded secret in 1 file; 1 binary file not looked into"


def test_very_many_files_come_in_batches(tmp_path: Path) -> None:
    repo = start(tmp_path, {})
    repo.write_all({f"node_modules/p/{number}.js": f"{number}\n" for number in range(450)})
    repo.commit("many")
    sizes = [len(batch.files) for batch in ignored_batches(resolved(repo))]
    assert sizes == [200, 200, 50]


def test_the_new_lines_of_a_record_count_although_nobody_reviews_it(tmp_path: Path) -> None:
    repo = start(tmp_path, {})
    path = write_record(repo)
    repo.commit("record")
    assert judged(repo) == GateResult("secrets", GateStatus.PASS, "no hard-coded secret in 1 file")
    path.write_text(path.read_text() + "\n" + KEY)
    repo.commit("said too much")
    found = judged(repo)
    assert found.status is GateStatus.FAIL
    assert "_codev/changes/add-totals/review.md" in found.detail
    path.unlink()
    repo.commit("taken back")
    assert judged(repo).detail == "no hard-coded secret in 0 files"
