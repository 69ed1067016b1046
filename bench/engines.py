"""What a panel of models costs: wall time against the ideal, and tokens paid against sending everything to everybody.

    python bench/engines.py [--write]

A server on the loopback interface stands for the provider: it keeps prefixes as providers do (per model, readable once the first
answer has begun, from 1,024 tokens on) and answers after 2 seconds, 0.2 of them to the first byte. A token is four characters.
Paid tokens: sent afresh 1, written to the cache 1.25, read from it 0.1. `--write` replaces this section of bench/RESULTS.md.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from overhead import commit, write

from tests.support.model_server import Recorded, model_server
from tests.support.model_wire import Answer

BIN = Path(sys.executable).parent
LATENCY, FIRST_BYTE = 2.0, 0.2
ONE_MODEL = {"opus": "claude-one", "sonnet": "claude-one", "haiku": "claude-one"}
SIZES = (2, 20, 200)


ROUNDS = 6
RATES = (0.05, 0.3)
BUSY = Answer(status=529, kind="overloaded_error", headers={"retry-after": "0"})


@dataclass(frozen=True)
class Ran:
    """One review: seconds between the first and the last byte of its lenses, its lenses, and its requests."""

    seconds: float
    lenses: int
    models: int
    requests: Sequence[Recorded]

    @property
    def paid(self) -> float:
        """Tokens paid, as if all had been sent afresh."""
        return sum(one.tokens.fresh + 1.25 * one.tokens.written + 0.1 * one.tokens.read for one in self.requests)

    @property
    def uncached(self) -> int:
        """Tokens sent, however they were paid."""
        return sum(one.tokens.fresh + one.tokens.written + one.tokens.read for one in self.requests)


def source(number: int, language: str) -> str:
    """About 10 kB of ordinary code in functions, different for every number."""
    if language == "py":
        parts = (
            f"def charge_{number}_{part}(rows: list[int], limit: int) -> int:\n"
            f'    """Sum of the rows below a limit."""\n    total = {part}\n    for row in rows:\n'
            f"        if row < limit:\n            total += row\n    return total\n\n\n"
            for part in range(50)
        )
        return f'"""Module {number}."""\n\n\n' + "".join(parts)
    parts = (
        f"export function Row{number}x{part}(props: {{ readonly name: string; readonly count: number }}) {{\n"
        f"  const label = `${{props.name}} ${{props.count + {part}}}`;\n  return <li key={{label}}>{{label}}</li>;\n}}\n\n"
        for part in range(50)
    )
    return f'import * as React from "react";\n\n{"".join(parts)}'


def repository(root: Path, kilobytes: int, models: dict[str, str] | None) -> None:
    """A branch whose change has about `kilobytes` kB in Python, components and a test, in files of 10 kB each."""
    subprocess.run(["git", "init", "-q", "-b", "main", str(root)], check=True)
    settings: dict[str, Any] = {"engine": "anthropic"}
    if models:
        settings["models"] = models
    (root / ".code-review").mkdir()
    (root / ".code-review" / "config.json").write_text(json.dumps(settings))
    (root / "package.json").write_text('{"dependencies": {"react": "19.0.0"}}\n')
    count = max(2, kilobytes // 2)
    files = [
        root / ("src" if n % 2 else "pkg") / f"{'row' if n % 2 else 'mod'}{n}.{'tsx' if n % 2 else 'py'}"
        for n in range(count)
    ]
    for number, path in enumerate(files):
        path.parent.mkdir(exist_ok=True)
        path.write_text(source(number, "py" if path.suffix == ".py" else "tsx"))
    commit(root, "base")
    subprocess.run(["git", "checkout", "-q", "-b", "work"], cwd=root, check=True)
    # Around 160 characters of change and context for each line that is replaced.
    edits = max(1, kilobytes * 1000 // count // 320)
    for path in files:
        text = path.read_text()
        path.write_text(
            text.replace("total += row", "total -= row", edits).replace("props.count +", "props.count -", edits)
        )
    test = root / "tests" / "test_mod.py"
    test.parent.mkdir()
    test.write_text("from pkg import mod0\n\n\ndef test_charge() -> None:\n    assert mod0.charge_0_1([1], 2) == 2\n")
    (root / "src" / "Fresh.tsx").write_text(source(9999, "tsx")[:600] + "\n")
    commit(root, "work")


def run(root: Path, address: str, words: Sequence[str]) -> bytes:
    """The report of one review of `root`, as JSON; its exit code may say that there is no verdict."""
    env = {**os.environ, "ANTHROPIC_BASE_URL": address, "ANTHROPIC_API_KEY": "none", "HOME": str(root)}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    argv = [str(BIN / "code-review"), "--since", "main", "--json", "--no-static-analysis", *words]
    return subprocess.run(argv, cwd=root, env=env, check=False, capture_output=True).stdout


def review(
    kilobytes: int, *, models: dict[str, str] | None, latency: float, first_byte: float, narrowed: bool = False
) -> Ran:
    """One review through the command line."""
    with tempfile.TemporaryDirectory() as folder, model_server(latency=latency, first_byte=first_byte) as server:
        root = Path(folder)
        repository(root, kilobytes, models)
        times: list[float] = []

        def note(_: Recorded) -> None:
            times.append(time.perf_counter())

        server.intervene = note
        # Every narrowing is off, so that the whole panel is measured whatever the size of the change.
        run(root, server.address, [] if narrowed else ["--force", "--reason", "benchmark"])
        lenses = {one.lens for one in server.requests}
        asked = {one.model for one in server.requests}
        return Ran(max(times) - min(times) + latency, len(lenses), len(asked), tuple(server.requests))


def wall() -> list[str]:
    """The table of wall time."""
    ran = review(20, models=None, latency=LATENCY, first_byte=FIRST_BYTE)
    waves = -(-ran.lenses // 10)
    ideal = waves * (LATENCY + FIRST_BYTE)
    return [
        f"A panel of {ran.lenses} lenses in {waves} waves at {LATENCY:g} s latency ({FIRST_BYTE:g} s to the first byte) takes {ran.seconds:.2f} s from the first",
        f"call to the last byte; waves times latency plus one wait for a first byte per wave are {ideal:.2f} s: {ran.seconds / ideal:.2f} times the ideal.",
    ]


def tokens() -> list[str]:
    """The table of paid tokens."""
    rows = []
    for kilobytes in SIZES:
        for name, models in (("three", None), ("one", ONE_MODEL)):
            ran = review(kilobytes, models=models, latency=0.3, first_byte=0.05)
            rows.append(
                f"| {kilobytes} kB | {name} | {ran.lenses} | {ran.uncached} | {ran.paid:.0f} | {ran.paid / ran.uncached:.2f} |"
            )
    usual = review(2, models=None, latency=0.3, first_byte=0.05, narrowed=True)
    rows.append(
        f"| 2 kB, narrowed as usual | three | {usual.lenses} | {usual.uncached} | {usual.paid:.0f} | {usual.paid / usual.uncached:.2f} |"
    )
    return [
        "| change | models | lenses | tokens sent | tokens paid | ratio |",
        "|---|---|---|---|---|---|",
        *rows,
    ]


def injected(rate: float) -> str:
    """A row about runs in which the provider refuses a share of all calls, drawn from a fixed seed."""
    draw = random.Random(17)  # noqa: S311 - a seed that is fixed on purpose
    lenses = lost = needless = invented = calls = 0
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder, model_server(latency=0.02) as server:
            good: set[str] = set()

            def intervene(recorded: Recorded, good: set[str] = good) -> Answer | None:
                if draw.random() < rate:
                    return BUSY
                good.add(recorded.lens)
                return None

            server.intervene = intervene
            root = Path(folder)
            repository(root, 2, None)
            report = json.loads(run(root, server.address, ["--force", "--reason", "benchmark"]))
            answered = {agent["agentName"] for agent in report["agents"]}
            failed = {failure["agentName"] for failure in report["dispatchFailures"]}
            lenses += len(answered | failed)
            lost += len(failed)
            needless += len(failed & good)
            invented += len(answered - good)
            calls += len(server.requests)
    return f"| {rate:.0%} | {lenses} | {calls} | {lost} | {needless} | {invented} |"


def retries() -> list[str]:
    """The table of injected errors."""
    return [
        f"Injected errors (529 on a share of all calls, {ROUNDS} runs each, seed fixed). Lost needlessly: a lens reported as failed although one of its calls was answered.",
        "",
        "| errors | lenses | calls | lost | lost needlessly | counted without an answer |",
        "|---|---|---|---|---|---|",
        *map(injected, RATES),
    ]


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    lines = [
        "## A panel of models",
        "",
        "Command: `python bench/engines.py --write`. The provider is a server on the loopback interface that keeps prefixes",
        "as providers do; a token is four characters; paid is 1 afresh, 1.25 written, 0.1 read. All lenses, no narrowing.",
        "",
        *wall(),
        "",
        *tokens(),
        "",
        *retries(),
    ]
    section = "\n".join(lines) + "\n"
    print(section)
    if options.write:
        write(section)


if __name__ == "__main__":
    main()
