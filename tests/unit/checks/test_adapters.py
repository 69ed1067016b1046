"""Adapters of tools that give context, with recorded output and with programs that behave badly."""

import json
import time
from pathlib import Path

import pytest

from orchestrator.checks.tools.actionlint import ACTIONLINT
from orchestrator.checks.tools.adapter import ToolSpec
from orchestrator.checks.tools.gitleaks import GITLEAKS
from orchestrator.checks.tools.hadolint import HADOLINT
from orchestrator.checks.tools.mypy import MYPY
from orchestrator.checks.tools.oxlint import OXLINT
from orchestrator.checks.tools.shellcheck import SHELLCHECK
from orchestrator.checks.tools.trivy import TRIVY
from orchestrator.values.analysis import ToolRun, ToolStatus
from tests.unit.checks.fake_tools import CASES, analyse, printing, script, tree

SPECS = (GITLEAKS, TRIVY, HADOLINT, ACTIONLINT, MYPY, OXLINT, SHELLCHECK)
READS = {
    "gitleaks": "config/prod.ini",
    "trivy": "Dockerfile",
    "hadolint": "Dockerfile",
    "actionlint": ".github/workflows/ci.yml",
    "mypy": "m.py",
    "oxlint": "a.js",
    "shellcheck": "a.sh",
}
TO_REPORT = 'while [ $# -gt 0 ]; do [ "$1" = --report-path ] && out=$2; shift; done\n'
ALL_TOOLS = pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.name)


def _told(run: ToolRun) -> list[tuple[str, int, str, str]]:
    return [(f.file, f.line, f.rule, f.severity) for f in run.findings]


def _behaving(spec: ToolSpec, tmp_path: Path, body: str, seconds: float = 30.0) -> ToolRun:
    names = tree(tmp_path / "src", {READS[spec.name]: "x = 1\n"})
    return analyse(spec, script(tmp_path / "bin", spec.name, body), tmp_path / "src", names, seconds)


# Recorded output


def test_hadolint(tmp_path: Path) -> None:
    docker = (
        "FROM ubuntu\n# hadolint ignore=DL3009\nRUN apt-get update && apt-get install curl\nRUN cd /tmp && sudo x\n"
    )
    names = tree(tmp_path / "src", {"Dockerfile": docker, "sub/Dockerfile.bad": "FROM\n", "a.py": ""})
    find = script(tmp_path / "bin", "hadolint", printing(CASES / "sarif/hadolint.sarif", 1))
    run = analyse(HADOLINT, find, tmp_path / "src", names)
    assert (run.status, run.version, run.scanned) == (ToolStatus.OK, "2.15.1", ("Dockerfile", "sub/Dockerfile.bad"))
    assert ("Dockerfile", 4, "DL3004", "error") in _told(run)
    assert ("sub/Dockerfile.bad", 1, "DL1000", "error") in _told(run)


def test_actionlint(tmp_path: Path) -> None:
    names = tree(tmp_path / "src", {".github/workflows/ci.yml": "on:\n", "deploy.yml": "a: 1\n"})
    find = script(tmp_path / "bin", "actionlint", printing(CASES / "tools/actionlint.json", 1))
    run = analyse(ACTIONLINT, find, tmp_path / "src", names)
    assert _told(run) == [
        (".github/workflows/ci.yml", 3, "syntax-check", "error"),
        (".github/workflows/ci.yml", 8, "expression", "warning"),
    ]
    assert run.scanned == (".github/workflows/ci.yml",)


def test_shellcheck(tmp_path: Path) -> None:
    names = tree(tmp_path / "src", {"a.sh": "#!/bin/sh\n# x\nrm $1\ncd $3\n"})
    find = script(tmp_path / "bin", "shellcheck", printing(CASES / "tools/shellcheck.json", 1))
    assert _told(analyse(SHELLCHECK, find, tmp_path / "src", names)) == [("a.sh", 4, "SC2164", "warning")]


def test_oxlint(tmp_path: Path) -> None:
    source = "// eslint-disable-next-line no-debugger\ndebugger;\nconst x = 1;\nif (x == NaN) {}\nfor (;;i--) {}\n"
    names = tree(tmp_path / "src", {"a.js": source, "bad.js": "function ( {\n"})
    find = script(tmp_path / "bin", "oxlint", printing(CASES / "tools/oxlint.json", 1))
    run = analyse(OXLINT, find, tmp_path / "src", names)
    assert _told(run) == [
        ("a.js", 2, "no-debugger", "warning"),
        ("a.js", 4, "use-isnan", "warning"),
        ("a.js", 5, "for-direction", "warning"),
    ]
    assert [(f.suppressed_inline, f.metadata.get("suppressed_at")) for f in run.findings][:2] == [
        (True, "1"),
        (False, None),
    ]
    assert run.findings[1].fix == "Use the `isNaN` function to compare with NaN."
    assert dict(run.partial) == {"bad.js": "oxlint could not parse it: Expected function name"}


