import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

import anyio
import pytest

from orchestrator.checks.cache import CachedAnalyzer
from orchestrator.checks.per_file import RuffPerFile, SemgrepPerFile
from orchestrator.checks.ruff import RuffAnalyzer
from orchestrator.checks.rules import RulePack
from orchestrator.checks.semgrep import SemgrepAnalyzer
from orchestrator.seams import Finished, Process
from orchestrator.system.process import ProcessDoor
from orchestrator.values.analysis import ToolRun, ToolStatus
from tests.unit.checks.packs import ScriptedProcess, load_pack, write_tree

RELEASE = "1.0"
RULES = """
rules:
  - id: py-exec
    languages: [python]
    severity: ERROR
    message: exec runs whatever it is given
    pattern: exec(...)
    metadata: {lens: security-review, category: A03.code, confidence: high, severity: error, fix: Parse it., gate: true}
"""
RUFF = """
B006: {lens: correctness-review, category: mutable, severity: warning, confidence: high, message: Shared., fix: Use None.}
F811: {lens: correctness-review, category: twice, severity: warning, confidence: high, message: Twice., fix: Drop it.}
"""
TWICE = "def hunter2_x9():\n    exec(1)\n\n\ndef hunter2_x9(a=[]):  # noqa: B006\n    return a\n"


@dataclass
class MemoryStore:
    """An AnswerStore in memory."""

    entries: dict[str, bytes] = field(default_factory=dict)

    def load(self, key: str) -> bytes | None:
        return self.entries.get(key)

    def save(self, key: str, data: bytes) -> None:
        self.entries[key] = data


@dataclass
class RecordingProcess:
    """The real door to other programs; remembers which files each start was given."""

    given: list[list[str]] = field(default_factory=list)

    async def run(
        self,
        argv: Sequence[str],
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        stdin: bytes = b"",
        seconds: float,
    ) -> Finished:
        assert cwd is not None
        self.given.append(names(cwd))
        return await ProcessDoor().run(argv, cwd=cwd, env=env, stdin=stdin, seconds=seconds)


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.*"))


def pack(folder: Path, *, rules: str = RULES, ruff: str = RUFF) -> RulePack:
    return load_pack(folder, rules=rules, ruff=ruff)


def analyzer(tool: str, process: Process, rules: RulePack, store: MemoryStore) -> CachedAnalyzer:
    judge = (
        SemgrepPerFile(SemgrepAnalyzer(process, rules), rules)
        if tool == "semgrep"
        else RuffPerFile(RuffAnalyzer(process, rules), rules)
    )
    return CachedAnalyzer(judge, store, RELEASE)


@dataclass
class Bench:
    """Runs of one tool over one folder, with one store; `given` lists the files of each start."""

    tool: str
    root: Path
    rules: RulePack
    store: MemoryStore = field(default_factory=MemoryStore)
    process: RecordingProcess = field(default_factory=RecordingProcess)

    def run(self) -> ToolRun:
        files = tuple(names(self.root))
        return anyio.run(analyzer(self.tool, self.process, self.rules, self.store).analyze, self.root, files)

    def without_cache(self) -> ToolRun:
        files = tuple(names(self.root))
        plain = SemgrepAnalyzer if self.tool == "semgrep" else RuffAnalyzer
        return anyio.run(plain(ProcessDoor(), self.rules).analyze, self.root, files)

    @property
    def given(self) -> list[list[str]]:
        return self.process.given


@pytest.fixture(params=["semgrep", "ruff"])
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Bench:
    root = write_tree(tmp_path / "src", a__py=TWICE, b__py="def f(x=[]):\n    exec(x)\n", c__py="x = 1\n")
    return Bench(str(request.param), root, pack(tmp_path / "rules"))


@pytest.mark.slow
def test_a_second_run_says_the_same_and_starts_nothing(bench: Bench) -> None:
    first, second = bench.run(), bench.run()
    assert first == bench.without_cache()
    assert len(first.findings) >= 2
    assert second == replace(first, reused=3)
    assert bench.given == [["a.py", "b.py", "c.py"]]


