"""The loop: how a review goes when all is well, and what is handed over when it is not."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import anyio
import pytest

from orchestrator.dispatch.attempt import BACKOFF
from orchestrator.dispatch.spending import Spending
from orchestrator.engines.replay import ReplayEngine
from orchestrator.recording.calls import MOST
from orchestrator.recording.loop import MAX_NUDGES, MAX_TURNS, Recorder, record
from orchestrator.recording.store import MAX_CALLS, MAX_FINDINGS
from orchestrator.recording.tools import REVIEW_TOOLS
from orchestrator.system.clock import FakeClock
from orchestrator.values.lens import ContextNeed
from orchestrator.values.mode import StoreActivity
from orchestrator.values.price import Limits
from orchestrator.values.turn import FailureKind, Omission, OmissionKind, Reply, ToolUse, TurnFailure, Usage
from tests.unit.recording.kit import (
    FINDING,
    SECOND,
    ScriptedEngine,
    Shelf,
    Step,
    listed,
    native,
    payload,
    reviewed,
    sitting,
)

APPEND, FINISH = ("append_finding", FINDING), ("finish_review", None)
RECORDED, DONE = native(APPEND), native(FINISH)
BROKEN = TurnFailure(FailureKind.CRASH, "the stream broke off")
BUSY = TurnFailure(FailureKind.RETRYABLE, "too many requests", retry_after=0.0)
OUTSIDE: Mapping[str, Any] = {
    **FINDING,
    "file": "src/caller.py",
    "line": 1,
    "title": "A caller breaks",
    "evidence": "show(total([]))",
}


def test_a_review_is_recorded_call_by_call_and_finished() -> None:
    engine = ScriptedEngine(
        native(APPEND, text="Let me record this.", usage=Usage(input=10, output=2), model="m-1-exact"),
        native(
            ("append_finding", SECOND), ("update_finding", {"id": "F1", "severity": "minor"}), usage=Usage(input=20)
        ),
        native(("set_summary", {"summary": "Two defects."}), FINISH, notes=("effort dropped",)),
    )
    done = reviewed(engine, effort="high", max_tokens=50_000, temperature=0.1)
    assert [one.detail.id for one in done.findings if one.detail and one.counts] == ["F1", "F2"]
    assert (done.finished, done.incomplete, done.failure, done.degraded) == (True, "", None, "")
    assert (done.summary, done.calls, done.model) == ("Two defects.", 3, "m-1-exact")
    assert done.usage == Usage(input=30, output=2)
    assert done.notes == ("effort dropped",)
    assert done.activity == StoreActivity(calls=5, recorded=2, updated=1)
    asked = engine.asked[-1]
    assert [one.call for one in engine.asked] == [1, 2, 3]
    assert (asked.effort, asked.max_tokens, asked.temperature, asked.schema) == ("high", 50_000, 0.1, "")
    assert tuple(one.name for one in asked.tools) == REVIEW_TOOLS
    told = [(one.role, one.call, one.content) for one in asked.messages if one.role == "tool"]
    assert told == [
        ("tool", "c1", "F1 is recorded."),
        ("tool", "c1", "F2 is recorded."),
        ("tool", "c2", "F1 is updated."),
    ]


def test_a_review_that_finds_nothing_and_says_so_is_no_failure() -> None:
    done = reviewed(ScriptedEngine(native(("set_summary", {"summary": "Sound."}), FINISH)))
    assert (done.findings, done.finished, done.incomplete, done.failure) == ((), True, "", None)


def test_what_stands_behind_the_end_of_a_review_is_run_before_it() -> None:
    engine = ScriptedEngine(native(FINISH, APPEND, ("set_summary", {"summary": "One."})))
    done = reviewed(engine)
    assert (len(done.findings), done.summary, done.finished, done.calls) == (1, "One.", True, 1)


def test_the_end_waits_once_for_what_its_own_turn_left_open() -> None:
    weak = ("append_finding", {**FINDING, "evidence": "total = nothing()"})
    engine = ScriptedEngine(
        native(weak, FINISH), native(("update_finding", {"id": "F1", "evidence": FINDING["evidence"]}), FINISH)
    )
    done = reviewed(engine)
    assert [one.counts for one in done.findings] == [True]
    assert "Not finished yet" in engine.asked[1].messages[-1].content
    assert done.activity == StoreActivity(calls=4, recorded=1, updated=1)
    stubborn = reviewed(ScriptedEngine(native(weak, FINISH)))
    assert (stubborn.finished, stubborn.calls, [one.counts for one in stubborn.findings]) == (True, 2, [False])
    blind = reviewed(ScriptedEngine(native(APPEND, ("append_finding", {}), FINISH)))
    assert (blind.finished, blind.calls, len(blind.findings)) == (True, 2, 1)


def test_a_later_reading_proves_what_was_withheld() -> None:
    shelf = Shelf({"src/caller.py": "show(total([]))\n"})
    engine = ScriptedEngine(
        native(("append_finding", OUTSIDE)), native(("read_file", {"path": "src/caller.py"})), native(FINISH)
    )
    done = reviewed(engine, library=shelf)
    assert [(one.file, one.counts) for one in done.findings] == [("src/caller.py", True)]
    assert "withheld" in engine.asked[1].messages[-1].content


def test_reader_tools_are_withdrawn_and_the_review_tools_stay() -> None:
    shelf = Shelf({"a.py": "a = 1"}, calls=1)
    read = native(("read_file", {"path": "a.py"}))
    engine = ScriptedEngine(read, read, DONE)
    done = reviewed(engine, library=shelf)
    offered = [tuple(one.name for one in request.tools) for request in engine.asked]
    assert offered == [(*REVIEW_TOOLS, "read_file"), REVIEW_TOOLS, REVIEW_TOOLS]
    assert "`read_file`" in engine.asked[0].messages[0].content
    assert "The reader tools are gone: no calls are left." in engine.asked[1].messages[-1].content
    assert "no calls are left" in engine.asked[2].messages[-1].content
    assert (done.finished, done.activity.calls) == (True, 1)


def test_a_tool_that_is_not_there_is_refused_by_name() -> None:
    engine = ScriptedEngine(native(("read_file", {"path": "a.py"})), DONE)
    done = reviewed(engine)
    answer = engine.asked[1].messages[-1].content
    assert answer.startswith(
        "Nothing was done: there is no tool 'read_file' in this review; there are append_finding, "
    )
    assert done.finished
    assert "You cannot read files in this review" in engine.asked[0].messages[0].content


def test_a_silent_reviewer_is_reminded_twice_and_then_not_finished() -> None:
    silent = Reply(text="I am done. No issues found.")
    engine = ScriptedEngine(RECORDED, silent, silent, silent)
    done = reviewed(engine)
    assert done.calls == 2 + MAX_NUDGES
    assert (len(done.findings), done.finished, done.failure) == (1, False, None)
    assert done.incomplete.startswith("it stopped without finish_review after 2 reminders")
    assert "You called no tool" in engine.asked[2].messages[-1].content
    empty = reviewed(ScriptedEngine(silent))
    assert (empty.findings, empty.failure, empty.calls) == ((), FailureKind.MALFORMED, 1 + MAX_NUDGES)


def test_calls_that_an_engine_of_tools_wrote_as_text_are_run_when_nothing_else_can_be_meant() -> None:
    done = reviewed(ScriptedEngine(listed(APPEND, FINISH)))
    assert (done.finished, len(done.findings), done.calls) == (True, 1, 1)
    assert done.notes == ("calls that came as text were run all the same",)
    recap = Reply(text='I called [{"tool": "append_finding"}, {"tool": "another"}].')
    assert not reviewed(ScriptedEngine(recap)).finished


def test_reminders_are_counted_over_the_whole_review() -> None:
    silent = Reply(text="Hm.")
    done = reviewed(ScriptedEngine(silent, RECORDED, silent, native(("list_findings", None)), silent, DONE))
    assert (done.finished, len(done.findings)) == (False, 1)


def test_a_review_without_end_stops_at_the_cap_of_turns() -> None:
    done = reviewed(ScriptedEngine(RECORDED, native(("list_findings", None))))
    assert (done.calls, done.finished) == (MAX_TURNS, False)
    assert done.incomplete == "it took 150 turns without finish_review"
    assert len(done.findings) == 1


@pytest.mark.parametrize(
    ("failure", "kind"),
    [
        (BROKEN, FailureKind.CRASH),
        (RuntimeError("the engine fell over"), FailureKind.CRASH),
        (TurnFailure(FailureKind.TIMEOUT, "no whole answer"), FailureKind.TIMEOUT),
        (TurnFailure(FailureKind.FINAL, "the key was revoked", everybody=True), FailureKind.FINAL),
        (TurnFailure(FailureKind.REFUSED, "the model refused"), FailureKind.REFUSED),
        (TurnFailure(FailureKind.CUT, "the answer was cut"), FailureKind.CUT),
        (TurnFailure(FailureKind.RETRYABLE, "overloaded", everybody=True), FailureKind.RETRYABLE),
    ],
)
def test_whatever_breaks_in_the_middle_what_was_recorded_is_handed_over(failure: Step, kind: FailureKind) -> None:
    done = reviewed(ScriptedEngine(RECORDED, failure))
    assert (len(done.findings), done.finished, done.failure) == (1, False, None)
    assert done.incomplete.startswith(f"turn 2 failed: {kind.value}, ")
    nothing = reviewed(ScriptedEngine(native(("set_summary", {"summary": "Looks fine."})), failure))
    assert (nothing.findings, nothing.failure) == ((), kind)


def test_an_engine_that_changed_files_fails_whatever_was_recorded() -> None:
    done = reviewed(ScriptedEngine(RECORDED, TurnFailure(FailureKind.TAMPERED, "files changed: a.py")))
    assert (done.failure, len(done.findings)) == (FailureKind.TAMPERED, 1)


def test_a_retryable_failure_in_the_middle_is_asked_again_once_a_turn() -> None:
    engine = ScriptedEngine(RECORDED, BUSY, native(("append_finding", SECOND)), BUSY, DONE)
    done = reviewed(engine)
    assert (done.finished, len(done.findings), done.calls, done.degraded) == (True, 2, 5, "")
    assert done.notes == ("a call was made twice: too many requests",)
    twice = reviewed(ScriptedEngine(RECORDED, BUSY, BUSY, DONE))
    assert (twice.finished, twice.incomplete) == (False, "turn 2 failed: retryable, too many requests")
    assert len(twice.findings) == 1


def test_without_a_word_of_the_provider_a_call_is_repeated_after_a_pause() -> None:
    clock = FakeClock()
    engine = ScriptedEngine(RECORDED, TurnFailure(FailureKind.RETRYABLE, "overloaded"), DONE)
    handed = []

    async def go() -> None:
        async def review() -> None:
            handed.append(await Recorder(sitting(engine, clock=clock)).run())

        async with anyio.create_task_group() as group:
            group.start_soon(review)
            await clock.until_waiting(2)
            assert len(engine.asked) == 2
            clock.advance(BACKOFF)

    anyio.run(go)
    assert [(one.finished, one.calls) for one in handed] == [(True, 3)]
    assert engine.asked[-1].seconds == 60 - BACKOFF


def test_a_wait_that_is_longer_than_the_time_that_is_left_is_not_begun() -> None:
    long = TurnFailure(FailureKind.RETRYABLE, "come back later", retry_after=3_600)
    done = reviewed(ScriptedEngine(RECORDED, long, DONE))
    assert (done.calls, done.incomplete) == (2, "turn 2 failed: retryable, come back later")


@pytest.mark.parametrize(
    "failure",
    [
        BROKEN,
        BUSY,
        RuntimeError("boom"),
        TurnFailure(FailureKind.FINAL, "the prompt is too long"),
        TurnFailure(FailureKind.CUT, "the answer was cut"),
        TurnFailure(FailureKind.REFUSED, "the model refused"),
    ],
)
@pytest.mark.parametrize(("cap", "less"), [(50_000, 8_192), (None, 8_192), (4_000, 4_000)])
def test_a_first_call_that_fails_is_made_once_more_with_less(failure: Step, cap: int | None, less: int) -> None:
    engine = ScriptedEngine(failure, RECORDED, DONE)
    done = reviewed(engine, library=Shelf({}), max_tokens=cap)
    assert (done.finished, len(done.findings), done.incomplete, done.calls) == (True, 1, "", 3)
    assert done.degraded.startswith("the first call failed (")
    assert f"without project access and with answers of at most {less} tokens" in done.degraded
    assert [one.max_tokens for one in engine.asked] == [cap, less, less]
    assert "read_file" in [one.name for one in engine.asked[0].tools]
    assert all(tuple(one.name for one in request.tools) == REVIEW_TOOLS for request in engine.asked[1:])
    assert "read_file" not in engine.asked[1].messages[0].content
    contexts = [one.payload.lens.context for one in engine.asked]
    assert contexts == [ContextNeed.FULL_FILE, ContextNeed.DIFF_ONLY, ContextNeed.DIFF_ONLY]


@pytest.mark.parametrize(
    "failure",
    [
        TurnFailure(FailureKind.FINAL, "the key is refused", everybody=True),
        TurnFailure(FailureKind.DOWN, "it is down"),
        TurnFailure(FailureKind.TAMPERED, "files changed"),
        TurnFailure(FailureKind.RETRYABLE, "come back tomorrow", retry_after=86_400),
    ],
)
def test_a_first_call_is_not_made_again_where_less_would_not_help(failure: TurnFailure) -> None:
    done = reviewed(ScriptedEngine(failure, DONE))
    assert (done.calls, done.failure, done.degraded) == (1, failure.kind, "")
    assert failure.detail in done.incomplete


def test_a_first_call_that_took_nearly_all_the_time_is_not_made_again() -> None:
    clock = FakeClock()

    def late(_: object) -> TurnFailure:
        clock.advance(56)
        return TurnFailure(FailureKind.TIMEOUT, "no whole answer")

    done = reviewed(ScriptedEngine(late, DONE), clock=clock)
    assert (done.calls, done.failure) == (1, FailureKind.TIMEOUT)


def test_a_second_first_call_that_fails_ends_the_review_and_names_both_failures() -> None:
    done = reviewed(ScriptedEngine(BROKEN, TurnFailure(FailureKind.CUT, "the answer was cut"), DONE))
    assert (done.calls, done.failure) == (2, FailureKind.CUT)
    assert done.incomplete == (
        "turn 1 failed: cut, the answer was cut; the call before it: crash, the stream broke off"
    )


class Slow(ScriptedEngine):
    """Answers its first calls at once; from then on it waits for ever."""

    def __init__(self, clock: FakeClock, *steps: Step) -> None:
        super().__init__(*steps)
        self._clock = clock
        self._quick = len(steps)

    async def turn(self, request: Any) -> Any:
        if len(self.asked) == self._quick:
            await self._clock.sleep(float("inf"))
        return await super().turn(request)


@pytest.mark.parametrize(
    ("limits", "reason", "kind"),
    [
        (None, "it did not finish within 60 s", FailureKind.TIMEOUT),
        (Limits(seconds=30), "the run's time of 30 s is over", FailureKind.BUDGET),
        (Limits(seconds=90), "it did not finish within 60 s", FailureKind.TIMEOUT),
    ],
)
@pytest.mark.parametrize("recorded", [True, False])
def test_time_ends_a_review_and_keeps_what_was_recorded(
    limits: Limits | None, reason: str, kind: FailureKind, recorded: bool
) -> None:
    clock = FakeClock()
    engine = Slow(clock, RECORDED if recorded else native(("list_findings", None)))
    spending = Spending.begin(clock, limits) if limits else None
    recorder = Recorder(sitting(engine, clock=clock, spending=spending))
    handed = []

    async def go() -> None:
        async def review() -> None:
            handed.append(await recorder.run())

        async with anyio.create_task_group() as group:
            group.start_soon(review)
            await clock.until_waiting(2)
            clock.advance(60)

    anyio.run(go)
    (done,) = handed
    assert (done.incomplete, len(done.findings)) == (reason, int(recorded))
    assert done.failure is (None if recorded else kind)


def test_a_cancelled_review_still_hands_over_what_it_holds() -> None:
    clock = FakeClock()
    recorder = Recorder(sitting(Slow(clock, RECORDED), clock=clock))

    async def go() -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(recorder.run)
            await clock.until_waiting(2)
            group.cancel_scope.cancel()

    anyio.run(go)
    done = recorder.handed_over("it was interrupted")
    assert (len(done.findings), done.incomplete, done.failure, done.calls) == (1, "it was interrupted", None, 2)


def test_a_budget_stops_the_review_before_the_call_that_would_exceed_it() -> None:
    clock = FakeClock()
    expensive = native(APPEND, usage=Usage(input=9_000, output=500))
    spending = Spending.begin(clock, Limits(tokens=10_000))
    engine = ScriptedEngine(expensive, DONE)
    done = reviewed(engine, clock=clock, spending=spending)
    assert (len(engine.asked), len(done.findings), done.finished) == (1, 1, False)
    assert "turn 2 failed: budget, the budget of 10000 tokens would be exceeded" in done.incomplete
    assert spending.pending == 0
    none = reviewed(engine, clock=clock, spending=Spending.begin(clock, Limits(tokens=10)))
    assert (none.failure, none.calls) == (FailureKind.BUDGET, 0)
    over = reviewed(engine, clock=clock, spending=Spending.begin(clock, Limits(seconds=0)))
    assert (over.failure, over.incomplete) == (FailureKind.BUDGET, "the run's time of 0 s is over")


def test_the_cap_of_calls_is_named_and_the_review_can_be_closed() -> None:
    useless = native(*(("append_finding", {}) for _ in range(MAX_CALLS)))
    engine = ScriptedEngine(
        RECORDED, useless, native(("append_finding", SECOND)), native(("set_summary", {"summary": "One."}), FINISH)
    )
    done = reviewed(engine)
    assert (done.finished, len(done.findings), done.summary, done.failure) == (True, 1, "One.", None)
    assert done.incomplete == f"the cap of {MAX_CALLS} calls that change findings was reached"
    empty = reviewed(ScriptedEngine(useless, native(("append_finding", FINDING)), DONE))
    assert (empty.findings, empty.failure) == ((), FailureKind.MALFORMED)


def test_the_cap_of_findings_is_named() -> None:
    many = native(*(("append_finding", {**FINDING, "title": f"Defect {n}"}) for n in range(MAX_FINDINGS + 1)), FINISH)
    done = reviewed(ScriptedEngine(many))
    assert (done.finished, len(done.findings)) == (True, MAX_FINDINGS)
    assert done.incomplete == f"the cap of {MAX_FINDINGS} findings was reached"


def test_one_turn_takes_so_many_calls_and_no_more() -> None:
    flood = native(*(("list_findings", None) for _ in range(MOST + 5)), ("append_finding", FINDING))
    engine = ScriptedEngine(flood, DONE)
    done = reviewed(engine)
    answers = [one.content for one in engine.asked[1].messages if one.role == "tool"]
    assert len(answers) == MOST + 6
    assert sum("not run: one turn takes" in one for one in answers) == 6
    # The first call of finish_review is held: what was not run is lost until it comes again.
    assert done.activity.calls == MOST + 2
    assert "An empty cart crashes" in done.degraded


def test_a_finding_whose_call_was_of_no_use_and_was_not_repeated_leaves_the_review_incomplete() -> None:
    bad = ("append_finding", {**SECOND, "severity": "critical"})
    lost = reviewed(ScriptedEngine(native(APPEND, bad), DONE))
    assert (lost.finished, len(lost.findings), lost.failure) == (True, 1, None)
    assert lost.incomplete == f"not all that was found was recorded: {lost.degraded}"
    assert "a call that carried a finding was of no use and not repeated: 'One is not counted'" in lost.degraded
    assert "severity 'critical' is none of blocker, minor, nit" in lost.degraded
    assert "could not be used" in lost.notes[0]
    mended = reviewed(ScriptedEngine(native(APPEND, bad), native(("append_finding", SECOND)), DONE))
    assert (mended.incomplete, mended.degraded, len(mended.findings)) == ("", "", 2)
    other = {**FINDING, "title": "Another", "line": 3, "problem": "x", "evidence": "return total"}
    another = reviewed(ScriptedEngine(native(bad), native(("append_finding", other)), DONE))
    assert "One is not counted" in another.degraded


@pytest.mark.parametrize(
    "lost",
    [
        ("append_finding", '{"title": "Cut", "evid'),
        ("append_finding", "[]"),
        ("add_finding", dict(FINDING)),
        ("append_finding", {**FINDING, "line": "N/A"}),
    ],
)
def test_a_review_that_lost_all_it_found_is_never_an_empty_pass(lost: tuple[str, Any]) -> None:
    done = reviewed(ScriptedEngine(native(lost), DONE))
    assert (done.finished, done.findings, done.failure) == (True, (), FailureKind.MALFORMED)
    assert done.incomplete.startswith("nothing of what was found could be recorded: ")
    assert done.degraded


def test_a_list_of_calls_is_run_like_calls_of_tools() -> None:
    shelf = Shelf({"src/caller.py": "show(total([]))\n"})
    engine = ScriptedEngine(
        listed(APPEND, ("read_file", {"path": "src/caller.py"})),
        listed(("append_finding", OUTSIDE), ("set_summary", {"summary": "Two."}), FINISH),
        use=ToolUse.NONE,
    )
    done = reviewed(engine, library=shelf)
    assert [one.counts for one in done.findings] == [True, True]
    assert (done.finished, done.summary, done.activity.calls) == (True, "Two.", 4)
    last = engine.asked[1].messages[-1]
    assert last.role == "user"
    assert last.content.startswith(
        "# Answers to your calls\n\n1. append_finding: F1 is recorded.\n2. read_file: src/caller.py: show(total([]))"
    )
    schema = json.loads(engine.asked[0].schema)
    tools = [one["properties"]["tool"]["enum"][0] for one in schema["properties"]["calls"]["items"]["anyOf"]]
    assert tools == [*REVIEW_TOOLS, "read_file"]


@pytest.mark.parametrize(
    "text",
    [
        '{"calls": [{"tool": "finish_review", "arguments": {}}]}',
        '{"calls": [{"tool": "finish_review", "arguments": null}], "comment": "done"}',
        '{"tool": "finish_review"}',
        '[{"id": "1", "tool": "finish_review", "arguments": "{}"}]',
        'Here you are:\n```json\n[{"tool": "finish_review", "arguments": {}}]\n```\nDone.',
    ],
)
@pytest.mark.parametrize("use", [ToolUse.NONE, ToolUse.OWN, ToolUse.JSON_LIST])
def test_a_list_may_come_in_an_object_a_fence_or_as_one_call(text: str, use: ToolUse) -> None:
    done = reviewed(ScriptedEngine(Reply(text=text), use=use))
    assert (done.finished, done.calls, done.failure) == (True, 1, None)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the reply is blank"),
        ("No issues found.", "the reply holds no JSON object"),
        ('[{"tool": "finish_review", "arguments": {}},]', "after a trailing comma"),
        ("[]", "the list of calls is empty"),
        ('{"calls": []}', "the list of calls is empty"),
        ('{"status": "pass"}', "an object without a list under calls"),
        ('{"calls": [1], "issues": [{"file": "a"}]}', "'issues' stands beside calls"),
        ("3", "the reply is no list of calls"),
    ],
)
def test_a_text_that_is_no_list_is_answered_with_what_is_wrong_with_it(text: str, told: str) -> None:
    engine = ScriptedEngine(Reply(text=text), listed(FINISH), use=ToolUse.NONE)
    done = reviewed(engine)
    answer = engine.asked[1].messages[-1].content
    assert told in answer
    assert "Answer with one JSON list of tool calls" in answer
    assert done.finished
    assert told in done.notes[0]


def test_arguments_that_cannot_be_read_do_not_stay_in_the_conversation() -> None:
    engine = ScriptedEngine(native(("append_finding", "{bad"), APPEND), DONE)
    reviewed(engine)
    (said,) = [one for one in engine.asked[1].messages if one.role == "assistant"]
    assert [one.arguments for one in said.calls] == ["{}", json.dumps(dict(FINDING))]
    assert "are not JSON" in engine.asked[1].messages[-2].content


def test_a_folder_of_replies_answers_turn_by_turn() -> None:
    entries: tuple[Mapping[str, Any], ...] = (
        {"reply": {"calls": [{"tool": "append_finding", "arguments": dict(FINDING)}]}, "usage": {"input": 5}},
        {"failure": "retryable", "retry_after": 0.0},
        {"text": '[{"tool": "finish_review"}]'},
    )
    clock = FakeClock()
    done = anyio.run(
        record, replace(sitting(ScriptedEngine()), engine=ReplayEngine({"cr": entries}, clock), clock=clock)
    )
    assert (done.finished, len(done.findings), done.calls, done.usage.input) == (True, 1, 3, 5)


def test_a_malformed_call_in_a_list_spoils_none_of_the_others() -> None:
    engine = ScriptedEngine(
        listed(
            APPEND,
            {"tool": "append_finding", **SECOND},
            "append_finding",
            {"arguments": {}},
            {"tool": "list_findings"},
            ("append_finding", {**SECOND, "title": "Third"}),
        ),
        listed(FINISH),
        use=ToolUse.NONE,
    )
    done = reviewed(engine)
    answer = engine.asked[1].messages[-1].content
    assert len(done.findings) == 2
    assert "2. append_finding: Nothing was done: 'severity' stands beside tool and arguments" in answer
    assert "3. a call: Nothing was done: it is no object with tool and arguments" in answer
    assert "4. a call: Nothing was done: it names no tool" in answer
    assert "5. list_findings: 1 recorded" in answer
    assert "'One is not counted'" in done.degraded
    assert len(done.notes) == 3


def test_findings_in_a_list_that_could_not_be_read_are_lost_until_they_are_repeated() -> None:
    broken = Reply(text='[{"tool": "append_finding", "arguments": {"title": "An empty ca')
    done = reviewed(ScriptedEngine(broken, listed(FINISH), use=ToolUse.NONE))
    assert (done.findings, done.failure) == ((), FailureKind.MALFORMED)
    again = reviewed(ScriptedEngine(broken, listed(APPEND, FINISH), use=ToolUse.NONE))
    assert (len(again.findings), again.failure, again.degraded) == (1, None, "")
    other = reviewed(ScriptedEngine(broken, listed(("append_finding", SECOND), FINISH), use=ToolUse.NONE))
    assert "'An empty ca'" in other.incomplete


def test_an_engine_that_reads_files_itself_is_offered_no_reader_tools_and_may_quote_what_it_read() -> None:
    engine = ScriptedEngine(
        listed(("append_finding", OUTSIDE), read={"src/caller.py": "show(total([]))\n"}),
        listed(FINISH),
        use=ToolUse.OWN,
    )
    done = reviewed(engine, library=Shelf({}))
    assert [one.counts for one in done.findings] == [True]
    assert all(tuple(one.name for one in request.tools) == REVIEW_TOOLS for request in engine.asked)
    assert "by your own means" in engine.asked[0].messages[0].content
    again = ScriptedEngine(BROKEN, listed(FINISH), use=ToolUse.OWN)
    reviewed(again)
    assert ["by your own means" in one.messages[0].content for one in again.asked] == [True, False]
    alone = ScriptedEngine(listed(FINISH), use=ToolUse.OWN)
    lens = replace(payload().lens, context=ContextNeed.DIFF_ONLY)
    reviewed(alone, payload=replace(payload(), lens=lens))
    assert "You cannot read files" in alone.asked[0].messages[0].content


def test_a_repetition_settles_what_it_repeats_before_what_nobody_could_read() -> None:
    broken = Reply(text='[{"tool": "append_finding", "argum')
    bad = ("append_finding", {**SECOND, "line": "N/A"})
    done = reviewed(
        ScriptedEngine(broken, listed(bad), listed(("append_finding", SECOND)), listed(FINISH), use=ToolUse.NONE)
    )
    assert done.degraded.startswith(
        "a call that carried a finding was of no use and not repeated: one that could not be read"
    )


def test_what_an_engine_could_not_look_at_is_handed_over() -> None:
    gone = Omission("big.py", "too large", OmissionKind.UNREAD)
    done = reviewed(ScriptedEngine(native(APPEND, omissions=(gone,)), native(FINISH, omissions=(gone,))))
    assert done.omissions == (gone,)


def test_calls_are_answered_in_their_order_whatever_order_they_are_run_in() -> None:
    weak = ("append_finding", {**FINDING, "evidence": "total = nothing()"})
    engine = ScriptedEngine(native(FINISH, weak, ("list_findings", None)), DONE)
    reviewed(engine)
    answers = [one.content for one in engine.asked[1].messages if one.role == "tool"]
    assert [one.split(" ")[0] for one in answers] == ["Not", "F1", "1"]
    assert [one.call for one in engine.asked[1].messages if one.role == "tool"] == ["c1", "c2", "c3"]


def test_secrets_of_a_failure_are_taken_out() -> None:
    secret = "AKIA" + "Q7RZ3NX5WLK2MB4T"
    done = reviewed(ScriptedEngine(RuntimeError(f"key {secret}"), RuntimeError(f"key {secret}")))
    assert secret not in repr(done)
