"""Small real programs that stand in for tools, and files for them to read."""

import shlex
from collections.abc import Callable
from pathlib import Path

import anyio

from orchestrator.checks.tools.adapter import ToolAnalyzer, ToolSpec
from orchestrator.system.process import ProcessDoor
from orchestrator.values.analysis import ToolRun

CASES = Path("tests/cases")


def script(folder: Path, name: str, body: str) -> Callable[[str], str | None]:
    """Writes a shell script called `name`; the result finds it and nothing else."""
    folder.mkdir(exist_ok=True)
    program = folder / name
    program.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    program.chmod(0o755)
    return lambda wanted: str(program) if wanted == name else None


def printing(case: Path, code: int = 0) -> str:
    """A body that prints a recorded output and ends with `code`."""
    return f"cat {shlex.quote(str(case.resolve()))}\nexit {code}"


def tree(root: Path, files: dict[str, str | bytes]) -> tuple[str, ...]:
    """Writes `files` below `root` and gives their names."""
    for name, content in files.items():
        target = root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content if isinstance(content, bytes) else content.encode())
    return tuple(sorted(files))


def analyse(
    spec: ToolSpec, find: Callable[[str], str | None], root: Path, names: tuple[str, ...], seconds: float = 30.0
) -> ToolRun:
    """One run of the adapter for `spec`, with real processes."""
    return anyio.run(ToolAnalyzer(ProcessDoor(), spec, seconds=seconds, find=find).analyze, root, names)
