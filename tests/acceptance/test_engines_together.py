"""Several engines in one run, reader tools, servers, dry runs and budgets, from the command line."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from orchestrator.schemas import validator
from tests.support.cli import ROOT, Ran, code_review
from tests.support.model_server import ModelServer, model_server
from tests.support.model_wire import Answer
from tests.support.replay import PASS, issue, reply, write_script
from tests.support.repo import Repo

SOURCE = "fn total(first: i32, second: i32) -> i32 {\n    first - second\n}\n"
LIBRARY = "mod total;\npub fn twice(value: i32) -> i32 {\n    value + value\n}\n"
PANEL = ("spec-compliance-review", "doc-review", "correctness-review", "security-review")
TOKEN = "AKIA" + "Q7RZ3NX5WLK2MB4T"
KEY = "sk-ant-" + "a1B2c3D4e5F6g7H8i9J0k1L2"


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """`feature` adds one Rust file to `main`."""
    made = Repo.create(tmp_path / "repo")
    made.write("src/lib.rs", LIBRARY)
    made.write("src/keys.rs", f'const KEY: &str = "{KEY}";\n')
    made.commit("base")
    made.branch("feature")
    made.write("src/total.rs", SOURCE)
    made.commit("total")
    return made


def configure(repo: Repo, text: str) -> None:
    """Settings of the user, which need nobody's consent."""
    folder = repo.home / "settings"
    folder.mkdir(exist_ok=True)
    (folder / "config.yaml").write_text(text, encoding="utf-8")


def run(repo: Repo, *arguments: str, **options: Any) -> Ran:
    return code_review("--since", "main", *arguments, cwd=repo.top, home=repo.home, **options)


def replay(repo: Repo, *arguments: str, **script: Any) -> Ran:
    folder = write_script(repo.home / "script", **script)
    return run(repo, "--engine", "replay", "--replay-dir", str(folder), *arguments)


def asked(repo: Repo, server: ModelServer, *arguments: str) -> Ran:
    """A run by the Anthropic engine against `server`."""
    env = {"ANTHROPIC_BASE_URL": server.address, "ANTHROPIC_API_KEY": "key-of-the-test"}
    return run(repo, "--engine", "anthropic", *arguments, env=env)


def row(repo: Repo, kind: str) -> list[dict[str, str]]:
    lines = (repo.top / ".claude/metrics/boundary-events.jsonl").read_text(encoding="utf-8").splitlines()
    return [one for one in map(json.loads, lines) if one["kind"] == kind]


def test_lenses_are_sent_to_the_engines_that_the_settings_name(repo: Repo) -> None:
    wrong = issue("src/total.rs", 2, "first - second")
    folder = write_script(repo.home / "script", doc_review=[reply(wrong)])
    configure(repo, f"routes: {{doc-review: replay}}\nreplay: {{dir: '{folder}'}}\n")
    ran = run(repo, "--engine", "offline", "--json")
    assert ran.code == 1
    engine = ran.json["engine"]
    assert engine["name"] == "offline"
    assert [(one["name"], one["lenses"]) for one in engine["others"]] == [("replay", ["doc-review"])]
    answered = {agent["agentName"]: agent["engine"] for agent in ran.json["agents"]}
    assert answered == {name: "replay" if name == "doc-review" else "offline" for name in PANEL}
    (top,) = ran.json["topFindings"]
    assert top["agents"] == ["doc-review"]
    assert {one["agent"]: one["engine"] for one in row(repo, "completed")} == answered
    (verdict,) = row(repo, "verdict")
    assert set(verdict["engine"].split(",")) == {"offline", "replay"}
    prose = run(repo, "--engine", "offline").out
    assert "offline (rules, no model); replay for doc-review" in prose
    assert "small (replay)" in prose


