"""The files of the gate are written by reviews alone."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from orchestrator.gate.answer import Answer
from orchestrator.gate.guard import GUARDED
from orchestrator.gate.host import Surroundings, check_call
from tests.support.hooks import event

AROUND = Surroundings(datetime(2026, 1, 1, tzinfo=UTC), {"HOME": "/home/u"}, ("/elsewhere/state",))


def judged(command: str, cwd: str = "/repo") -> Answer:
    return check_call(event(command, cwd), AROUND)


@pytest.mark.parametrize(
    "command",
    [
        "echo x > .claude/memory/.pr-review-passed",
        "echo x >> .claude/metrics/boundary-events.jsonl",
        "echo x >| ./.claude/../.claude/memory/.pr-review-passed",
        "code-review gate hash > /repo/.claude/memory/.pr-review-passed",
        "printf x | tee .claude/memory/.pr-review-passed",
        "printf x | tee -a .claude/metrics/gate-bypass-audit.jsonl",
        "mv a .claude/memory/.pr-review-passed",
        "cp a .claude/memory/.pr-review-passed",
        "cp .pr-review-passed .claude/memory/",
        "rm .claude/memory/.pr-review-passed",
        "rm -rf .claude/memory",
        "rm -rf .claude",
        "rm -rf .c*",
        "mv .claude /tmp",
        "ln -s /tmp/x .claude/metrics",
        "ln -sf /tmp/x .claude/metrics/override-audit.jsonl",
        "truncate -s0 .claude/metrics/override-audit.jsonl",
        "dd if=/dev/null of=.claude/metrics/boundary-events.jsonl",
        "sed -i '$d' .claude/metrics/boundary-events.jsonl",
        "sed -n 'w .claude/memory/.pr-review-passed' x",
        "touch .claude/memory/.pr-review-passed",
        "git checkout other -- .claude/memory/.pr-review-passed",
        "git diff --output=.claude/memory/.pr-review-passed",
        "sort -o .claude/metrics/boundary-events.jsonl x",
        "find .claude/metrics -name '*.jsonl' -delete",
        "python3 -c \"open('.claude/memory/.pr-review-passed', 'w')\"",
        "python3 - <<'E'\nopen('.claude/metrics/boundary-events.jsonl', 'a')\nE",
        "awk 'BEGIN { print 1 > \".claude/memory/.pr-review-passed\" }'",
        "sh -c 'echo x > .claude/memory/.pr-review-passed'",
        "cd .claude/memory && echo x > .pr-review-passed",
        "cd .claude/memory && rm -f *",
        "cd .claude && rm -r mem*",
        "rm .claude/memory/.pr-review-p*",
        "rm .claude/m*/.pr*",
        "rm .claude/{memory,metrics}/*",
        "f=.pr-review; echo x > .claude/memory/$f-passed",
        "d=.claude/mem; echo x > ${d}ory/.pr-review-passed",
        "echo x > \".clau\"de/memory/'.pr-review-passed'",
        "{ echo x; } > .claude/memory/.pr-review-passed",
        "for f in a; do echo x > .claude/memory/.pr-review-passed; done",
        "sudo rm .claude/metrics/boundary-events.jsonl",
        "ls | xargs -I{} cp {} .claude/memory/.pr-review-passed",
        "echo x > .claude/memory/review-round-state.json",
        "rm -rf .git/code-review",
        "echo x > $(git rev-parse --git-dir)/code-review/ledger-head",
        "rm .git/worktrees/a/code-review/ledger-head",
        "rm /elsewhere/state/agent-host",
        "python3 tool.py --out .claude/metrics/boundary-events.jsonl",
        "python3 tool.py --out=.claude/metrics/boundary-events.jsonl",
        "git clean -fdx",
        "git clean -f -x .",
        "git clean -dfX",
        "git -C sub clean -xdf -e build",
        "git clean -fdX -e .claude",
        "git rev-parse --git-path code-review | xargs rm -r",
        "rm -r $(git rev-parse --git-path code-review)",
    ],
)
def test_writes_are_refused(command: str) -> None:
    answer = judged(command)
    assert [refusal.rule for refusal in answer.refusals] == ["guarded-file"]


@pytest.mark.parametrize(
    "command",
    [
        "cat .claude/memory/.pr-review-passed",
        "head -1 .claude/metrics/boundary-events.jsonl | jq .kind",
        "grep -c verdict .claude/metrics/boundary-events.jsonl > /tmp/n",
        "wc -l .claude/metrics/*.jsonl",
        "ls -la .claude/memory",
        "sed -n 1p .claude/metrics/boundary-events.jsonl",
        "awk '{ print }' .claude/metrics/boundary-events.jsonl",
        "git diff .claude/memory/.pr-review-passed",
        "git status .claude",
        "git commit -m 'Say where .pr-review-passed lies'",
        "code-review gate status",
        "code-review gate repair",
        "mkdir -p .claude/memory",
        "echo x > .claude/memory/notes.md",
        "cp a .claude/settings.json",
        "rm .claude/memory/notes.md",
        "test -f .claude/memory/.pr-review-passed && echo yes",
        "while read -r x; do echo $x; done < .claude/metrics/boundary-events.jsonl",
        "find .claude -name '*.jsonl'",
        "rm -rf build *.pyc",
        "rm *.jsonl",
        "echo x > $OUT/file",
        "cd ~/src/code-review && make",
        "gh issue create --body 'about .pr-review-passed'",
        "git clean -fd",
        "git clean -ndx",
        "git clean -fdx build",
        "git clean -fdx -e .claude",
        "git commit -m 'git clean -fdx'",
        "git rev-parse --git-path hooks | xargs ls",
    ],
)
def test_reading_and_other_files_are_nobody_s_business(command: str) -> None:
    assert judged(command).refusals == ()


@pytest.mark.parametrize(
    ("tool", "key"),
    [("Write", "file_path"), ("Edit", "file_path"), ("MultiEdit", "file_path"), ("NotebookEdit", "notebook_path")],
)
@pytest.mark.parametrize("name", GUARDED)
def test_tools_that_write_files(tool: str, key: str, name: str) -> None:
    folder = "memory" if name in GUARDED[:2] else "metrics"
    for path in (f"/repo/.claude/{folder}/{name}", f".claude/x/../{folder}/{name}"):
        text = event("", "/repo", tool_name=tool, tool_input={key: path, "content": "x"})
        assert [refusal.rule for refusal in check_call(text, AROUND).refusals] == ["guarded-file"]
    other = event("", "/repo", tool_name=tool, tool_input={key: "/repo/notes.md", "content": name})
    assert check_call(other, AROUND).open
    assert check_call(
        event("", "/repo", tool_name="Read", tool_input={key: f"/repo/.claude/{folder}/{name}"}), AROUND
    ).open


def test_a_link_that_leads_there(tmp_path: Path) -> None:
    (tmp_path / ".claude" / "memory").mkdir(parents=True)
    (tmp_path / "notes").symlink_to(".claude/memory/.pr-review-passed")
    (tmp_path / "m").symlink_to(".claude/memory")
    for path in ("notes", "m/.pr-review-passed"):
        assert not check_call(event("", tmp_path, tool_name="Write", tool_input={"file_path": path}), AROUND).open
        assert not judged(f"echo x > {path}", str(tmp_path)).open


@pytest.mark.parametrize(
    "text",
    [
        '{"tool_name": "Bash", "tool_input": {"command": "gh pr create"',
        '{"tool_name": "Bash", "tool_input": {"command": "gh \\u0070r create"',
        "gh pr create",
        '{"tool_input": ".claude/memory/x',
    ],
)
def test_what_cannot_be_read_is_refused_where_it_may_matter(text: str) -> None:
    assert [refusal.rule for refusal in check_call(text, AROUND).refusals] == ["unresolved"]


@pytest.mark.parametrize(
    "text",
    [
        "not json",
        "[]",
        "null",
        "{}",
        '{"tool_input": []}',
        json.dumps({"tool_name": "Bash", "tool_input": {"command": 3}}),
        event("gh pr create", "/x", hook_event_name="PostToolUse"),
        event("gh pr create", "/x", tool_name="SomethingNew"),
        event("gh pr create", "/x", tool_name="Read"),
    ],
)
def test_other_events_pass(text: str) -> None:
    assert check_call(text, AROUND).open
