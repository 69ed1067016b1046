"""Replacing a file of the project: the door itself, without a work tree of git around it."""

from pathlib import Path

import pytest

from orchestrator.system.source_file import (
    UnfitFileError,
    missing_folders,
    read_source,
    remove_folders,
    remove_remains,
    swap_source,
)

TOKEN = "0123456789abcdef"


def swap(top: Path, path: str, before: bytes | None, after: bytes | None) -> str:
    """Why it was refused, empty when it was done."""
    try:
        swap_source(top, path, before, after, token=TOKEN)
    except UnfitFileError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(("there", "before"), [(b"theirs", b"ours"), (b"theirs", None), (None, b"ours"), (b"", None)])
@pytest.mark.parametrize("after", [b"new", None])
def test_what_is_not_as_expected_is_left_alone(
    tmp_path: Path, there: bytes | None, before: bytes | None, after: bytes | None
) -> None:
    if there is not None:
        (tmp_path / "a").write_bytes(there)
    assert swap(tmp_path, "a", before, after) == "it was changed meanwhile"
    assert read_source(tmp_path, "a") == there
    assert len(list(tmp_path.iterdir())) == (there is not None)


def test_a_file_is_made_replaced_and_removed(tmp_path: Path) -> None:
    assert missing_folders(tmp_path, "x/y/a") == ("x", "x/y")
    assert swap(tmp_path, "x/y/a", None, b"1") == ""
    assert missing_folders(tmp_path, "x/y/a") == ()
    (tmp_path / "x/y/a").chmod(0o751)
    assert swap(tmp_path, "x/y/a", b"1", b"2") == ""
    assert (tmp_path / "x/y/a").stat().st_mode & 0o7777 == 0o751
    assert read_source(tmp_path, "x/y/a") == b"2"
    assert swap(tmp_path, "x/y/a", b"2", None) == ""
    (tmp_path / "x/other").touch()
    remove_folders(tmp_path, ("x", "x/y"))
    assert [path.name for path in (tmp_path / "x").iterdir()] == ["other"]
    assert swap(tmp_path, "gone/a", None, None) == ""


def test_a_hard_link_elsewhere_keeps_its_content(tmp_path: Path) -> None:
    (tmp_path / "outside").write_bytes(b"1")
    (tmp_path / "top").mkdir()
    (tmp_path / "top/a").hardlink_to(tmp_path / "outside")
    assert swap(tmp_path / "top", "a", b"1", b"2") == ""
    assert (tmp_path / "outside").read_bytes() == b"1"


@pytest.mark.parametrize("path", ["link", "folder/a", "a/b"])
def test_nothing_is_written_through_a_link_or_below_a_file(tmp_path: Path, path: str) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/a").write_bytes(b"1")
    top = tmp_path / "top"
    top.mkdir()
    (top / "link").symlink_to(tmp_path / "outside/a")
    (top / "folder").symlink_to(tmp_path / "outside")
    (top / "a").write_bytes(b"1")
    for before in (b"1", None):
        assert "link" in swap(top, path, before, b"2")
    assert (tmp_path / "outside/a").read_bytes() == b"1"


def test_what_the_file_system_refuses_is_told(tmp_path: Path) -> None:
    """The name is too long for the file system, which is told for root as well."""
    assert swap(tmp_path, "a" * 300, None, b"1") == "it cannot be read or written: File name too long"


def test_what_a_killed_write_left_is_cleared_away(tmp_path: Path) -> None:
    beside = tmp_path / f".code-review-{TOKEN}.tmp"
    beside.write_bytes(b"half")
    (tmp_path / "a").write_bytes(b"1")
    remove_remains(tmp_path, "a", TOKEN)
    assert not beside.exists()
    beside.write_bytes(b"half")
    assert swap(tmp_path, "a", b"1", b"2") == ""
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
