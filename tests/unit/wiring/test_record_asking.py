"""Asking about recorded findings in a real work tree: who is asked what, and what stands in the record afterwards."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import anyio
import pytest

from orchestrator.engines.replay import INFO, ReplayEngine
from orchestrator.errors import ConfigurationError, NoEngineError, UsageError
from orchestrator.record.asked import Asked, asked_object, command_of
from orchestrator.record.consulting import RULES
from orchestrator.record.model import Entry, RecordedFinding, Status
from orchestrator.record.parse import parse
from orchestrator.record.print import HEAD, print_finding
from orchestrator.record.waiting import AGAIN, BROKEN, EDITED
from orchestrator.schemas import validator
from orchestrator.system.clock import SystemClock
from orchestrator.system.process import ProcessDoor
from orchestrator.values.turn import EngineInfo, ToolUse, Turn, TurnRequest
from orchestrator.wiring.desk import Team
from orchestrator.wiring.record import open_records
from orchestrator.wiring.record_asking import CHALLENGE, CHECK, CODE_CHANGED, AskingDoors, Order, ask_about
from orchestrator.wiring.session import open_session
from orchestrator.wiring.team import TeamMaker
from tests.support.repo import Repo
from tests.unit.record.build import entry, recorded

CHANGE = "add-paging"
RECORD = f"_codev/changes/{CHANGE}/review.md"
PAGING = '"""Pages."""\n\n\ndef page(items, number, size):\n    start = number * size\n    return items[start : start + size]\n'
MENDED = PAGING.replace("number * size", "(number - 1) * size")
WRONG = "start = number * size"
FIXED = entry("fixed", "developer", ref="1a2b3c4")
DISPUTED = entry("disputed", "developer", note="Pages are counted from 0.")
VERIFIED: dict[str, Any] = {"reply": {"verdict": "verified", "reason": "Line 5 subtracts one."}}
REOPENED: dict[str, Any] = {"reply": {"verdict": "reopened", "reason": "Page 1 is lost.", "evidence": WRONG}}
MAINTAINED: dict[str, Any] = {"reply": {"verdict": "maintained", "reason": "Page 1 is lost.", "evidence": WRONG}}
ACCEPTED: dict[str, Any] = {"reply": {"verdict": "accepted", "reason": "The caller counts from 0."}}
REFUTED: dict[str, Any] = {
    "reply": {
        "verdict": "refuted",
        "reason": "The caller counts from 0.",
        "evidence": "    5 |     start = number * size",
    }
}
STANDS: dict[str, Any] = {"reply": {"verdict": "stands", "reason": "No caller counts from 0."}}


def about(role: str, *later: Entry, number: int = 1, **changes: Any) -> RecordedFinding:
    given = {
        "id": f"R-{role}-{number}",
        "title": "Page 1 is never seen",
        "location": "shop/paging.py:5",
        "evidence": "    start = number * size\n",
        "history": (entry("open", role), *later),
    }
    return recorded(**{**given, **changes})


def text_of(*findings: RecordedFinding, marked: bool = True) -> str:
    roles: dict[str, list[RecordedFinding]] = {}
    for one in findings:
        roles.setdefault(one.role, []).append(one)
    sections = (f"### {role}\n\n" + "\n".join(map(print_finding, ones)) for role, ones in roles.items())
    return f"{HEAD if marked else ''}\n## code.review\n\n" + "\n".join(sections)


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """A module of pages that is committed, and a git that knows no machine."""
    monkeypatch.setenv("CODE_REVIEW_HOME", str(tmp_path / "settings"))
    made = Repo.create(tmp_path / "repo")
    made.write("shop/paging.py", PAGING)
    made.commit("base")
    return made


@dataclass
class Asking:
    """An engine that remembers what it was asked, and everything else that a call needs."""

    repo: Repo
    script: Mapping[str, Sequence[Mapping[str, Any]]]
    info: EngineInfo = INFO
    settings: Mapping[str, Any] = field(default_factory=lambda: {"engine": "replay"})
    meanwhile: Callable[[], object] = lambda: None
    requests: list[TurnRequest] = field(default_factory=list)
    teams: int = 0

    async def turn(self, request: TurnRequest) -> Turn:
        self.requests.append(request)
        self.meanwhile()
        script = {name: tuple(entries) for name, entries in self.script.items()}
        return await ReplayEngine(script, SystemClock(), self.info).turn(request)

    def stage(self, text: str) -> None:
        raise AssertionError(text)

    def asked(self, agents: tuple[str, ...], attempt: int) -> None:
        assert (len(agents), attempt) == (1, 2)

    def answered(self, outcome: object) -> None:
        raise AssertionError(outcome)

    def run(self, what: str = CHECK, **more: Any) -> Asked:
        doors = AskingDoors(
            process=ProcessDoor(),
            clock=SystemClock(),
            environ={},
            make_team=self._team,
            progress=self,
            max_parallel=2,
        )
        order = Order(change=CHANGE, what=what, **more)
        session, project = open_session(self.repo.top, self.settings), open_records(self.repo.top)

        async def main() -> Asked:
            return await ask_about(order, session, project, doors)

        found = anyio.run(main)
        assert list(validator("record-asked").iter_errors(json.loads(json.dumps(asked_object(found))))) == []
        return found

    def _team(self) -> TeamMaker:
        self.teams += 1
        return lambda _: Team(self)

    def shown(self, number: int = 0) -> str:
        return "\n".join(message.content for message in self.requests[number].messages)

    def record(self) -> str:
        return (self.repo.top / RECORD).read_text(encoding="utf-8")

    def history(self, name: str) -> list[tuple[str, str, str]]:
        found = parse(self.record()).record.find(name)
        assert found is not None
        return [(one.status.value, one.by, one.note) for one in found.history]


def asking(repo: Repo, *findings: RecordedFinding, **more: Any) -> Asking:
    script = more.pop("script", {})
    repo.write(RECORD, text_of(*findings))
    return Asking(repo, script, **more)


def test_every_answer_that_waits_is_checked_by_its_role_and_written(repo: Repo) -> None:
    findings = (
        about("security-review", FIXED),
        about("correctness-review", FIXED),
        about("correctness-review", DISPUTED, number=2),
        about("naming-review", DISPUTED),
        about("doc-review"),
    )
    script = {
        "security-review.check": [VERIFIED],
        "correctness-review.check": [REOPENED],
        "naming-review.check": [ACCEPTED],
    }
    one = asking(repo, *findings, script=script)
    asked = one.run()
    assert [answer.ruling.ruled.verdict.value for answer in asked.answers][:2] == ["verified", "reopened"]
    assert one.history("R-security-review-1")[-1] == ("fixed", "security-review", "Line 5 subtracts one.")
    note = 'Page 1 is lost. (shop/paging.py:5: "start = number * size")'
    assert one.history("R-correctness-review-1")[-1] == ("open", "correctness-review", note)
    assert one.history("R-naming-review-1")[-1] == ("rejected", "naming-review", "The caller counts from 0.")
    assert one.history("R-doc-review-1") == [("open", "doc-review", "")]
    # `reopened` is no verdict on a dispute, so that one still waits.
    assert len(one.history("R-correctness-review-2")) == 2
    assert not asked.complete
    assert "doc-review" not in {request.payload.lens.name for request in one.requests}


def test_an_answer_is_checked_once(repo: Repo) -> None:
    one = asking(repo, about("doc-review", DISPUTED), script={"doc-review.check": [MAINTAINED]})
    assert one.run().complete
    before = one.record()
    again = one.run()
    assert (again.answers, again.complete, one.record(), one.teams) == ((), True, before, 1)


def test_lenses_are_asked_where_they_verify(repo: Repo) -> None:
    one = asking(
        repo,
        about("doc-review", FIXED),
        about("naming-review", FIXED),
        about("security-review", FIXED),
        about("cr", FIXED),
        script={"default.check": [VERIFIED]},
    )
    assert one.run().complete
    told = {request.payload.lens.name: request for request in one.requests}
    tiers = {name: (request.payload.lens.model, request.effort) for name, request in told.items()}
    assert tiers["naming-review"] == ("haiku", "medium")
    assert tiers["security-review"] == ("opus", "high")
    assert tiers["cr"][0] == "inherit"
    assert "You decide one thing: does that answer hold?" in told["doc-review"].messages[0].content
    assert "# Your lens: cr" in told["cr"].messages[-1].content


def test_a_second_fix_is_not_reopened_again(repo: Repo) -> None:
    reopened = entry("open", "doc-review", note="Page 1 is lost.")
    one = asking(repo, about("doc-review", FIXED, reopened, FIXED), script={"doc-review.check": [REOPENED]})
    before = one.record()
    asked = one.run()
    (answer,) = asked.answers
    assert (answer.written, answer.why, command_of(asked, answer), asked.complete) == (False, AGAIN, "", False)
    assert one.record() == before
    one.script = {"doc-review.check": [VERIFIED]}
    assert one.run().complete


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        ({"reply": {"verdict": "insufficient-context", "reason": "Who calls it?"}}, "Who calls it?"),
        ({"reply": {"verdict": "reopened", "reason": "It is."}}, "it said reopened, but it quotes nothing"),
        ({"failure": "final", "detail": "no key"}, "nobody answered (final): no key"),
        ({"text": "Fine."}, "nobody answered (malformed)"),
        ({"crash": "boom"}, "nobody answered (crash)"),
    ],
)
def test_whatever_decides_nothing_leaves_the_answer_waiting(repo: Repo, reply: Mapping[str, Any], says: str) -> None:
    one = asking(repo, about("doc-review", FIXED), script={"doc-review.check": [reply]})
    before = one.record()
    asked = one.run()
    assert (asked.complete, one.record(), asked.answers[0].entry) == (False, before, None)
    assert asked.answers[0].ruling.reason.startswith(says)


def test_what_is_edited_in_between_is_neither_lost_nor_overwritten(repo: Repo) -> None:
    first, second = about("doc-review", FIXED), about("naming-review", FIXED)
    third = about("arch-review")

    def edit() -> None:
        withdrawn = replace(first, recommendation="Count from 1.")
        repo.write(RECORD, text_of(withdrawn, second, third).replace("## code", "A remark.\n\n## code"))

    one = asking(repo, first, second, third, script={"default.check": [VERIFIED]}, meanwhile=edit)
    asked = one.run()
    assert [answer.written for answer in asked.answers] == [False, True]
    assert (asked.answers[0].why, asked.complete) == (EDITED, False)
    assert "A remark." in one.record()
    assert "Count from 1." in one.record()
    assert len(one.history("R-naming-review-1")) == 3
    assert command_of(asked, asked.answers[0]) == (
        f"code-review record answer R-doc-review-1 --change {CHANGE} --status fixed --by doc-review "
        "--note 'Line 5 subtracts one.'"
    )


def test_a_verdict_on_code_that_has_changed_since_is_not_written(repo: Repo) -> None:
    one = asking(
        repo,
        about("doc-review", FIXED),
        script={"doc-review.check": [VERIFIED]},
        meanwhile=lambda: repo.write("shop/paging.py", MENDED),
    )
    asked = one.run()
    assert (asked.answers[0].written, asked.answers[0].why, asked.complete) == (False, CODE_CHANGED, False)


def test_a_record_that_is_gone_by_then_is_not_made_anew(repo: Repo) -> None:
    one = asking(
        repo,
        about("doc-review", FIXED),
        script={"doc-review.check": [VERIFIED]},
        meanwhile=(repo.top / RECORD).unlink,
    )
    assert not one.run().complete
    assert not (repo.top / RECORD).exists()


def test_the_code_is_shown_as_it_lies_in_the_work_tree(repo: Repo) -> None:
    one = asking(repo, about("doc-review", FIXED), script={"doc-review.check": [VERIFIED]})
    repo.write("shop/paging.py", MENDED)
    assert one.run().complete
    assert "5 |     start = (number - 1) * size" in one.shown()


def test_files_that_a_fix_names_are_shown_too(repo: Repo) -> None:
    repo.write_all({"shop/view.py": "from shop.paging import page\n", "shop/other.py": "OTHER = 1\n"})
    commit = repo.commit("fix")
    repo.write("shop/told.py", "TOLD = 1\n")
    named = about("doc-review", entry("fixed", "developer", ref=f"{commit[:10]}, and shop\\told.py:1-3 (see --help)"))
    one = asking(repo, named, script={"doc-review.check": [VERIFIED]})
    assert one.run().complete
    shown = ["shop/paging.py", "shop/other.py", "shop/view.py", "shop/told.py"]
    assert list(one.requests[0].payload.contents) == shown


@pytest.mark.parametrize(
    "path", [".env", "secret.pem", "../outside.py", "/etc/passwd", "link.py", "out/built.py", RECORD]
)
def test_nothing_is_shown_that_must_not_be(repo: Repo, path: str) -> None:
    (repo.home / "outside.py").write_text("VALUE = 'planted'\n", encoding="utf-8")
    repo.write_all({".gitignore": "out/\n"})
    for name in (".env", "secret.pem", "out/built.py"):
        repo.write(name, "VALUE = 'planted'\n")
    repo.link("link.py", "../outside.py")
    cited = about("doc-review", DISPUTED, location=f"{path}:1")
    named = about("naming-review", entry("fixed", "developer", ref=path))
    one = asking(repo, cited, named, script={"default.check": [VERIFIED]})
    repo.write(RECORD, text_of(cited, named, marked=False))
    asked = one.run()
    assert {request.payload.lens.name for request in one.requests} == {"naming-review"}
    assert "planted" not in one.shown()
    assert not asked.complete


def test_a_file_that_is_gone_can_be_a_fix_and_no_dispute(repo: Repo) -> None:
    repo.remove("shop/paging.py")
    one = asking(repo, about("doc-review", FIXED), about("arch-review", DISPUTED), script={"default.check": [VERIFIED]})
    asked = one.run()
    assert [answer.written for answer in asked.answers] == [True, False]
    assert "is not there any more" in asked.answers[1].ruling.reason


def test_a_role_that_nobody_plays_is_named(repo: Repo) -> None:
    one = asking(repo, about("newcomer", FIXED), about("doc-review", FIXED), script={"default.check": [VERIFIED]})
    asked = one.run()
    assert asked.refused == {
        "R-newcomer-1": "there is no lens and no mode newcomer, so its answers are checked by hand"
    }
    assert ([answer.written for answer in asked.answers], asked.complete) == ([True], False)


def test_a_broken_finding_is_told_and_the_rest_is_asked_about(repo: Repo) -> None:
    broken = about("doc-review", entry("rejected", "doc-review"))
    one = asking(repo, broken, about("arch-review", FIXED), script={"default.check": [VERIFIED]})
    asked = one.run()
    assert (asked.refused, asked.complete) == ({"R-doc-review-1": BROKEN}, False)
    assert [answer.written for answer in asked.answers] == [True]


def test_rules_are_not_asked(repo: Repo) -> None:
    one = asking(repo, about("doc-review", FIXED), info=replace(INFO, rule_based=True))
    with pytest.raises(UsageError, match=RULES):
        one.run()


def test_without_an_engine_the_one_that_is_proposed_can_answer(repo: Repo) -> None:
    one = asking(repo, about("doc-review", FIXED), settings={})
    with pytest.raises(NoEngineError) as raised:
        one.run()
    assert "offline" not in raised.value.hint
    assert one.teams == 0


@pytest.mark.parametrize("access", [True, False])
def test_who_calls_tools_may_read_the_project(repo: Repo, access: bool) -> None:
    info = replace(INFO, tool_use=ToolUse.NATIVE)
    settings = {"engine": "replay", "project_access": access}
    script = {"doc-review.check": [VERIFIED]}
    one = asking(repo, about("doc-review", FIXED), info=info, settings=settings, script=script)
    assert one.run().complete
    assert bool(one.requests[0].tools) == access


@pytest.mark.parametrize("what", [CHECK, CHALLENGE])
def test_an_unknown_finding_and_a_change_without_a_record(repo: Repo, what: str) -> None:
    one = asking(repo, about("doc-review", FIXED))
    with pytest.raises(UsageError, match="there is no finding R-doc-review-7"):
        one.run(what, ids=("R-doc-review-7",))
    (repo.top / RECORD).unlink()
    with pytest.raises(UsageError, match="there is no record at"):
        one.run(what)


@pytest.mark.parametrize(("data", "says"), [(b"\xff\xfe", "not UTF-8"), (b"<!-- review-format: 9 -->\n", "newer")])
def test_a_record_that_cannot_be_read_is_left_alone(repo: Repo, data: bytes, says: str) -> None:
    one = asking(repo)
    repo.write(RECORD, data)
    with pytest.raises(ConfigurationError, match=says):
        one.run()
    assert (repo.top / RECORD).read_bytes() == data


def test_what_is_raised_beside_servers_of_tools_is_told_by_itself(repo: Repo) -> None:
    server = {"command": "true", "tools": ["look"]}
    one = asking(
        repo,
        about("doc-review", FIXED),
        info=replace(INFO, tool_use=ToolUse.NATIVE, paid=True),
        settings={"engine": "replay", "mcp": {"nobody": server}, "budget.usd": 1.0},
    )
    with pytest.raises(ConfigurationError, match="a budget in USD needs the price"):
        one.run()


def test_the_skeptic_drafts_and_writes_nothing_by_itself(repo: Repo) -> None:
    one = asking(
        repo,
        about("doc-review"),
        about("arch-review"),
        about("naming-review", FIXED),
        script={"skeptic-review.challenge": [REFUTED]},
    )
    before = one.record()
    asked = one.run(CHALLENGE, writes=False)
    assert (one.record(), asked.complete, len(asked.answers)) == (before, True, 2)
    note = 'skeptic-review: The caller counts from 0. (shop/paging.py:5: "start = number * size")'
    assert asked.answers[0].entry == Entry(status=Status.DISPUTED, by="author", note=note)
    assert {request.payload.lens.name for request in one.requests} == {"skeptic-review"}
    assert {(request.model, request.payload.lens.model) for request in one.requests} == {
        (one.requests[0].model, "sonnet")
    }
    assert "You try to refute it." in one.shown()


def test_a_refutation_that_the_author_files_goes_to_the_owning_role(repo: Repo) -> None:
    script = {"skeptic-review.challenge": [REFUTED], "doc-review.check": [MAINTAINED]}
    one = asking(repo, about("doc-review"), script=script)
    assert one.run(CHALLENGE).answers[0].written
    assert [row[:2] for row in one.history("R-doc-review-1")] == [("open", "doc-review"), ("disputed", "author")]
    assert one.run(CHALLENGE).answers == ()
    assert one.run(CHECK).complete
    assert "skeptic-review: The caller counts from 0." in one.shown(1)
    assert one.history("R-doc-review-1")[-1][:2] == ("disputed", "doc-review")


def test_a_finding_that_stands_stays_open(repo: Repo) -> None:
    one = asking(repo, about("doc-review"), script={"skeptic-review.challenge": [STANDS]})
    before = one.record()
    asked = one.run(CHALLENGE)
    assert (asked.complete, asked.answers[0].settled, one.record()) == (True, True, before)


def test_only_the_findings_that_are_named_are_asked_about(repo: Repo) -> None:
    findings = (about("doc-review"), about("doc-review", number=2), about("arch-review", FIXED))
    one = asking(repo, *findings, script={"skeptic-review.challenge": [STANDS]})
    asked = one.run(CHALLENGE, ids=("R-doc-review-2", "R-arch-review-1"))
    assert [answer.ruling.inquiry.finding.id for answer in asked.answers] == ["R-doc-review-2"]
    assert asked.idle == {"R-arch-review-1": "only an open finding can be challenged: it is fixed"}
    assert asked.complete


def test_nothing_to_ask_needs_no_engine(repo: Repo) -> None:
    one = asking(repo, about("doc-review"))
    assert one.run(CHECK).complete
    assert one.teams == 0
    assert json.loads(json.dumps(asked_object(one.run(CHECK))))["findings"] == []
