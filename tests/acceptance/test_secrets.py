"""The secret scan from the command line: every kind stops the run and appears nowhere, and no comment or file of the change silences it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.cli import Ran, code_review
from tests.support.replay import issue, reply, write_script
from tests.support.repo import Repo
from tests.support.secrets import LIBRARY_SECRETS

KIND, LINE, VALUE = LIBRARY_SECRETS[-1]
FORCE = ("--force", "--reason", "seen")
WATCH = """
import os, sys

def note(event, _):
    if event in {"socket.connect", "socket.getaddrinfo", "socket.sendto"}:
        open(os.environ["NOTED"], "a").write(event)

sys.addaudithook(note)
"""


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    made = Repo.create(tmp_path / "repo")
    made.write("src/lib.rs", "mod total;\n")
    made.commit("base")
    made.branch("feature")
    return made


def run(repo: Repo, *arguments: str, env: dict[str, str] | None = None, **lenses: object) -> Ran:
    folder = write_script(repo.home / "script", **lenses)
    scope = () if "--path" in arguments else ("--since", "main")
    options = (*scope, "--engine", "replay", "--replay-dir", str(folder))
    return code_review(*options, *arguments, cwd=repo.top, home=repo.home, env=env)


def secrets_gate(ran: Ran) -> dict[str, str]:
    (gate,) = [gate for gate in ran.json["gates"] if gate["name"] == "secrets"]
    return dict(gate)


def written(repo: Repo) -> Iterator[str]:
    """Every file that a run left behind, in the repository and outside."""
    ours = {repo.top / ".git", repo.top / "src", repo.home / "script"}
    for path in repo.home.rglob("*"):
        if path.is_file() and not ours & set(path.parents):
            yield path.read_text(encoding="utf-8", errors="replace")


def test_every_kind_stops_the_run_and_appears_nowhere(repo: Repo) -> None:
    leaks = []
    for number, (_, line, _) in enumerate(LIBRARY_SECRETS):
        repo.write(f"src/a{number}.rs", f"let a = {line};\n")
        leaks.append(issue(f"src/a{number}.rs", 1, f"let a = {line};", message=f"Found {line} here."))
    repo.commit("oops")
    (repo.home / "watch").mkdir()
    (repo.home / "watch/sitecustomize.py").write_text(WATCH, encoding="utf-8")
    noted = repo.home / "noted"
    env = {"PYTHONPATH": f"{repo.home / 'watch'}:{Path.cwd()}", "NOTED": str(noted), "TMPDIR": str(repo.home)}
    outputs = []
    for more in ((), FORCE):
        for shape in ((), ("--json",)):
            ran = run(repo, *more, *shape, env=env, correctness_review=[reply(*leaks)])
            assert ran.code == 1, ran.err
            outputs += [ran.out, ran.err]
    assert f"{len(LIBRARY_SECRETS)} hard-coded secrets: src/a0.rs:1 (Artifactory Credentials)" in outputs[0]
    assert ran.json["totals"]["errors"] == len(LIBRARY_SECRETS)
    assert ran.json["withheld"] == []
    assert not noted.exists()
    files = list(written(repo))
    assert len(files) > len(LIBRARY_SECRETS)
    shown = [(kind, value) for kind, _, value in LIBRARY_SECRETS if any(value in text for text in (*outputs, *files))]
    assert shown == []


@pytest.mark.parametrize("kind", ["Azure Storage Account access key", "Discord Bot Token", "GitLab Token"])
def test_the_gate_names_place_and_kind(repo: Repo, kind: str) -> None:
    line = next(line for one, line, _ in LIBRARY_SECRETS if one == kind)
    repo.write("src/a.rs", f"\n\nlet a = {line};\n")
    repo.commit("oops")
    ran = run(repo, "--json")
    assert (ran.code, ran.json["agents"]) == (1, [])
    assert secrets_gate(ran)["detail"] == f"1 hard-coded secret: src/a.rs:3 ({kind})"


BASELINE = '{"version": "1.5.0", "plugins_used": [], "filters_used": [], "results": {}}'


@pytest.mark.parametrize(
    "files",
    [
        {"src/a.rs": f"{LINE}  // pragma: allowlist secret\n"},
        {"src/a.rs": f"{LINE}  # pragma: whitelist secret\n"},
        {"src/a.rs": f"// pragma: allowlist nextline secret\n{LINE}\n"},
        {"src/a.rs": f"{LINE}\n", ".secrets.baseline": BASELINE},
        {"src/a.rs": f"{LINE}  # pragma: allowlist secret\n", ".gitattributes": "*.rs binary\n"},
        {"src/a.rs": f"{LINE}\n", "detect_secrets/__init__.py": "raise SystemExit(0)\n"},
    ],
)
def test_the_change_cannot_silence_the_scan(repo: Repo, files: dict[str, str]) -> None:
    repo.write_all(files)
    repo.commit("oops")
    ran = run(repo, "--json")
    assert ran.code == 1
    assert secrets_gate(ran)["status"] == "fail"
    assert f"({KIND})" in secrets_gate(ran)["detail"]


def test_a_comment_that_stood_there_before_is_honoured_and_counted(repo: Repo) -> None:
    before = f"// pragma: allowlist nextline secret\nlet a = 1;\n{LINE}  // pragma: allowlist secret\n"
    repo.git("checkout", "-q", "main")
    repo.write("src/a.rs", before)
    repo.commit("before")
    repo.git("checkout", "-q", "-B", "feature")
    repo.write("src/a.rs", before.replace("let a = 1;", LINE))
    repo.commit("change")
    passed = "no hard-coded secret in 1 file; {} allowed by a comment that stood there before"
    assert secrets_gate(run(repo, "--json"))["detail"] == passed.format(1)
    assert secrets_gate(run(repo, "--json", "--path", "src/a.rs"))["detail"] == passed.format(2)


def test_a_library_that_breaks_is_no_pass(repo: Repo) -> None:
    broken = repo.home / "broken/detect_secrets"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text(f"raise RuntimeError('{VALUE}')\n", encoding="utf-8")
    env = {"PYTHONPATH": f"{repo.home / 'broken'}:{Path.cwd()}"}
    repo.write("src/a.rs", f"{LINE}\n")
    repo.commit("change")
    ran = run(repo, "--json", env=env)
    assert (ran.code, ran.json["verdict"]) == (4, "none")
    assert secrets_gate(ran)["status"] == "warn"
    assert secrets_gate(ran)["detail"] == "not checked: detect-secrets crashed: RuntimeError"
    prose = run(repo, env=env)
    assert prose.code == 4
    assert "gate secrets: not checked: detect-secrets crashed" in prose.out
    assert VALUE not in ran.out + ran.err + prose.out + prose.err
    repo.write("src/b.rs", 'let password = "tr0ub4' + 'dor&3";\n')
    repo.commit("one of ours")
    ran = run(repo, "--json", env=env)
    assert ran.code == 1
    assert secrets_gate(ran)["detail"].startswith("1 hard-coded secret: src/b.rs:1 (literal value given to a secret's")
    assert secrets_gate(ran)["detail"].endswith("the rest not checked: detect-secrets crashed: RuntimeError")


def test_files_of_every_shape_are_read_or_named(repo: Repo) -> None:
    repo.write("src/blob.bin", b"\0\1" + LINE.encode())
    repo.commit("binary")
    assert secrets_gate(run(repo, "--json"))["detail"].endswith("; 1 binary file not looked into")
    repo.write("src/wide.rs", b"\xff\xfe" + f"\n{LINE}\n".encode("utf-16-le"))
    repo.write("src/latin.rs", b"// caf\xe9\n" + LINE.encode() + b"\n")
    repo.write("src/app.min.js", "var a=1;" * 200_000 + LINE + "\n")
    repo.commit("text")
    detail = secrets_gate(run(repo, "--json"))["detail"]
    places = f"src/latin.rs:2 ({KIND}), src/wide.rs:2 ({KIND}), src/app.min.js:1 ({KIND})"  # ignored files come last
    assert detail == f"3 hard-coded secrets: {places}; 1 binary file not looked into"