def test_mypy_keeps_only_what_stays_true_whatever_missing_imports_hold(tmp_path: Path) -> None:
    source = (
        "import foo\nfrom b import g\ndef f(x: int) -> str:\n    return x  # type: ignore[return-value]\n" + "#\n" * 6
    )
    names = tree(
        tmp_path / "src", {"m.py": source, "b.py": "", "broken.py": "def (", "a-b.py": "", "b/__init__.py": ""}
    )
    find = script(tmp_path / "bin", "mypy", printing(CASES / "tools/mypy.jsonl", 1))
    run = analyse(MYPY, find, tmp_path / "src", names)
    assert _told(run) == [
        ("m.py", 4, "return-value", "warning"),
        ("m.py", 7, "call-arg", "warning"),
        ("m.py", 8, "operator", "warning"),
    ]
    assert run.findings[0].metadata["suppressed_at"] == "4"
    assert set(run.partial) == {"broken.py", "a-b.py", "b.py"}
    assert run.scanned == ("b/__init__.py", "m.py")


def test_gitleaks_names_the_place_of_a_secret_and_counts_it_as_an_error(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"config/prod.ini": "\n\nkey = x\n", "src/client.py": "k = 1  # gitleaks:allow\n"}
    names = tree(tmp_path / "src", files)
    body = f"{TO_REPORT}cp {(CASES / 'sarif/gitleaks.sarif').resolve()} $out"
    run = analyse(GITLEAKS, script(tmp_path / "bin", "gitleaks", body), tmp_path / "src", names)
    assert _told(run) == [
        ("config/prod.ini", 3, "aws-access-token", "error"),
        ("src/client.py", 1, "generic-api-key", "error"),
    ]
    assert [finding.suppressed_inline for finding in run.findings] == [False, True]


def test_trivy(tmp_path: Path) -> None:
    names = tree(tmp_path / "src", {"Dockerfile": "FROM x\n#trivy:ignore:DS002\n\nUSER root\n", "main.go": ""})
    find = script(tmp_path / "bin", "trivy", printing(CASES / "sarif/trivy.sarif"))
    run = analyse(TRIVY, find, tmp_path / "src", names)
    assert _told(run) == [("Dockerfile", 4, "DS002", "error"), ("Dockerfile", 1, "DS026", "suggestion")]
    assert run.findings[0].message == "Last USER command in Dockerfile should not be 'root'"
    assert (run.version, run.scanned) == ("0.56.2", ("Dockerfile",))


# Programs that behave badly


@ALL_TOOLS
def test_an_absent_tool_says_how_to_get_it(spec: ToolSpec, tmp_path: Path) -> None:
    run = analyse(spec, lambda _: None, tmp_path, (READS[spec.name],))
    assert (run.status, run.detail, run.hint) == (ToolStatus.ABSENT, f"{spec.name} is not installed", spec.hint)
    assert spec.hint


@ALL_TOOLS
def test_a_tool_without_a_file_to_read_is_not_started(spec: ToolSpec, tmp_path: Path) -> None:
    find = script(tmp_path / "bin", spec.name, f"touch {tmp_path}/started")
    run = analyse(spec, find, tmp_path, ())
    assert (run.status, run.findings, (tmp_path / "started").exists()) == (ToolStatus.OK, (), False)


def test_a_tool_that_hangs_is_stopped_with_all_it_started(tmp_path: Path) -> None:
    begun = time.monotonic()
    run = _behaving(OXLINT, tmp_path, f"(sleep 2; touch {tmp_path}/survivor) &\nsleep 60", seconds=0.5)
    assert (run.status, run.detail) == (ToolStatus.TIMEOUT, "oxlint was stopped after 0.5 s")
    assert time.monotonic() - begun < 20
    time.sleep(2.2)
    assert not (tmp_path / "survivor").exists()


@ALL_TOOLS
@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("kill -SEGV $$", "crashed: exit -11"),
        ("echo 'panic: no memory' >&2; exit 70", "crashed: exit 70: panic: no memory"),
        ("echo 'what is this flag?' >&2; exit 64", "crashed: exit 64: what is this flag?"),
    ],
)
def test_a_tool_that_crashes_is_never_an_empty_result(spec: ToolSpec, body: str, said: str, tmp_path: Path) -> None:
    run = _behaving(spec, tmp_path, body)
    assert (run.status, run.findings) == (ToolStatus.CRASHED, ())
    assert said in run.detail


@ALL_TOOLS
@pytest.mark.parametrize(
    "printed",
    [
        '{"version": "2.1.0", "runs": [{"tool": {}, "resu',
        '{"diagnostics": [{"message": "cut',
        '{"comments": {"file": "a.sh"}}',
        '{"results": {"other": "version"}}',
        '"a string"',
    ],
)
def test_half_an_answer_and_the_shape_of_another_version_are_a_crash(
    spec: ToolSpec, printed: str, tmp_path: Path
) -> None:
    to = '> "$out"' if spec is GITLEAKS else ""
    body = f"{TO_REPORT if spec is GITLEAKS else ''}echo 'told on stderr' >&2\ncat {to} <<'END'\n{printed}\nEND"
    run = _behaving(spec, tmp_path, body)
    assert (run.status, run.findings) == (ToolStatus.CRASHED, ())
    assert "told on stderr" in run.detail
    assert "\n" not in run.detail


