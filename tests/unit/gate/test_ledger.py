"""The evidence ledger: what follows from each other is believed, everything else is not."""

import multiprocessing
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from orchestrator.errors import StateError
from orchestrator.gate.ledger import ChainBrokenError, append_rows, read_chain, restart_chain
from orchestrator.gate.place import Place
from orchestrator.gate.rows import Row, RowKind, digest_of, name_of, parse_row
from orchestrator.system.files import locked

SUBJECT = "a" * 64
OTHER = "b" * 64
NOW = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


def row(agent: str = "doc-review", subject: str = SUBJECT) -> Row:
    return Row(ts="2026-05-01T12:00:00.000Z", kind=RowKind.COMPLETED, subject=subject, agent=agent, status="pass")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    (tmp_path / "top").mkdir()
    return Place(tmp_path / "top", tmp_path / "state")


def filled(place: Place, count: int = 4) -> list[bytes]:
    for number in range(count):
        append_rows(place, (row(f"lens-{number}"),), b"")
    return place.ledger.read_bytes().splitlines()


def rewrite(place: Place, lines: list[bytes]) -> None:
    place.ledger.write_bytes(b"".join(line + b"\n" for line in lines))


def test_an_empty_ledger_is_whole(place: Place) -> None:
    assert read_chain(place, SUBJECT).broken == ""
    assert read_chain(place, SUBJECT).rows == ()


def test_rows_come_back_in_order_and_by_subject(place: Place) -> None:
    append_rows(place, (row("one"), row("two", OTHER)), b"")
    append_rows(place, (row("three"),), b"")
    chain = read_chain(place, SUBJECT)
    assert (chain.broken, [one.agent for one in chain.rows]) == ("", ["one", "three"])
    assert chain.newest == "2026-05-01T12:00:00.000Z"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda lines: [lines[0].replace(b"lens-0", b"lens-9"), *lines[1:]], "row 2 does not follow"),
        (lambda lines: [*lines[:-1], lines[-1].replace(b"pass", b"warn")], "not the one that was written last"),
        (lambda lines: [lines[0], *lines[2:]], "row 2 does not follow"),
        (lambda lines: [lines[1], lines[0], *lines[2:]], "row 1 does not follow"),
        (lambda lines: lines[:-1], "not the one that was written last"),
        (lambda lines: [*lines, lines[-1]], "row 5 does not follow"),
        (lambda _: [], "its rows are gone"),
        (lambda lines: [*lines[:2], b"", *lines[2:]], "row 3 does not follow"),
    ],
    ids=["edited", "last-edited", "deleted", "reordered", "truncated", "repeated", "emptied", "blank-line"],
)
def test_a_ledger_that_was_touched_is_not_believed(
    place: Place, change: Callable[[list[bytes]], list[bytes]], said: str
) -> None:
    rewrite(place, change(filled(place)))
    chain = read_chain(place, SUBJECT)
    assert said in chain.broken
    assert chain.rows == ()


def test_nothing_is_added_behind_a_last_row_that_is_not_ours(place: Place) -> None:
    rewrite(place, filled(place)[:-1])
    before = place.ledger.read_bytes()
    with pytest.raises(ChainBrokenError) as caught:
        append_rows(place, (row(),), b"")
    assert "code-review gate repair" in caught.value.hint
    assert place.ledger.read_bytes() == before


def test_a_row_that_follows_but_was_not_written_by_us(place: Place) -> None:
    lines = filled(place)
    forged = lines[-1].replace(parse_row(lines[-1]).prev.encode(), digest_of(lines[-1]).encode())
    rewrite(place, [*lines, forged])
    assert "not the one that was written last" in read_chain(place, SUBJECT).broken


def test_a_ledger_from_elsewhere(place: Place, tmp_path: Path) -> None:
    filled(place)
    strange = Place(tmp_path / "other", tmp_path / "other-state")
    strange.ledger.parent.mkdir(parents=True)
    strange.ledger.write_bytes(place.ledger.read_bytes())
    assert "not written in this clone" in read_chain(strange, SUBJECT).broken


def test_a_torn_last_line_is_cut_and_recorded(place: Place) -> None:
    lines = filled(place, 2)
    torn = b'{"agent":"lens-2","ki'
    place.ledger.write_bytes(b"".join(line + b"\n" for line in lines) + torn)
    assert [one.agent for one in read_chain(place, SUBJECT).rows] == ["lens-0", "lens-1"]
    append_rows(place, (row("after"),), b"")
    assert [one.agent for one in read_chain(place, SUBJECT).rows] == ["lens-0", "lens-1", "after"]
    mended = parse_row(place.ledger.read_bytes().splitlines()[2])
    assert (mended.kind, mended.rule, mended.digest) == (RowKind.MENDED, "torn-line", digest_of(torn))


