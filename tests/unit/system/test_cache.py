import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from orchestrator.errors import StateError
from orchestrator.system.cache import CacheStore, private_folder

KEY = "ab" + "0" * 62
DAY = 86_400.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "cache" / "tools"
    private_folder(path)
    return path


def key(number: int) -> str:
    return f"{number:02x}" + "0" * 62


def place(folder: Path, name: str) -> Path:
    return folder / name[:2] / name


def test_what_is_saved_is_loaded_and_is_private(folder: Path) -> None:
    store = CacheStore(folder)
    store.save(KEY, b"data")
    assert store.load(KEY) == b"data"
    store.save(KEY, b"newer")
    assert store.load(KEY) == b"newer"
    modes = {oct(path.stat().st_mode & 0o777) for path in folder.rglob("*") if path.is_file()}
    assert modes == {"0o600"}
    assert {oct(path.stat().st_mode & 0o777) for path in (folder, folder / "ab")} == {"0o700"}
    assert [path.name for path in (folder / "ab").iterdir()] == [KEY]


def test_what_is_no_plain_file_is_a_miss(folder: Path, tmp_path: Path) -> None:
    store = CacheStore(folder)
    target = tmp_path / "elsewhere"
    target.write_bytes(b"planted")
    (folder / "ab").mkdir()
    place(folder, KEY).symlink_to(target)
    assert store.load(KEY) is None
    place(folder, KEY).unlink()
    os.mkfifo(place(folder, KEY))
    assert store.load(KEY) is None
    place(folder, KEY).unlink()
    place(folder, KEY).write_bytes(b"x" * 1_000_001)
    assert store.load(KEY) is None
    assert store.load(key(1)) is None


def test_where_nothing_can_be_written_nothing_happens(folder: Path) -> None:
    (folder / "ab").write_text("in the way")
    store = CacheStore(folder)
    store.save(KEY, b"data")
    assert store.load(KEY) is None
    assert (folder / "ab").read_text() == "in the way"


def test_two_writers_leave_one_whole_entry(folder: Path) -> None:
    store = CacheStore(folder)
    texts = [bytes([65 + number]) * 50_000 for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda text: store.save(KEY, text), texts * 5))
    assert store.load(KEY) in texts
    assert [path.name for path in (folder / "ab").iterdir()] == [KEY]


def test_old_entries_go_and_only_once_a_day_is_looked(folder: Path) -> None:
    now = time.time()
    store = CacheStore(folder)
    for number in (1, 2):
        store.save(key(number), b"data")
    os.utime(place(folder, key(1)), (now - 31 * DAY, now - 31 * DAY))
    store.prune(now)
    assert (store.load(key(1)), store.load(key(2))) == (None, b"data")
    os.utime(place(folder, key(2)), (now - 31 * DAY, now - 31 * DAY))
    store.prune(now + DAY / 2)
    assert place(folder, key(2)).exists()
    store.prune(now + 2 * DAY)
    assert not place(folder, key(2)).exists()


def test_beyond_the_size_the_longest_unused_go_first(folder: Path) -> None:
    now = time.time()
    store = CacheStore(folder, megabytes=1)
    for number in range(12):
        store.save(key(number), b"x" * 100_000)
        os.utime(place(folder, key(number)), (now - 100 + number, now - 100 + number))
    store.prune(now)
    left = [number for number in range(12) if place(folder, key(number)).exists()]
    assert left == list(range(12 - len(left), 12))
    assert 0 < sum(place(folder, key(number)).stat().st_size for number in left) <= 800_000


def test_an_entry_in_use_stays_young(folder: Path) -> None:
    store, before = CacheStore(folder), time.time() - 20 * DAY
    store.save(KEY, b"data")
    os.utime(place(folder, KEY), (before, before))
    assert store.load(KEY) == b"data"
    assert place(folder, KEY).stat().st_mtime > time.time() - DAY


def test_a_folder_that_others_may_reach_into_is_refused(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o770)
    with pytest.raises(StateError, match="open to others"):
        private_folder(shared)
    link = tmp_path / "link"
    link.symlink_to(tmp_path)
    with pytest.raises(StateError, match="no folder"):
        private_folder(link)
    file = tmp_path / "file"
    file.write_text("x")
    with pytest.raises(StateError, match="cannot be made"):
        private_folder(file / "below")