def test_a_verdict_counts_only_if_all_engines_count(repo: Repo) -> None:
    repo.switch("main")
    repo.write(".code-review/config.yaml", "gate: {accept_offline: true}\n")
    repo.commit("settings")
    repo.switch("feature")
    repo.git("rebase", "-q", "main")
    assert run(repo, "--engine", "offline", "--json").json["gate"]["rule"] == "reviewed"
    folder = write_script(repo.home / "script")
    configure(repo, f"routes: {{doc-review: replay}}\nreplay: {{dir: '{folder}'}}\n")
    mixed = run(repo, "--engine", "offline", "--json")
    assert (mixed.code, mixed.json["gate"]["rule"]) == (0, "engine")
    assert mixed.json["gate"]["reason"] == "reviews by replay do not count towards the gate here"
    # A route of a lens that takes no part changes nothing.
    configure(repo, f"routes: {{a11y-review: replay}}\nreplay: {{dir: '{folder}'}}\n")
    assert run(repo, "--engine", "offline", "--json").json["gate"]["rule"] == "reviewed"


@pytest.mark.parametrize(
    ("routes", "said", "hint"),
    [
        ("{docs-review: replay}", "routes names the lens docs-review", "doc-review"),
        ("{doc-review: repaly}", "routes.doc-review names the engine repaly", "replay"),
    ],
)
def test_a_route_to_nowhere_is_an_error_of_the_settings(repo: Repo, routes: str, said: str, hint: str) -> None:
    configure(repo, f"routes: {routes}\n")
    ran = run(repo, "--engine", "offline", "--json")
    assert ran.code == 2
    assert said in ran.json["reason"]
    assert ran.json["hint"] == f"did you mean {hint}?"


def test_a_route_whose_engine_is_not_ready_stops_the_run_before_it_starts(repo: Repo) -> None:
    configure(repo, "routes: {doc-review: replay}\n")
    ran = run(repo, "--engine", "offline", "--json")
    assert (ran.code, ran.json["missing"]) == (4, ["replay.dir"])


def test_a_dry_run_tells_who_would_be_sent_what_and_leaves_nothing_behind(repo: Repo) -> None:
    configure(repo, "prices: {claude-opus-5-5: {input: 5, output: 25}, claude-haiku-5-5: {input: 1, output: 5}}\n")
    repo.write("src/more.rs", "fn more() {}\n")
    before = repo.status()
    folder = write_script(repo.home / "script", default=[{"crash": "nobody may be asked"}])
    words = ("--engine", "replay", "--replay-dir", str(folder), "--dry-run")
    ran = code_review(*words, "--json", cwd=repo.top, home=repo.home)
    assert ran.code == 0
    plan = ran.json
    assert list(validator("dry-run").iter_errors(plan)) == []
    assert [one["agent"] for one in plan["requests"]] == list(PANEL)
    opus = plan["requests"][-1]
    assert (opus["engine"], opus["model"], opus["effort"]) == ("replay", "claude-opus-5-5", "high")
    assert opus["usd"] == pytest.approx((opus["input"] * 5 + opus["output"] * 25) / 1_000_000)
    assert plan["totals"]["usd"] == pytest.approx(sum(one["usd"] for one in plan["requests"]))
    said = "".join(message["content"] for message in opus["messages"])
    assert "fn more()" in said
    assert "# Your lens: security-review" in said
    assert plan["scope"]["kind"] == "auto"
    assert [one["lenses"] for one in plan["sharedPrefixes"]] == [2, 2]
    assert repo.status() == before
    assert not [name for name in (".claude", ".dev-team-reports", "corrections") if (repo.top / name).exists()]
    shown = code_review(*words, cwd=repo.top, home=repo.home)
    assert (shown.code, shown.out.splitlines()[-1]) == (0, "Nothing was sent.")
    assert shown.out.splitlines()[0].split() == ["lens", "engine", "model", "effort", "requests", "tokens", "USD"]
    assert "USD; nothing is counted as read from a cache." in shown.out


