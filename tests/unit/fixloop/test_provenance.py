"""Findings where the fix was made, over real diffs of git."""

import pytest

from orchestrator.fixloop.provenance import fix_provenance_new, places_of
from orchestrator.scope.patch import parse_patch
from orchestrator.values.change import ChangedFile, Status
from tests.support.repo import Repo
from tests.unit.findings.build import changed, finding, hunk

LINES = [f"line {number}\n" for number in range(1, 31)]


@pytest.fixture(scope="module")
def fixes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[ChangedFile, ...]]:
    """One fix as git prints it, with three lines of context and with none."""
    repo = Repo.create(tmp_path_factory.mktemp("fix") / "r")
    repo.write_all({name: "".join(LINES) for name in ("a.py", "old.py", "same.py")})
    repo.write("gone.py", "nothing\nalike\n")
    (repo.top / "pic.bin").write_bytes(b"\0one")
    repo.commit()
    edited = LINES.copy()
    edited[4:5] = ["replaced\n", "and more\n"]  # lines 5 and 6 after the fix
    del edited[20:22]  # lines 20 and 21 of the new file now meet
    del edited[0]  # the first line goes: everything above moves up by one
    repo.write("a.py", "".join(edited))
    repo.remove("old.py")
    repo.write("new name.py", "".join([*LINES[:9], "changed\n", *LINES[10:]]))
    repo.remove("gone.py")
    repo.write("fresh.py", "a\nb\n")
    (repo.top / "pic.bin").write_bytes(b"\0two")
    repo.git("add", "-A")
    return {
        context: parse_patch(repo.git_bytes("diff", "--cached", "-M", context))
        for context in ("--unified=3", "--unified=0")
    }


@pytest.mark.parametrize("context", ["--unified=3", "--unified=0"])
@pytest.mark.parametrize(
    ("path", "lines"),
    [
        ("a.py", [1, 4, 5, 19, 20]),
        ("new name.py", [10]),
        ("old.py", [10]),
        ("fresh.py", [1, 2]),
        ("same.py", []),
        ("gone.py", list(range(1, 32))),
        ("pic.bin", list(range(1, 32))),
    ],
)
def test_touched_lines(fixes: dict[str, tuple[ChangedFile, ...]], context: str, path: str, lines: list[int]) -> None:
    places = places_of(fixes[context])
    assert [line for line in range(1, 32) if finding(file=path, line=line) in places] == lines


def test_only_new_findings_inside_count(fixes: dict[str, tuple[ChangedFile, ...]]) -> None:
    new = [finding(file="a.py", line=line) for line in (4, 5, 9)] + [finding(file="same.py", line=4)]
    assert fix_provenance_new(new, fixes["--unified=3"]) == 2
    assert fix_provenance_new(new, ()) == 0
    assert fix_provenance_new((), fixes["--unified=3"]) == 0


def test_two_blocks_of_one_hunk_leave_the_line_between_them_alone() -> None:
    places = places_of([changed("a.py", hunk(" one\n+two\n three\n+four\n-gone\n five"))])
    assert [line for line in range(1, 7) if finding(file="a.py", line=line) in places] == [2, 4]


def test_a_file_that_became_a_link_is_touched_as_both() -> None:
    gone, link = (
        changed("a.py", hunk("-one\n-two"), status=Status.DELETED),
        changed("a.py", hunk("+b.py"), status=Status.ADDED),
    )
    assert finding(file="a.py", line=2) in places_of([gone, link])