@pytest.mark.parametrize("spec", [HADOLINT, TRIVY], ids=lambda spec: spec.name)
def test_300_kb_on_stderr_neither_block_nor_drown_the_answer(spec: ToolSpec, tmp_path: Path) -> None:
    answer = json.dumps({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "results": []}]})
    flood = "head -c 300000 /dev/zero | tr '\\0' 'e' >&2"
    run = _behaving(spec, tmp_path, f"{flood}\necho '{answer}'\n{flood}")
    assert (run.status, run.detail) == (ToolStatus.OK, "")
    run = _behaving(spec, tmp_path, f"{flood}\necho '{{'\n")
    assert run.status is ToolStatus.CRASHED
    assert len(run.detail) < 500


def test_a_program_that_cannot_be_started_is_a_crash(tmp_path: Path) -> None:
    names = tree(tmp_path / "src", {"a.js": ""})
    run = analyse(OXLINT, lambda _: str(tmp_path / "gone"), tmp_path / "src", names)
    assert run.status is ToolStatus.CRASHED
    assert "could not be started" in run.detail


def test_a_secret_in_a_tools_words_is_taken_out(tmp_path: Path) -> None:
    secret = "ghp_" + "a1B2" * 9
    answer = [{"message": f"found {secret}", "filepath": ".github/workflows/ci.yml", "line": 1, "kind": "k"}]
    run = _behaving(ACTIONLINT, tmp_path, f"cat <<'END'\n{json.dumps(answer)}\nEND\nexit 1")
    assert run.findings[0].message == "found [redacted]"
    run = _behaving(ACTIONLINT, tmp_path, f"echo 'bad token {secret}' >&2; exit 3")
    assert secret not in run.detail


# What a tool gets to see


def test_it_sees_only_its_own_files_without_what_would_silence_or_configure_it(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "a.js": "/* eslint-disable */\nx // eslint-disable-line no-undef\n",
        "deep/b.ts": "// oxlint-disable-next-line\ny\n",
        ".oxlintrc.json": '{"ignorePatterns": ["**"]}',
        "c.py": "x = 1\n",
    }
    names = tree(tmp_path / "src", files)
    body = (
        f"find . -type f | sort > {tmp_path}/seen; cat a.js deep/b.ts > {tmp_path}/text; echo '{{\"diagnostics\": []}}'"
    )
    run = analyse(OXLINT, script(tmp_path / "bin", "oxlint", body), tmp_path / "src", names)
    assert run.status is ToolStatus.OK
    assert (tmp_path / "seen").read_text(encoding="utf-8").split() == ["./a.js", "./deep/b.ts"]
    text = (tmp_path / "text").read_text(encoding="utf-8")
    assert "-disable" in text
    assert "eslint-disable" not in text.replace("_slint", "")
    assert len(text.splitlines()) == 4


def test_its_copy_is_gone_afterwards(tmp_path: Path) -> None:
    _behaving(OXLINT, tmp_path, f"pwd > {tmp_path}/where")
    assert not Path((tmp_path / "where").read_text(encoding="utf-8").strip()).exists()


@pytest.mark.parametrize("name", ["HADOLINT_IGNORE", "GITLEAKS_CONFIG", "TRIVY_SKIP_FILES", "MYPYPATH"])
def test_variables_that_steer_a_tool_do_not_reach_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "x")
    monkeypatch.setenv("KEPT_FOR_TOOLS", "x")
    _behaving(OXLINT, tmp_path, f"env > {tmp_path}/env")
    seen = (tmp_path / "env").read_text(encoding="utf-8")
    assert f"{name}=" not in seen
    assert "KEPT_FOR_TOOLS=x" in seen


def test_odd_files_reach_a_tool_as_they_are(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "utf.js": "const name = 'é';\n",
        "latin.js": b"// caf\xe9\n",
        "huge.js": "a;" * 400_000,
        "empty.js": "",
    }
    names = tree(tmp_path / "src", files)
    body = f"cat utf.js empty.js > {tmp_path}/utf; wc -c < huge.js > {tmp_path}/size; echo '{{\"diagnostics\": []}}'"
    run = analyse(OXLINT, script(tmp_path / "bin", "oxlint", body), tmp_path / "src", names)
    assert (run.status, run.scanned) == (ToolStatus.OK, names)
    assert (tmp_path / "utf").read_text(encoding="utf-8") == "const name = 'é';\n"
    assert int((tmp_path / "size").read_text(encoding="utf-8")) == 800_000