def test_a_dry_run_says_what_would_stop_the_run(repo: Repo) -> None:
    repo.write("src/total.rs", f'const KEY: &str = "{TOKEN}";\n')
    repo.commit("secret")
    ran = replay(repo, "--dry-run", "--json")
    assert ran.code == 0
    assert ran.json["stopped"].startswith("gate secrets: ")
    assert ran.json["requests"] == []
    assert replay(repo, "--dry-run").out.startswith("Nothing would be sent: gate secrets: ")
    forced = replay(repo, "--dry-run", "--json", "--force", "--reason", "x")
    assert len(forced.json["requests"]) >= 4
    assert not (repo.top / ".claude").exists()


def test_a_dry_run_sends_nothing_to_a_real_engine_and_masks_what_it_would(repo: Repo) -> None:
    repo.write("src/keys.rs", f'const KEY: &str = "{KEY}";\nfn used() {{}}\n')
    repo.commit("keys")
    with model_server() as server:
        ran = asked(repo, server, "--dry-run", "--json")
        assert (ran.code, server.requests) == (0, [])
    assert ran.json["requests"][0]["tools"] == ["read_file", "list_dir", "search"]
    assert KEY not in ran.out


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--budget-tokens", "0"), "--budget-tokens takes a number above 0"),
        (("--budget-usd", "-1"), "--budget-usd takes an amount above 0"),
        (("--budget-usd", "nan"), "--budget-usd takes an amount above 0"),
        (("--timeout", "soon"), "'soon' is no duration"),
        (("--timeout", "0s"), "'0s' is no duration"),
        (("--timeout", "5 parsecs"), "'5 parsecs' is no duration"),
        (("--effort", " "), "--effort needs a level"),
        (("--effort", "huge"), "offers no reasoning level huge"),
    ],
)
def test_a_bound_that_is_none_is_refused_before_anything_starts(repo: Repo, flags: tuple[str, ...], said: str) -> None:
    with model_server() as server:
        ran = asked(repo, server, "--json", *flags)
        assert server.requests == []
    assert ran.code == 2
    assert said in ran.json["reason"]


def test_rules_have_no_reasoning_levels(repo: Repo) -> None:
    ran = run(repo, "--engine", "offline", "--effort", "high", "--json")
    assert (ran.code, ran.json["reason"]) == (2, "rules have no reasoning levels")
    configure(repo, "effort: high\n")
    assert run(repo, "--engine", "offline", "--json").code == 0


def test_a_budget_in_money_without_prices_is_refused_before_any_call(repo: Repo) -> None:
    configure(repo, "anthropic: {base_url: 'https://models.example.invalid'}\n")
    ran = run(repo, "--engine", "anthropic", "--budget-usd", "1", "--json", env={"ANTHROPIC_API_KEY": "k"})
    assert ran.code == 2
    assert ran.json["reason"] == "a budget in USD needs the price of claude-haiku-5-5"
    assert ran.json["hint"] == "set prices.claude-haiku-5-5"


def test_reaching_the_budget_of_tokens_keeps_what_was_finished(repo: Repo) -> None:
    configure(repo, "waves: {max_parallel: 1}\n")
    ran = replay(
        repo, "--json", "--budget-tokens", "20000", default=[{**PASS, "usage": {"input": 9000, "output": 100}}]
    )
    assert (ran.code, ran.json["verdict"]) == (4, "none")
    done = [agent["agentName"] for agent in ran.json["agents"]]
    lost = [failure["agentName"] for failure in ran.json["dispatchFailures"]]
    assert done
    assert lost
    assert set(done) | set(lost) == set(PANEL)
    assert "budget of 20000 tokens would be exceeded" in ran.json["dispatchFailures"][0]["error"]
    assert {failure["kind"] for failure in ran.json["dispatchFailures"]} == {"budget"}


def test_reaching_the_budget_of_money_keeps_what_was_finished(repo: Repo) -> None:
    prices = "prices: {claude-opus-5-5: {input: 5, output: 25}, claude-haiku-5-5: {input: 1, output: 5}}\n"
    configure(repo, f"waves: {{max_parallel: 1}}\n{prices}")
    ran = replay(repo, "--json", "--budget-usd", "0.06", default=[{**PASS, "usage": {"input": 9000, "output": 100}}])
    assert (ran.code, ran.json["verdict"]) == (4, "none")
    assert [agent["agentName"] for agent in ran.json["agents"]][:2] == list(PANEL[:2])
    assert "budget of 0.06 USD would be exceeded" in ran.json["dispatchFailures"][0]["error"]


