"""A file that several write: nothing that somebody saved in between is lost."""

import threading
from pathlib import Path

import pytest

from orchestrator.errors import StateError, UsageError
from orchestrator.system.record_file import update

PATH = "changes/a/review.md"


def appended(before: bytes | None) -> bytes:
    return (before or b"") + b"x\n"


def test_it_is_made_with_its_folders_and_then_replaced(tmp_path: Path) -> None:
    assert update(tmp_path, PATH, appended)
    (tmp_path / PATH).chmod(0o640)
    assert update(tmp_path, PATH, appended)
    assert (tmp_path / PATH).read_bytes() == b"x\nx\n"
    assert (tmp_path / PATH).stat().st_mode & 0o777 == 0o640
    assert [path.name for path in (tmp_path / PATH).parent.iterdir()] == ["review.md"]


@pytest.mark.parametrize("answer", [None, b"same\n"])
def test_nothing_is_written_where_nothing_changes(tmp_path: Path, answer: bytes | None) -> None:
    (tmp_path / PATH).parent.mkdir(parents=True)
    (tmp_path / PATH).write_bytes(b"same\n")
    before = (tmp_path / PATH).stat().st_ino
    assert not update(tmp_path, PATH, lambda _: answer)
    assert (tmp_path / PATH).stat().st_ino == before


def test_no_folder_is_made_for_nothing(tmp_path: Path) -> None:
    assert not update(tmp_path, PATH, lambda _: None)
    assert list(tmp_path.iterdir()) == []


def test_what_an_editor_saves_in_between_is_seen(tmp_path: Path) -> None:
    update(tmp_path, PATH, appended)
    seen = []

    def change(before: bytes | None) -> bytes:
        seen.append(before)
        if len(seen) == 1:
            (tmp_path / PATH).write_bytes(b"edited\n")
        return appended(before)

    assert update(tmp_path, PATH, change)
    assert seen == [b"x\n", b"edited\n"]
    assert (tmp_path / PATH).read_bytes() == b"edited\nx\n"


def test_a_file_that_appears_in_between_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / PATH).parent.mkdir(parents=True)

    def change(before: bytes | None) -> bytes:
        if before is None:
            (tmp_path / PATH).write_bytes(b"mine\n")
        return appended(before)

    assert update(tmp_path, PATH, change)
    assert (tmp_path / PATH).read_bytes() == b"mine\nx\n"


def test_somebody_who_never_stops_is_given_way_to(tmp_path: Path) -> None:
    update(tmp_path, PATH, appended)

    def change(before: bytes | None) -> bytes:
        (tmp_path / PATH).write_bytes((before or b"") + b"more\n")
        return b"lost\n"

    with pytest.raises(StateError, match="nothing was written"):
        update(tmp_path, PATH, change)
    assert b"lost" not in (tmp_path / PATH).read_bytes()
    assert len(list((tmp_path / PATH).parent.iterdir())) == 1


def test_many_at_once_lose_nothing(tmp_path: Path) -> None:
    update(tmp_path, PATH, appended)
    threads = [threading.Thread(target=update, args=(tmp_path, PATH, appended)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (tmp_path / PATH).read_bytes() == b"x\n" * 9


@pytest.mark.parametrize("link", ["changes", "changes/a", PATH])
def test_no_link_is_followed(tmp_path: Path, link: str) -> None:
    outside = tmp_path / "outside"
    (outside / "a").mkdir(parents=True)
    target = outside / "review.md" if link == PATH else outside
    (tmp_path / "top" / link).parent.mkdir(parents=True)
    (tmp_path / "top" / link).symlink_to(target)
    with pytest.raises(UsageError, match=f"^{link} is a symbolic link"):
        update(tmp_path / "top", PATH, appended)
    assert not list(outside.rglob("review.md"))


def test_what_is_no_regular_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / PATH).mkdir(parents=True)
    with pytest.raises(StateError):
        update(tmp_path, PATH, appended)


def test_an_error_of_the_change_leaves_everything(tmp_path: Path) -> None:
    update(tmp_path, PATH, appended)

    def change(_: bytes | None) -> bytes:
        raise KeyError("no")

    with pytest.raises(KeyError):
        update(tmp_path, PATH, change)
    assert (tmp_path / PATH).read_bytes() == b"x\n"