@pytest.mark.slow
def test_only_a_changed_file_is_given_to_the_tool(bench: Bench) -> None:
    bench.run()
    (bench.root / "c.py").write_text("def g(y=[]):\n    exec(y)\n", encoding="utf-8")
    mixed = bench.run()
    assert bench.given[1:] == [["c.py"]]
    assert mixed == replace(bench.without_cache(), reused=2)
    assert "c.py" in {finding.file for finding in mixed.findings}


@pytest.mark.slow
def test_another_name_or_other_rules_are_another_question(bench: Bench, tmp_path: Path) -> None:
    bench.run()
    (bench.root / "a.py").rename(bench.root / "z.py")
    assert bench.run().reused == 2
    edited = pack(tmp_path / "edited", rules=RULES.replace("exec(...)", "exec(x)"), ruff=RUFF.replace("B006", "F841"))
    bench.rules = edited
    again = bench.run()
    assert again.reused == 0
    assert again == bench.without_cache()


@pytest.mark.slow
def test_a_damaged_entry_is_a_miss_and_never_an_empty_answer(bench: Bench) -> None:
    first = bench.run()
    whole = dict(bench.store.entries)
    foreign = next(iter(whole.values()))
    damages: Mapping[str, Callable[[bytes], bytes]] = {
        "cut": lambda data: data[: len(data) // 2],
        "emptied": lambda data: data[:0],
        "flipped": lambda data: data[:-3] + bytes([data[-3] ^ 1]) + data[-2:],
        "no checksum": lambda data: data.partition(b"\n")[2],
        "foreign": lambda data: foreign if data != foreign else b"x",
    }
    for name, damage in damages.items():
        bench.store.entries = {key: damage(data) for key, data in whole.items()}
        again = bench.run()
        assert (again, again.reused) == (first, 0), name
        assert bench.store.entries == whole, name


@pytest.mark.slow
def test_nothing_of_the_file_lies_in_an_entry(bench: Bench) -> None:
    first = bench.run()
    kept = b"".join(bench.store.entries.values())
    assert len(bench.store.entries) == 3
    assert b"hunter2_x9" not in kept
    assert bench.tool == "semgrep" or any("hunter2_x9" in finding.message for finding in first.findings)


@pytest.mark.slow
def test_a_file_read_in_part_is_read_again(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "src", bad__py="def f(:\n    exec(1)\nfoo bar\n", good__py="x = 1\n")
    for tool in ("semgrep", "ruff"):
        bench = Bench(tool, root, pack(tmp_path / "rules"))
        first, second = bench.run(), bench.run()
        assert set(first.partial) == {"bad.py"}
        assert second == replace(first, reused=1)
        assert bench.given[1:] == [["bad.py"]]


@pytest.mark.slow
def test_a_message_with_code_in_it_is_not_kept(tmp_path: Path) -> None:
    rules = RULES.replace("exec runs", "exec of $X runs").replace("exec(...)", "exec($X)")
    bench = Bench("semgrep", write_tree(tmp_path / "src", a__py="exec(secret_9)\n"), pack(tmp_path / "r", rules=rules))
    assert "secret_9" in bench.run().findings[0].message
    assert bench.store.entries == {}


@pytest.mark.slow
def test_rules_that_join_files_switch_it_off(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "src", a__py="x = 1\n")
    joined = RULES.replace("pattern: exec(...)", "pattern: exec(...)\n    options: {interfile: true}")
    for tool, rules in {"semgrep": pack(tmp_path / "a", rules=joined), "ruff": load_pack(tmp_path / "b")}.items():
        bench = Bench(tool, root, rules)
        assert (bench.run().status, bench.run().reused) == (ToolStatus.OK, 0)
        assert len(bench.given) == 2


def scripted(
    tmp_path: Path, tool: str, *answers: Finished | OSError, native: bool = True
) -> tuple[ToolRun, MemoryStore]:
    """One run of a tool that answers as told, over one file; its program is a file that looks native or not."""
    program = tmp_path / f"{tool}-program"
    program.write_bytes(b"\x7fELF" if native else b"#!/bin/sh\n")
    rules, store, process = pack(tmp_path / "rules"), MemoryStore(), ScriptedProcess(answers)

    def find(_: str) -> str:
        return str(program)

    judge = (
        SemgrepPerFile(SemgrepAnalyzer(process, rules, find=find), rules)
        if tool == "semgrep"
        else RuffPerFile(RuffAnalyzer(process, rules, find=find), rules)
    )
    root = write_tree(tmp_path / "src", a__py="exec(1)\n")
    return anyio.run(CachedAnalyzer(judge, store, RELEASE, find=find).analyze, root, ("a.py",)), store


def semgrep_says(root: Path, **changes: object) -> Finished:
    clean: Mapping[str, object] = {
        "version": "9",
        "results": [],
        "errors": [],
        "paths": {"scanned": [str(root / "a.py")]},
    }
    return Finished(0, json.dumps({**clean, **changes}).encode(), b"")


def test_a_whole_answer_is_kept(tmp_path: Path) -> None:
    assert len(scripted(tmp_path, "semgrep", semgrep_says(tmp_path / "src"))[1].entries) == 1
    assert len(scripted(tmp_path, "ruff", Finished(0, b"[]", b""))[1].entries) == 1


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("not scanned", {"paths": {"scanned": []}}),
        ("a rule left out", {"errors": [{"rule_id": "py-exec", "level": "error", "message": "bad"}]}),
        ("broken", {"errors": [{"level": "error", "message": "out of memory"}]}),
    ],
)
def test_less_than_a_whole_answer_is_not_kept(tmp_path: Path, name: str, changes: Mapping[str, object]) -> None:
    assert scripted(tmp_path, "semgrep", semgrep_says(tmp_path / "src", **changes))[1].entries == {}, name


