"""Static-analysis tools from the command line: who takes part, what a broken one costs, what a project declares itself.

The tools are stand-ins on the PATH; semgrep is real.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import Ran, code_review
from tests.support.project import eslint_says, message, program
from tests.support.replay import write_script
from tests.support.repo import Repo

INVARIANTS = """
invariants:
  - id: script-is-strict
    files: "*.sh"
    contains: "set -eu"
    message: A script that goes on after a failure deploys half a release.
"""
UNCLEAN = {"comments": [{"file": "run.sh", "line": 2, "level": "warning", "code": 2164, "message": "Use cd or exit."}]}

pytestmark = pytest.mark.slow


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.create(tmp_path / "repo")
    made.write_all({"run.sh": "#!/bin/sh\n", ".gitignore": "node_modules/\n"})
    made.commit("base")
    return made


def change(repo: Repo, files: dict[str, str]) -> None:
    repo.branch("feature")
    repo.write_all(files)
    repo.commit("change")


def run(repo: Repo, *arguments: str, tools: dict[str, str] | None = None) -> Ran:
    """One review by replayed lenses with `tools`, shell scripts by name, first on the PATH."""
    for name, body in (tools or {}).items():
        program(repo.home / "bin" / name, body)
    script = write_script(repo.home / "script")
    path = os.pathsep.join((str(repo.home / "bin"), os.environ["PATH"]))
    options = ("--since", "main", "--engine", "replay", "--replay-dir", str(script))
    return code_review(*options, *(arguments or ("--json",)), cwd=repo.top, home=repo.home, env={"PATH": path})


def statuses(ran: Ran) -> dict[str, str]:
    return {tool["tool"]: tool["status"] for tool in ran.json["staticAnalysis"]["tools"]}


def missing(ran: Ran) -> dict[str, Any]:
    return {entry["tool"]: entry["hint"] for entry in ran.json["staticAnalysis"]["missing"]}


def test_tools_of_the_languages_in_scope_take_part_and_the_others_are_not_listed(repo: Repo) -> None:
    change(repo, {"run.sh": "#!/bin/sh\ncd $1\n"})
    ran = run(repo, tools={"shellcheck": f"cat <<'END'\n{json.dumps(UNCLEAN)}\nEND\nexit 1"})
    assert ran.code == 0, ran.err
    assert set(statuses(ran)) | set(missing(ran)) == {"semgrep", "gitleaks", "shellcheck"}
    assert statuses(ran)["shellcheck"] == "ok"
    analysis = ran.json["staticAnalysis"]
    assert (analysis["findings"], analysis["leftOut"]) == (1, 0)


def test_what_is_too_much_for_a_prompt_is_counted(repo: Repo) -> None:
    change(repo, {"run.sh": "#!/bin/sh\n" + "cd $1\n" * 60})
    entry = UNCLEAN["comments"][0]
    many = {"comments": [{**entry, "line": number, "message": f"problem {number}"} for number in range(2, 52)]}
    ran = run(repo, tools={"shellcheck": f"cat <<'END'\n{json.dumps(many)}\nEND\nexit 1"})
    assert (ran.json["staticAnalysis"]["findings"], ran.json["staticAnalysis"]["leftOut"]) == (50, 10)
    assert run(repo, "--fail-on", "error").code == 0
    durable = (repo.top / ".dev-team-reports/code-review.md").read_text(encoding="utf-8")
    assert "40 results handed to the lenses as context, 10 more left out" in durable


def test_a_broken_tool_that_only_adds_context_is_named_and_takes_no_verdict(repo: Repo) -> None:
    change(repo, {"run.sh": "#!/bin/sh\ncd $1\n"})
    ran = run(repo, tools={"shellcheck": "head -c 300000 /dev/zero | tr '\\0' e >&2\necho '{\"comments\": ['"})
    assert (ran.code, ran.json["verdict"]) == (0, "pass")
    assert statuses(ran)["shellcheck"] == "crashed"
    (notice,) = [one for one in ran.json["notices"] if "shellcheck" in one]
    assert "its output is not JSON" in notice
    assert "only adds context" in notice


def test_invariants_of_the_base_are_checked_and_those_of_the_change_are_not(repo: Repo) -> None:
    repo.write_all({".code-review/invariants.yaml": INVARIANTS})
    repo.commit("policy")
    change(repo, {"run.sh": "#!/bin/sh\necho\n", ".code-review/invariants.yaml": "invariants: []\n"})
    ran = run(repo)
    assert ran.json["staticAnalysis"]["findings"] == 1
    assert any(".code-review/invariants.yaml" in one and "policy" in one for one in ran.json["notices"])


def test_a_broken_invariant_stops_the_run_and_is_named(repo: Repo) -> None:
    repo.write_all({".code-review/invariants.yaml": INVARIANTS.replace("contains", "run")})
    repo.commit("policy")
    change(repo, {"run.sh": "#!/bin/sh\necho\n"})
    ran = run(repo)
    assert ran.code == 2
    assert ".code-review/invariants.yaml: rule script-is-strict: needs exactly one of" in ran.err + ran.out


def test_a_tool_that_a_gate_has_started_is_not_started_again(repo: Repo) -> None:
    repo.write_all({"eslint.config.js": "export default [];\n", "package.json": "{}", "a.js": "x();\n"})
    repo.commit("javascript")
    change(repo, {"a.js": "x();\ny();\n"})
    calls = repo.home / "calls"
    eslint = eslint_says(repo, {"file": "a.js", "messages": [message(1, severity=1)]})
    eslint.write_text(eslint.read_text(encoding="utf-8").replace("#!/bin/sh", f"#!/bin/sh\necho >> {calls}"), "utf-8")
    ran = run(repo)
    assert calls.read_text(encoding="utf-8").count("\n") == 1
    (tool,) = [one for one in ran.json["staticAnalysis"]["tools"] if one["tool"] == "eslint"]
    assert (tool["status"], tool["detail"]) == ("skipped", "the gate lint starts it")
    ran = run(repo, "--json", "--force", "--reason", "the gate is red for another reason")
    assert statuses(ran)["eslint"] == "ok"
    assert ran.json["staticAnalysis"]["findings"] == 1
    repo.write("a.js", "elsewhere();\n")
    ran = run(repo, "--json", "--force", "--reason", "the gate is red for another reason")
    (tool,) = [one for one in ran.json["staticAnalysis"]["tools"] if one["tool"] == "eslint"]
    assert (tool["status"], "differs from what is reviewed" in tool["detail"]) == ("skipped", True)