def test_the_time_of_the_run_ends_it_and_keeps_what_was_finished(repo: Repo) -> None:
    ran = replay(repo, "--json", "--timeout", "1500ms", security_review=[{**PASS, "delay": 60}])
    assert (ran.code, ran.json["verdict"]) == (4, "none")
    (lost,) = ran.json["dispatchFailures"]
    assert (lost["agentName"], lost["kind"], lost["error"]) == (
        "security-review",
        "budget",
        "the run's time of 1.5 s is over",
    )
    assert len(ran.json["agents"]) == 3


def test_what_a_lens_reads_on_demand_is_evidence(repo: Repo) -> None:
    """A quote from a file that was not sent counts when a tool has shown it, and only then."""
    claim = issue("src/lib.rs", 3, "value + value")
    answer = Answer(text=json.dumps(reply(claim)["reply"]))
    part = json.dumps({"path": "src/lib.rs", "start": 2, "end": 3})
    with model_server(
        script={"correctness-review": (Answer(calls=(("read_file", part),)), answer), "doc-review": (answer,)}
    ) as server:
        ran = asked(repo, server, "--json")
        first, second = server.of("correctness-review")
    assert [tool["name"] for tool in first.body["tools"]] == ["read_file", "list_dir", "search"]
    assert "## src/lib.rs, lines 2 to 3 of 4" in second.said
    found = {agent["agentName"]: agent["issues"] for agent in ran.json["agents"]}
    (kept,) = found["correctness-review"]
    assert (kept["file"], kept["line"], kept["anchor"]) == ("src/lib.rs", 3, "exact")
    assert found["doc-review"] == []
    assert [one["agentName"] for one in ran.json["withheld"]] == ["doc-review"]
    readers = next(one for one in ran.json["optionalTools"] if one["tool"] == "reader tools")
    assert readers["available"] is True


def test_reading_stops_at_its_budget_and_can_be_switched_off(repo: Repo) -> None:
    configure(repo, "tools: {max_calls: 1}\n")
    again = Answer(calls=(("list_dir", "{}"),))
    with model_server(script={"doc-review": (again, Answer())}) as server:
        assert asked(repo, server).code == 0
        first, second = server.of("doc-review")
    assert "The reader tools are withdrawn now: max_tool_calls (1) is reached." in second.said
    # The protocol wants the tool that was called to be declared further on; the others are withdrawn.
    assert (len(first.body["tools"]), [tool["name"] for tool in second.body["tools"]]) == (3, ["list_dir"])
    configure(repo, "tools: {enabled: false}\n")
    with model_server() as server:
        ran = asked(repo, server, "--json")
        assert not any(one.body.get("tools") for one in server.requests)
    readers = next(one for one in ran.json["optionalTools"] if one["tool"] == "reader tools")
    assert (readers["available"], readers["detail"]) == (False, "switched off by project_access")


def servers(*tools: str, mode: str = "plain") -> str:
    """Settings with one server."""
    entry = {
        "command": sys.executable,
        "args": ["-m", "tests.support.mcp_server", mode],
        "env": {"PYTHONPATH": str(ROOT), "MEANING": "${WORD_MEANING}"},
        "tools": list(tools),
    }
    return f"mcp: {json.dumps({'docs': entry})}\n"


