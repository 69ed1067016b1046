"""Files that readers stumble over, from the command line: line ends, encodings, sizes."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import Ran, code_review
from tests.support.gates import change, gates, run
from tests.support.repo import Repo


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.create(tmp_path / "repo")
    made.write("src/lib.rs", "mod total;\n")
    made.commit("base")
    return made


def found(ran: Ran) -> dict[tuple[str, int], str]:
    """The quote of every finding of the security lens, by its place."""
    return {(one["file"], one["line"]): one["evidence"] for agent in ran.json["agents"] for one in agent["issues"]}


def omitted(ran: Ran) -> set[tuple[str, str]]:
    """What was read in part or not at all, and how that is called."""
    return {(row["file"], row["kind"]) for agent in ran.json["coverage"] for row in agent["omitted"]}


@pytest.mark.slow
def test_field_case_26_line_ends_and_encodings_move_no_finding_and_leave_no_trace(repo: Repo) -> None:
    lines = ("import os", "", "", "def run(text):", "    return eval(text)", "")
    contents: dict[str, bytes] = {
        "crlf.py": "\r\n".join(lines).encode(),
        "mixed.py": b"import os\r\n\n\r\ndef run(text):\n    return eval(text)\r\n",
        "lone.py": b"import os\n# old\rstyle\n\ndef run(text):\n    return eval(text) #\rx\n",
        "bom.py": "\ufeff".encode() + "\n".join(lines).encode(),
        "latin.py": b"# -*- coding: latin-1 -*-\n# caf\xe9\n\ndef run(text):\n    return eval(text)\n",
        "open_end.py": "\n".join(lines[:-1]).encode(),
    }
    repo.branch("feature")
    for name, content in contents.items():
        repo.write(name, content)
    repo.commit("change")
    base = ("--since", "main", "--engine", "offline", "--agent", "security-review")
    ran = code_review(*base, "--json", cwd=repo.top, home=repo.home)
    assert set(found(ran)) == {(name, 5) for name in contents}
    assert ran.json["withheld"] == []
    assert "\\r" not in ran.out


def test_field_case_32_a_huge_file_behind_a_small_change_is_not_attached_and_is_listed(repo: Repo) -> None:
    rows = "".join(f"const ROW_{number}: u32 = {number};\n" for number in range(100_000))
    change(repo, {"src/table.rs": rows}, {"src/table.rs": rows.replace("ROW_7: u32 = 7;", "ROW_7: u32 = 8;")})
    assert len(rows) > 2_900_000
    ran = run(repo, "--json")
    assert (ran.code, ran.json["verdict"]) == (0, "pass")
    assert ("src/table.rs", "partial") in omitted(ran)
    (why,) = {
        row["reason"] for agent in ran.json["coverage"] for row in agent["omitted"] if row["file"] == "src/table.rs"
    }
    assert "shown are its changed lines and the code around them" in why


@pytest.mark.slow
def test_a_tool_is_silent_about_files_that_are_not_for_it(repo: Repo) -> None:
    change(repo, {}, {"src/a.py": "X = 1\n", "data.bin2": "[" + "1," * 600_000 + "1]"})
    ran = run(repo, "--json")
    tools: dict[str, Any] = {tool["tool"]: tool for tool in ran.json["staticAnalysis"]["tools"]}
    assert [entry["file"] for entry in tools["ruff"]["partial"]] == []


@pytest.mark.slow
def test_rules_of_the_project_that_cannot_be_used_are_named_and_the_others_count(repo: Repo) -> None:
    rule = "  - {{id: {0}, languages: [{1}], severity: ERROR, message: No., {2}}}\n"
    rules = [
        ("half", "python", 'pattern: "def ((("'),
        ("odd", "klingon", "pattern: x"),
        ("sum", "py", "pattern: s(...)"),
    ]
    text = "rules:\n" + "".join(rule.format(*one) for one in rules)
    change(repo, {".semgrep.yml": text}, {"a.py": "s(1)\n"})
    ran = run(repo, "--json")
    assert gates(ran)["semgrep"]["detail"] == "1 blocking result: a.py:1 (sum)"
    (tool,) = [one for one in ran.json["staticAnalysis"]["tools"] if one["tool"] == "semgrep"]
    assert "rule odd left out: no file is known to be written in klingon" in tool["detail"]
    assert "rule half left out: " in tool["detail"]
