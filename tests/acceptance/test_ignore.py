"""Ignored files from the command line: what is told, what the gate makes of it, what a reviewer sees."""

from pathlib import Path

import pytest

from tests.support.cli import code_review
from tests.support.gate import ACCEPTING, GOOD, asked, branch, reviewed

SECRET = "key = '" + "AKIA" + "Q7RZ3NX5WLK2MB4T'\n"


def user_settings(home: Path, text: str) -> None:
    (home / "settings").mkdir(exist_ok=True)
    (home / "settings/config.yaml").write_text(text, encoding="utf-8")


def test_a_change_with_ignored_files_is_reviewed_without_them_and_opens_the_gate(tmp_path: Path) -> None:
    files = {"shop.py": GOOD, "vendor/lib.py": "def f(a=[]):\n    return a\n"}
    repo = branch(tmp_path / "shop", files=files)
    ran = reviewed(repo, "--no-static-analysis")
    said = "1 changed file was ignored: vendor/lib.py (vendor/, built-in list)"
    assert (ran.code, ran.json["targetFiles"]) == (0, 1)
    assert said in ran.json["notices"]
    (whole,) = [row for row in ran.json["coverage"] if row["agent"] == "*"]
    assert whole["omitted"] == [
        {"file": "vendor/lib.py", "reason": "ignored by vendor/ (built-in list)", "kind": "ignored"}
    ]
    assert ran.json["gate"]["written"] is True
    assert ran.json["gate"]["reason"].endswith("; ignored by rules of the base: vendor/lib.py")
    status = code_review("gate", "status", cwd=repo.top, home=repo.home).out
    assert "ignored     vendor/lib.py, by rules of the base" in status


def test_a_rule_that_the_base_lacks_keeps_the_gate_closed(tmp_path: Path) -> None:
    repo = branch(tmp_path / "shop", files={"shop.py": GOOD, "gen/a.py": "a = 1\n"})
    user_settings(repo.home, "ignored: [gen/]\n")
    ran = reviewed(repo, "--no-static-analysis")
    assert (ran.code, ran.json["gate"]["written"], ran.json["gate"]["rule"]) == (0, False, "ignored-by-you")
    assert ran.json["gate"]["reason"].startswith("gen/a.py is ignored by gen/ (")
    assert asked(repo).rule == "ignored-by-you"


@pytest.mark.parametrize(
    ("settings", "files", "code", "said", "rule"),
    [
        (ACCEPTING, {"dist/a.js": "1\n"}, 4, "the gate file was written, as the exemption ignored", "reviewed"),
        (ACCEPTING, {"dist/a.js": SECRET}, 4, "gate secrets: 1 hard-coded secret: dist/a.js:1 (", "preflight-failed"),
        (
            f"{ACCEPTING}  exemptions: [doc-only]\n",
            {"dist/a.js": "1\n"},
            4,
            "the gate file was not written (exemption)",
            "no-gate-file",
        ),
    ],
)
def test_a_change_that_is_ignored_as_a_whole(
    tmp_path: Path, settings: str, files: dict[str, str], code: int, said: str, rule: str
) -> None:
    repo = branch(tmp_path / "shop", settings=settings, files=files)
    ran = reviewed(repo)
    assert (ran.code, ran.json["status"], ran.json["verdict"]) == (code, "error", "none")
    reason = ran.json["reason"]
    assert "1 changed file was ignored: dist/a.js (dist/, built-in list)" in reason
    assert said in reason
    assert "--unignore" in ran.json["hint"]
    assert asked(repo).rule == rule
    assert SECRET.strip() not in ran.out + ran.err


def test_ignored_as_a_whole_by_the_user_alone_writes_nothing(tmp_path: Path) -> None:
    repo = branch(tmp_path / "shop", files={"gen/a.py": "a = 1\n"})
    user_settings(repo.home, "ignored: [gen/]\n")
    ran = reviewed(repo)
    assert (ran.code, "the gate file was not written (ignored-by-you)" in ran.json["reason"]) == (4, True)
    assert asked(repo).rule == "no-gate-file"


def test_documentation_beside_ignored_files_is_reviewed_like_anything_else(tmp_path: Path) -> None:
    repo = branch(tmp_path / "shop", files={"docs/a.md": "# A\n", "dist/a.js": "1\n"})
    ran = reviewed(repo, "--no-static-analysis")
    assert (ran.code, ran.json.get("status"), ran.json["targetFiles"]) == (0, None, 1)
    assert ran.json["gate"]["written"] is True


def test_a_secret_in_an_ignored_file_stops_the_run(tmp_path: Path) -> None:
    repo = branch(tmp_path / "shop", files={"shop.py": GOOD, ".env": SECRET})
    ran = reviewed(repo, "--no-static-analysis")
    assert (ran.code, ran.json["gates"][-1]["status"]) == (1, "fail")
    assert ran.json["gates"][-1]["detail"].startswith("1 hard-coded secret: .env:1 (")
    assert SECRET.strip() not in ran.out + ran.err


def test_odd_paths_may_be_ignored_and_kept(tmp_path: Path) -> None:
    odd = ("a b.py", "ä.py", "line\nend.py", "-n.py", 'q"uote.py')
    repo = branch(tmp_path / "shop", files={path: GOOD for name in odd for path in (name, f"vendor/{name}")})
    ran = reviewed(repo, "--no-static-analysis")
    (whole,) = [row for row in ran.json["coverage"] if row["agent"] == "*"]
    assert {row["file"] for row in whole["omitted"]} == {f"vendor/{name}" for name in odd}
    assert ran.json["targetFiles"] == len(odd)
    assert "5 changed files were ignored: " in "".join(ran.json["notices"])
