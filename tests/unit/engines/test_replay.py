"""The replay engine: scripts that users write by hand, so every mistake in one gets a clear line."""

import json
from pathlib import Path

import anyio
import pytest

from orchestrator.engines.replay import load_replay
from orchestrator.errors import ConfigurationError, NoEngineError
from orchestrator.system.clock import SystemClock
from orchestrator.values.turn import FailureKind, Reply, Turn, TurnFailure, TurnRequest, Usage
from tests.support.values import added_file, make_lens, make_payload


def ask(folder: Path, lens: str, call: int) -> Turn:
    payload = make_payload(make_lens(lens), added_file("a.py", "x = 1"))
    request = TurnRequest(payload=payload, messages=(), model="m", effort="low", call=call, seconds=1)
    return anyio.run(load_replay(str(folder), SystemClock()).turn, request)


def script(folder: Path, name: str, entries: object) -> None:
    (folder / f"{name}.json").write_text(json.dumps(entries), encoding="utf-8")


def test_calls_take_entries_in_order_and_the_last_one_stays(tmp_path: Path) -> None:
    script(tmp_path, "doc-review", [{"text": "one"}, {"reply": {"status": "pass"}, "usage": {"input": 3}}])
    assert ask(tmp_path, "doc-review", 1) == Reply(text="one", model="replay")
    assert ask(tmp_path, "doc-review", 2) == Reply(text='{"status": "pass"}', model="replay", usage=Usage(input=3))
    assert ask(tmp_path, "doc-review", 9) == ask(tmp_path, "doc-review", 2)


def test_lenses_without_a_script_take_the_default_and_fail_without_one(tmp_path: Path) -> None:
    script(tmp_path, "default", {"failure": "refused", "detail": "no"})
    assert ask(tmp_path, "arch-review", 1) == TurnFailure(FailureKind.REFUSED, "no")
    (tmp_path / "default.json").unlink()
    answer = ask(tmp_path, "arch-review", 1)
    assert isinstance(answer, TurnFailure)
    assert "arch-review.json" in answer.detail


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ([{}], "exactly one of"),
        ([{"text": "a", "crash": "b"}], "exactly one of"),
        ([3], "exactly one of"),
        ([], "nothing to play back"),
        ([{"hang": False}], "hang takes true"),
        ([{"text": "a", "delay": -1}], "delay takes seconds"),
        ([{"text": "a", "usage": {"input": "x"}}], "usage takes numbers"),
        ([{"text": "a", "foo": 1}], "no key foo"),
        ([{"failure": "bored"}], "unknown failure 'bored'"),
        ([{"text": "a", "usage": {"tokens": 1}}], "usage takes numbers"),
    ],
)
def test_a_broken_script_names_its_file(tmp_path: Path, entries: object, reason: str) -> None:
    script(tmp_path, "doc-review", entries)
    with pytest.raises(ConfigurationError, match=r"doc-review\.json") as caught:
        load_replay(str(tmp_path), SystemClock())
    assert reason in caught.value.reason


def test_a_script_that_is_not_json_names_its_file(tmp_path: Path) -> None:
    (tmp_path / "doc-review.json").write_text("[", encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"doc-review\.json: cannot be read as JSON"):
        load_replay(str(tmp_path), SystemClock())


@pytest.mark.parametrize("folder", ["", "/nowhere/at/all"])
def test_without_a_folder_there_is_no_engine(folder: str) -> None:
    with pytest.raises(NoEngineError) as caught:
        load_replay(folder, SystemClock())
    assert "--replay-dir" in caught.value.hint