@pytest.mark.parametrize("tool", ["semgrep", "ruff"])
@pytest.mark.parametrize("answer", [TimeoutError(), Finished(2, b"", b"panic"), Finished(0, b'[{"fil', b"")])
def test_a_run_that_broke_is_not_kept(tmp_path: Path, tool: str, answer: Finished | OSError) -> None:
    run, store = scripted(tmp_path, tool, answer)
    assert run.status in {ToolStatus.TIMEOUT, ToolStatus.CRASHED}
    assert store.entries == {}


def test_a_file_that_ruff_could_not_open_is_not_clean(tmp_path: Path) -> None:
    said = b"warning: Failed to lint a.py: stream did not contain valid UTF-8\n"
    run, store = scripted(tmp_path, "ruff", Finished(0, b"[]", said))
    assert dict(run.partial) == {"a.py": "ruff could not read it: stream did not contain valid UTF-8"}
    assert store.entries == {}


def test_a_program_whose_version_nobody_can_tell_is_always_started(tmp_path: Path) -> None:
    run, store = scripted(tmp_path, "ruff", Finished(0, b"[]", b""), native=False)
    assert (run.status, store.entries) == (ToolStatus.OK, {})


@pytest.mark.slow
def test_a_break_in_the_second_start_is_the_break_of_the_run(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "src", a__py=TWICE)
    bench = Bench("ruff", root, pack(tmp_path / "rules"))
    bench.run()
    (root / "b.py").write_text("x = 1\n", encoding="utf-8")
    broken = analyzer("ruff", ScriptedProcess([TimeoutError()]), bench.rules, bench.store)
    run = anyio.run(broken.analyze, root, ("a.py", "b.py"))
    assert (run.status, run.findings, run.reused) == (ToolStatus.TIMEOUT, (), 0)
    assert run.partial == MappingProxyType({})
