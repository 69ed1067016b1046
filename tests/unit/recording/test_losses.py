"""What the reviewer lost: by which later calls it is made good, and what is left open makes the review incomplete."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from orchestrator.recording.sitting import Recorded
from orchestrator.values.turn import Reply, ToolUse
from tests.unit.recording.kit import FINDING, SECOND, ScriptedEngine, listed, native, reviewed

Call = tuple[str, Any]
FINISH: Call = ("finish_review", None)
NIT: Call = ("append_finding", {**SECOND, "severity": "nit"})
BLOCKER: Call = ("append_finding", dict(FINDING))


def but(**changes: Any) -> Mapping[str, Any]:
    return {**FINDING, **changes}


def append(**changes: Any) -> Call:
    return "append_finding", but(**changes)


def update(name: str = "F1", **changes: Any) -> Call:
    return "update_finding", {"id": name, **changes}


def delete(name: str) -> Call:
    return "delete_finding", {"id": name}


def after(*turns: tuple[Call, ...]) -> Recorded:
    """A review of a reviewer that calls tools, turn by turn, and then wants to end until it is let."""
    return reviewed(ScriptedEngine(*(native(*calls) for calls in turns), native(FINISH)))


def severities(done: Recorded) -> list[str]:
    return [one.detail.severity_id for one in done.findings if one.detail and one.counts]


AS_NIT = append(severity="nit")
AS_CRITICAL = append(severity="critical")


@pytest.mark.parametrize(
    ("turns", "told"),
    [
        # Refused for what it says, and never said again.
        (((NIT,), (AS_CRITICAL,)), "'An empty cart crashes': severity 'critical' is none of"),
        (((AS_CRITICAL,), (NIT,)), "'An empty cart crashes'"),
        (((NIT,), (append(category="style"),), (append(title="Other", severity="nit"),)), "category 'style'"),
        # A lesser finding at the same line, of the same title elsewhere, or of a title alone is none of its repetitions.
        (
            ((append(severity="critical"),), (append(title="A name is odd", problem="It is.", severity="nit"),)),
            "crashes",
        ),
        (((append(line="N/A", file="b.py"),), (AS_NIT,)), "'An empty cart crashes'"),
        (((append(category="x", line=90, evidence="return size"),), (AS_NIT,)), "'An empty cart crashes'"),
        # Contradicts what is recorded.
        (((AS_NIT,), (BLOCKER,)), "F1 says this at the same place with another severity (blocker here, nit there)"),
        (((AS_NIT,), (BLOCKER,), (update(fix="return 0"),)), "another severity"),
        (((AS_NIT,), (BLOCKER,), (AS_NIT,)), "another severity"),
        (((AS_NIT,), (BLOCKER,), (delete("F1"),)), "another severity"),
        (((AS_NIT,), (append(severity="nit", category="security"),)), "another category (security here"),
        (((AS_NIT,), (append(severity="nit", fix="return 0"),)), "another fix"),
        (((AS_NIT,), (append(severity="nit", impact="The till stays shut."),)), "another impact"),
        (((AS_NIT, NIT), (update("F2", **but()),)), "update_finding of 'F2': F1 says this"),
        (((AS_NIT, NIT), (update("F2", **but()),), (delete("F2"),)), "update_finding of 'F2': F1 says this"),
        # Updates and removals.
        (((AS_NIT,), (update(severity="critical"),)), "update_finding of 'F1': severity 'critical'"),
        (((AS_NIT,), (update(severity="critical"),), (update(fix="return 0"),)), "update_finding of 'F1'"),
        (((AS_NIT,), (update(sevrity="blocker"),), (update(fix="return 0"),)), "takes no 'sevrity'"),
        (((AS_NIT,), (update("F7", severity="blocker"),)), "update_finding of 'F7': there is no finding 'F7'"),
        (((AS_NIT,), (update("F7", severity="blocker"),), (update(severity="minor"),)), "'F7'"),
        (((AS_NIT,), (("update_finding", {"severity": "blocker"}),)), "update_finding of an unnamed finding"),
        (((AS_NIT,), (delete("F9"),)), "delete_finding of 'F9'"),
        (((AS_NIT, NIT), (("delete_finding", {"id": "F1", "why": "x"}),), (delete("F2"),)), "delete_finding of 'F1'"),
        (((AS_NIT,), (("update_finding", '{"id": "F1", "severity": "bloc'),), (update(fix="x"),)), "are not JSON"),
        (((AS_NIT,), (("update_finding", '{"id": "F1", "sever'),), (update(fix="x"),)), "are not JSON"),
        # Proof that would be taken away.
        (((BLOCKER,), (update(evidence="nonsense that is nowhere"),)), "F1 is proven, and this would leave it without"),
        (((BLOCKER,), (update(file="other.py"),)), "F1 is proven"),
        # Tools that there are not.
        (((AS_NIT,), (("add_finding", dict(FINDING)),)), "there is no tool 'add_finding'"),
        (((AS_NIT,), (("edit_finding", {"id": "F1", "severity": "blocker"}),)), "update_finding of 'F1'"),
        (((AS_NIT,), (("report", {"severity": "blocker", "title": "X"}),)), "there is no tool 'report'"),
        # Arguments that end in the middle.
        (((("append_finding", '{"severity": "blocker", "file": "src/app.py", "ti'),), (NIT,)), "src/app.py"),
        (((("append_finding", '{"title": "An empty cart cr'),), (NIT,)), "'An empty cart cr'"),
    ],
)
def test_what_is_never_made_good_leaves_the_review_incomplete(turns: tuple[tuple[Call, ...], ...], told: str) -> None:
    done = after(*turns)
    assert done.finished
    assert done.incomplete
    assert told in done.incomplete
    assert told in done.degraded
    assert (done.failure is None) is bool(done.findings)


@pytest.mark.parametrize(
    ("turns", "left"),
    [
        (((AS_CRITICAL,), (BLOCKER,)), ["blocker"]),
        (((AS_CRITICAL,), (AS_CRITICAL,), (append(line="N/A"),), (BLOCKER,)), ["blocker"]),
        (((append(category="style"),), (append(title="It crashes without items"),)), ["blocker"]),
        (((append(title="An empty cart crashes " + "x" * 300),), (BLOCKER,)), ["blocker"]),
        (((append(line="N/A"),), (append(title="An empty cart will crash", line=2),)), ["blocker"]),
        (((append(file="./src/app.py", line=0),), (BLOCKER,)), ["blocker"]),
        (((AS_NIT,), (BLOCKER,), (update(severity="blocker"),)), ["blocker"]),
        (((AS_NIT,), (BLOCKER,), (append(title="Nobody can check out without items"),)), ["nit", "blocker"]),
        (
            ((AS_NIT,), (append(severity="blocker", fix="y"),), (update(fix="y"),), (update(severity="minor"),)),
            ["minor"],
        ),
        (((AS_NIT, NIT), (update("F2", **but()),), (update(severity="blocker"), delete("F2"))), ["blocker"]),
        (((AS_NIT,), (update(severity="critical"),), (update(severity="blocker"),)), ["blocker"]),
        (((AS_NIT,), (update(severity="critical"),), (delete("F1"), NIT)), ["nit"]),
        (((AS_NIT,), (update(sevrity="blocker"),), (update(severity="blocker"),)), ["blocker"]),
        (((AS_NIT,), (update("F7", severity="blocker"),), (update(severity="blocker"),)), ["blocker"]),
        (
            ((AS_NIT,), (update("F2", severity="blocker"),), (NIT,), (update("F2", severity="blocker"),)),
            ["nit", "blocker"],
        ),
        (((AS_NIT,), (delete("F9"),), (delete("F1"), NIT)), ["nit"]),
        (((AS_NIT, NIT), (delete("F2"),), (delete("F2"),)), ["nit"]),
        (
            ((BLOCKER,), (update(evidence="nonsense that is nowhere"),), (update(evidence=FINDING["evidence"]),)),
            ["blocker"],
        ),
        (
            ((AS_NIT,), (("edit_finding", {"id": "F1", "severity": "blocker"}),), (update(severity="blocker"),)),
            ["blocker"],
        ),
        (((("append_finding", "{}"),), (("append_finding", "{}"),), (BLOCKER,)), ["blocker"]),
        (((("append_finding", '{"title": "An empty cart cr'),), (BLOCKER,)), ["blocker"]),
        (((BLOCKER,), (append(line=3),)), ["blocker"]),
        (((append(fix="return 0"),), (BLOCKER,)), ["blocker"]),
    ],
)
def test_what_is_made_good_later_is_no_loss(turns: tuple[tuple[Call, ...], ...], left: list[str]) -> None:
    done = after(*turns)
    assert (done.incomplete, done.degraded, done.failure) == ("", "", None)
    assert severities(done) == left


WHOLE = json.dumps({"tool": "append_finding", "arguments": dict(FINDING)})
INNER = json.dumps({"tool": "append_finding", "arguments": json.dumps(dict(FINDING))})
TURNED = json.dumps({"arguments": dict(FINDING), "tool": "append_finding"})
PANEL = json.dumps(
    {"status": "fail", "issues": [{"severity": "error", "file": "src/app.py", "line": 2, "message": "m"}]}
)


@pytest.mark.parametrize(
    "text",
    [
        f"[{WHOLE[:-40]}",
        f"[{WHOLE},]",
        f"[{TURNED},]",
        f"[{INNER},]",
        f'[{WHOLE}, {{"tool": "finish_rev',
        f"{WHOLE}\n{json.dumps({'tool': 'append_finding', 'arguments': dict(SECOND)})}",
        "append_finding(severity='blocker', title='An empty cart crashes')",
        "[{'tool': 'append_finding', 'arguments': {'title': 'An empty cart crashes'}}]",
        PANEL,
    ],
)
def test_a_reply_that_cannot_be_read_and_holds_a_finding_is_a_loss_whatever_else_is_recorded(text: str) -> None:
    minor = {**SECOND, "file": "src/app.py", "line": 6, "severity": "nit"}
    nothing = reviewed(ScriptedEngine(Reply(text=text), listed(FINISH), use=ToolUse.NONE))
    assert nothing.failure is not None
    engine = ScriptedEngine(listed(("append_finding", minor)), Reply(text=text), listed(FINISH), use=ToolUse.NONE)
    done = reviewed(engine)
    assert "not all that was found was recorded" in done.incomplete


@pytest.mark.parametrize("text", [f"[{WHOLE[:-40]}", f"[{WHOLE},]", f"[{TURNED},]", f"[{INNER},]", PANEL])
def test_the_finding_of_such_a_reply_is_made_good_by_that_finding_alone(text: str) -> None:
    lesser = ("append_finding", {**SECOND, "severity": "nit"})
    other = reviewed(ScriptedEngine(Reply(text=text), listed(lesser), listed(FINISH), use=ToolUse.NONE))
    assert other.incomplete
    same = reviewed(ScriptedEngine(Reply(text=text), listed(BLOCKER), listed(FINISH), use=ToolUse.NONE))
    assert (same.incomplete, severities(same)) == ("", ["blocker"])


def test_a_call_beside_the_list_that_was_run_is_a_loss() -> None:
    text = f"```text\n[{WHOLE}]\n```\nDone.\n```json\n{json.dumps([{'tool': 'finish_review'}])}\n```"
    done = reviewed(ScriptedEngine(Reply(text=text), listed(FINISH), use=ToolUse.NONE))
    assert "it stood outside of the calls of its turn" in done.incomplete


def test_calls_in_the_text_of_an_engine_that_calls_tools_are_a_loss_unless_they_are_made() -> None:
    beside = reviewed(ScriptedEngine(native(FINISH, text=f"I record {WHOLE}."), native(FINISH)))
    assert "'An empty cart crashes'" in beside.incomplete
    told = reviewed(
        ScriptedEngine(native(BLOCKER, text=f"I record {WHOLE}."), native(FINISH, text=f"Recorded: {WHOLE}"))
    )
    assert (told.incomplete, severities(told)) == ("", ["blocker"])
    change = json.dumps({"tool": "update_finding", "arguments": {"id": "F1", "severity": "blocker"}})
    raised = reviewed(ScriptedEngine(native(AS_NIT), native(FINISH, text=change), native(FINISH)))
    assert "update_finding of 'F1'" in raised.incomplete
    recap = reviewed(ScriptedEngine(native(AS_NIT), native(update(severity="blocker")), native(FINISH, text=change)))
    assert (recap.incomplete, severities(recap)) == ("", ["blocker"])


def test_a_recap_of_what_is_recorded_is_no_loss() -> None:
    recap = Reply(text=f"This is what I recorded: {WHOLE}")
    done = reviewed(ScriptedEngine(native(BLOCKER), recap, native(FINISH)))
    assert (done.incomplete, severities(done)) == ("", ["blocker"])
    raised = reviewed(ScriptedEngine(native(AS_NIT), Reply(text=f"So: {WHOLE} and {{"), native(FINISH)))
    assert "'An empty cart crashes'" in raised.incomplete


def test_prose_about_a_tool_is_no_loss() -> None:
    said = Reply(text="I used `append_finding` for all of them and am done.")
    done = reviewed(ScriptedEngine(native(BLOCKER), said, native(FINISH)))
    assert done.incomplete == ""


def test_the_end_is_held_once_for_what_earlier_turns_have_lost_and_names_it() -> None:
    engine = ScriptedEngine(native(AS_NIT), native(BLOCKER), native(FINISH), native(update(severity="blocker"), FINISH))
    done = reviewed(engine)
    told = engine.asked[3].messages[-1].content
    assert "Not finished yet" in told
    assert "'An empty cart crashes': F1 says this at the same place with another severity" in told
    assert "What stays open makes the review incomplete." in told
    assert (done.incomplete, severities(done), done.calls) == ("", ["blocker"], 4)
    stubborn = reviewed(ScriptedEngine(native(AS_NIT), native(BLOCKER), native(FINISH)))
    assert (stubborn.finished, stubborn.calls) == (True, 4)


def test_what_is_lost_again_and_again_holds_the_end_only_so_often() -> None:
    steps = [
        native(append(title=f"T{number}", severity="bad")) if number % 2 else native(FINISH) for number in range(1, 40)
    ]
    done = reviewed(ScriptedEngine(native(NIT), *steps))
    assert (done.finished, done.calls) == (True, 7)
    assert "and not repeated" in done.incomplete


def test_two_calls_of_the_end_in_one_turn_are_held_together() -> None:
    engine = ScriptedEngine(native(AS_CRITICAL, FINISH, FINISH), native(BLOCKER, FINISH))
    done = reviewed(engine)
    assert (done.incomplete, severities(done), done.calls) == ("", ["blocker"], 2)


@pytest.mark.parametrize(
    "ends", ['"ti', '"title": "A', '"title": "An empty ca', '"title": "An empty cart crashes", "pro', ""]
)
@pytest.mark.parametrize("lesser", [NIT, append(severity="nit", title="A name is odd", problem="It says little.")])
def test_wherever_a_statement_is_cut_a_lesser_finding_does_not_stand_for_it(ends: str, lesser: Call) -> None:
    whole = json.dumps(dict(FINDING))
    cut = whole[: whole.index('"title"')] + ends
    for arguments in (cut, cut[: cut.index("ker")], cut[: cut.index(', "line"')]):
        done = after((("append_finding", arguments),), (lesser,))
        assert "not repeated" in done.incomplete
        text = Reply(text=f'[{{"tool": "append_finding", "arguments": {arguments}')
        listing = reviewed(ScriptedEngine(text, listed(lesser), listed(FINISH), use=ToolUse.NONE))
        assert "not repeated" in listing.incomplete
        again = reviewed(ScriptedEngine(text, listed(BLOCKER), listed(FINISH), use=ToolUse.NONE))
        assert (again.incomplete, severities(again)) == ("", ["blocker"])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"append_finding"', '"appe"nd_finding"'),
        ('"arguments": {', '"arguments"": {'),
        ('"severity": "blocker"', '"severity: "blocker"'),
        ('"severity": "blocker"', '"severity": "b"locker"'),
        ('"severity": "blocker"', '"severity": "blocker\n'),
        ('"title": ', '"title": "'),
        ('{"severity"', "{'severity'"),
    ],
)
def test_a_text_that_is_torn_anywhere_holds_what_it_held(old: str, new: str) -> None:
    text = Reply(text=f"[{WHOLE}]".replace(old, new))
    lesser = ("append_finding", {**SECOND, "severity": "nit"})
    other = reviewed(ScriptedEngine(text, listed(lesser), listed(FINISH), use=ToolUse.NONE))
    assert other.incomplete
    same = reviewed(ScriptedEngine(text, listed(BLOCKER), listed(FINISH), use=ToolUse.NONE))
    assert (same.incomplete, severities(same)) == ("", ["blocker"])


@pytest.mark.parametrize("key", ["parameters", "args", "input"])
def test_arguments_under_another_name_are_made_good_by_the_same_finding_alone(key: str) -> None:
    item = {"tool": "append_finding", key: dict(FINDING)}
    lesser = ("append_finding", {**SECOND, "severity": "nit"})
    other = reviewed(ScriptedEngine(listed(item), listed(lesser), listed(FINISH), use=ToolUse.NONE))
    assert "'An empty cart crashes'" in other.incomplete
    same = reviewed(ScriptedEngine(listed(item), listed(BLOCKER), listed(FINISH), use=ToolUse.NONE))
    assert same.incomplete == ""


def test_a_finding_in_prose_is_lost_until_it_is_recorded() -> None:
    prose = Reply(text="1. An empty cart crashes\n   **Severity:** blocker\n   src/app.py, line 2")
    done = reviewed(ScriptedEngine(prose, listed(FINISH), use=ToolUse.NONE))
    assert done.failure is not None
    recorded = reviewed(ScriptedEngine(prose, listed(BLOCKER), listed(FINISH), use=ToolUse.NONE))
    assert recorded.incomplete == ""
    recap = reviewed(ScriptedEngine(native(BLOCKER), prose, native(FINISH)))
    assert recap.incomplete == ""
    clean = reviewed(ScriptedEngine(Reply(text="No evidence of a defect, severity: none."), native(FINISH)))
    assert (clean.incomplete, clean.findings) == ("", ())


def test_a_call_whose_tool_is_cut_is_a_loss() -> None:
    cut = Reply(text='[{"tool": "append_fin')
    assert reviewed(ScriptedEngine(cut, listed(FINISH), use=ToolUse.NONE)).failure is not None
    assert reviewed(ScriptedEngine(Reply(text='[{"tool": "fini'), listed(FINISH), use=ToolUse.NONE)).incomplete == ""
    vague = (("append_finding", {"severity": "critical"}),)
    assert after(vague, (NIT,)).incomplete
    assert after(vague, (BLOCKER,)).incomplete == ""