def test_mending_keeps_the_broken_one_and_closes_the_gate(place: Place) -> None:
    rewrite(place, filled(place)[:-1])
    place.gate_file.parent.mkdir(parents=True)
    place.gate_file.write_text(SUBJECT, encoding="ascii")
    broken = place.ledger.read_bytes()
    aside = restart_chain(place, NOW, b"")
    assert aside is not None
    assert aside.read_bytes() == broken
    assert not place.gate_file.exists()
    assert read_chain(place, SUBJECT) == read_chain(place, OTHER)
    first = parse_row(place.ledger.read_bytes().splitlines()[0])
    assert (first.rule, first.digest) == ("chain-restarted", digest_of(broken))
    append_rows(place, (row(),), b"")
    assert len(read_chain(place, SUBJECT).rows) == 1


def test_mending_leaves_a_whole_ledger_alone(place: Place) -> None:
    lines = filled(place)
    assert restart_chain(place, NOW, b"") is None
    assert place.ledger.read_bytes().splitlines() == lines


def test_a_link_is_not_followed(place: Place, tmp_path: Path) -> None:
    target = tmp_path / "elsewhere"
    target.write_bytes(b"")
    place.ledger.parent.mkdir(parents=True)
    place.ledger.symlink_to(target)
    with pytest.raises(StateError, match="symbolic link"):
        append_rows(place, (row(),), b"")
    assert target.read_bytes() == b""
    assert "cannot be read" in read_chain(place, SUBJECT).broken


def test_a_linked_folder_is_not_followed(place: Place, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (place.top / ".claude").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(StateError, match="symbolic link"):
        append_rows(place, (row(),), b"")
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_folder_that_cannot_be_written(place: Place) -> None:
    (place.top / ".claude").write_text("a file where a folder should be", encoding="ascii")
    with pytest.raises(StateError, match="cannot be written"):
        append_rows(place, (row(),), b"")


def _write_many(place: Place, name: str) -> None:
    for number in range(25):
        append_rows(place, (row(f"{name}-{number}"),), b"")


def test_runs_at_the_same_time_lose_nothing(place: Place) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_write_many, args=(place, name)) for name in ("left", "right")]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    chain = read_chain(place, SUBJECT)
    assert (chain.broken, len(chain.rows)) == ("", 50)
    for name in ("left", "right"):
        assert [one.agent for one in chain.rows if one.agent.startswith(name)] == [f"{name}-{n}" for n in range(25)]


def test_codes_prove_rows_to_whoever_has_the_key() -> None:
    sealed = row().sealed(b"key")
    assert sealed.is_sealed_with(b"key")
    assert not sealed.is_sealed_with(b"other")
    assert not row().is_sealed_with(b"key")
    assert row().is_sealed_with(b"")
    assert not Row(ts=sealed.ts, kind=RowKind.VERDICT, subject=SUBJECT, mac=sealed.mac).is_sealed_with(b"key")


@pytest.mark.parametrize("name", ["src/secret.py", "a b", "x\ny", "", "-x", "é"])
def test_no_path_and_no_text_becomes_part_of_a_row(name: str) -> None:
    if name:
        with pytest.raises(ValueError, match="not a name"):
            Row(ts="", kind=RowKind.COMPLETED, agent=name)
    assert "/" not in name_of(name)
    Row(ts="", kind=RowKind.COMPLETED, agent=name_of(name))


@pytest.mark.parametrize(
    "line", [b"", b"{", b"[]", b'{"kind":"nothing"}', b'{"ts":1}', b'{"ts":"","kind":"verdict","x":"y"}']
)
def test_what_is_no_row(line: bytes) -> None:
    with pytest.raises(ValueError, match=r".*"):
        parse_row(line)


def test_a_reader_waits_for_a_row_that_is_being_written(place: Place) -> None:
    """Between a row and the hash that is kept beside it, a whole ledger looks broken."""
    filled(place)
    before = place.head.read_bytes()
    append_rows(place, (row("late"),), b"")
    after = place.head.read_bytes()
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.extend(one.agent for one in read_chain(place, SUBJECT).rows))
    with locked(place.ledger):
        place.head.write_bytes(before)
        reader.start()
        reader.join(0.2)
        place.head.write_bytes(after)
    reader.join(20)
    assert read[-1:] == ["late"]