def test_tools_of_a_server_are_offered_and_answer(repo: Repo) -> None:
    configure(repo, servers("lookup", "wipe"))
    call = Answer(calls=(("mcp__docs__lookup", '{"word": "total"}'),))
    env = {"ANTHROPIC_API_KEY": "k", "WORD_MEANING": "a sum"}
    with model_server(script={"doc-review": (call, Answer())}) as server:
        ran = run(repo, "--engine", "anthropic", "--json", env={**env, "ANTHROPIC_BASE_URL": server.address})
        first, second = server.of("doc-review")
    assert ran.code == 0
    assert [tool["name"] for tool in first.body["tools"]][3:] == ["mcp__docs__lookup"]
    assert "total means a sum" in second.said
    assert "mcp docs: available, mcp__docs__lookup; not taken: wipe (it changes things)" in first.said
    (docs,) = [one for one in ran.json["optionalTools"] if one["tool"] == "mcp docs"]
    assert docs["available"] is True


def test_a_server_that_is_not_there_leaves_the_reader_tools_and_says_so(repo: Repo) -> None:
    configure(repo, servers("lookup", mode="die"))
    with model_server() as server:
        ran = asked(repo, server, "--json")
        assert {tool["name"] for tool in server.requests[0].body["tools"]} == {"read_file", "list_dir", "search"}
    assert ran.code == 0
    (docs,) = [one for one in ran.json["optionalTools"] if one["tool"] == "mcp docs"]
    assert docs["available"] is False
    assert docs["detail"].endswith("; the reader tools take its place")
    quiet = run(repo, "--engine", "offline", "--json")
    (docs,) = [one for one in quiet.json["optionalTools"] if one["tool"] == "mcp docs"]
    assert docs["detail"] == "not started: no engine of this run calls tools"


def test_a_project_starts_nothing_before_the_user_agrees(repo: Repo) -> None:
    """Field: a project whose settings name a server, an address and a command; none takes effect by being there."""
    repo.switch("main")
    repo.write("tests/x", "")
    repo.write(
        ".code-review/config.yaml",
        servers("lookup") + "checks: {lint: touch ran}\nopenai: {base_url: 'http://127.0.0.1:9/v1'}\n",
    )
    repo.commit("settings")
    repo.switch("feature")
    repo.git("rebase", "-q", "main")
    with model_server() as server:
        refused = asked(repo, server, "--json")
        assert server.requests == []
    assert refused.code == 2
    assert "mcp would start a program" in refused.json["reason"]
    assert "code-review config trust" in refused.json["hint"]
    by_rules = run(repo, "--engine", "offline", "--json")
    assert "checks.lint would start a program" in by_rules.json["reason"]
    status = code_review("config", "trust", "--status", cwd=repo.top, home=repo.home)
    assert status.out.count("NOT trusted") == 3
    assert 'checks.lint = "touch ran"' in status.out
    assert replay(repo, "--json").code == 2
    agreed = code_review("config", "trust", "--json", cwd=repo.top, home=repo.home).json
    assert [(one["key"], one["trusted"]) for one in agreed["settings"]] == [
        ("checks.lint", True),
        ("mcp", True),
        ("openai.base_url", True),
    ]
    assert replay(repo, "--json").code == 0
    assert (repo.top / "ran").exists()
    assert (
        code_review("config", "untrust", cwd=repo.top, home=repo.home).out
        == "Nothing of this project is trusted any more.\n"
    )
    assert replay(repo, "--json").code == 2
    in_ci = code_review(
        "--since",
        "main",
        "--engine",
        "replay",
        "--replay-dir",
        str(repo.home / "script"),
        "--json",
        cwd=repo.top,
        home=repo.home,
        env={"CI": "true"},
    )
    assert in_ci.code == 0


def test_a_project_without_such_settings_has_nothing_to_agree_to(repo: Repo) -> None:
    said = code_review("config", "trust", cwd=repo.top, home=repo.home)
    assert (said.code, said.out) == (0, "This project's settings start nothing and send nothing elsewhere.\n")
    assert not (repo.home / "settings/state/trust.json").exists()


def test_a_capture_is_of_one_engine(repo: Repo) -> None:
    configure(repo, "routes: {doc-review: replay}\n")
    ran = run(repo, "--engine", "offline", "--capture", str(repo.home / "kept"), "--json")
    assert (ran.code, ran.json["reason"]) == (2, "a capture saves the answers of one engine")
    assert not (repo.home / "kept").exists()
