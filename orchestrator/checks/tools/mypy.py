"""mypy over Python files without the project's environment: only what can be told from the files themselves.

Imports that are not there count as `Any`, so only codes are kept that stay true whatever those imports hold.
"""

import ast
import json
import os
import re
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from orchestrator.checks.json_parts import as_dict, as_number, as_text
from orchestrator.checks.semgrep_output import UnusableOutputError
from orchestrator.checks.tools.adapter import ToolSpec, Workplace
from orchestrator.checks.tools.directives import Directive, Reach
from orchestrator.checks.tools.reading import Result, finding_of, run_of
from orchestrator.seams import Finished
from orchestrator.values.analysis import ToolRun

KEPT = frozenset(
    {
        *("abstract", "call-arg", "call-overload", "exit-return", "func-returns-value", "index", "name-defined"),
        *("operator", "return", "return-value", "str-bytes-safe", "str-format", "truthy-function"),
        *("unused-coroutine", "used-before-def"),
    }
)
_LIST = "files.txt"


def _arguments(program: str, place: Workplace) -> tuple[str, ...]:
    (place.work / _LIST).write_text("\n".join(place.files), encoding="utf-8")
    return (
        *(program, "--config-file=", "--no-incremental", f"--cache-dir={os.devnull}", "--no-site-packages"),
        *("--ignore-missing-imports", "--implicit-optional", "--namespace-packages", "--explicit-package-bases"),
        *("--no-error-summary", "--hide-error-context", "--show-error-end", "--output", "json"),
        f"@{place.work / _LIST}",
    )


def _choose(root: Path, files: Sequence[str]) -> tuple[tuple[str, ...], Mapping[str, str]]:
    """mypy gives up as a whole over one file that it cannot parse or import, so those are left out beforehand."""
    modules: dict[str, str] = {}
    left_out: dict[str, str] = {}
    # A stub, and then a package, speaks for a module of the same name.
    for file in sorted(files, key=lambda name: (not name.endswith(".pyi"), not _is_package(name), name)):
        module = file.rpartition(".")[0].removesuffix("/__init__")
        parts = module.split("/")
        if not all(part.isidentifier() for part in parts) or parts[0] in sys.stdlib_module_names:
            left_out[file] = "mypy cannot import a module of that name"
        elif module in modules:
            left_out[file] = f"mypy reads {modules[module]} instead"
        elif not _parses(root / file):
            left_out[file] = "mypy cannot parse it"
        else:
            modules[module] = file
    return tuple(sorted(modules.values())), MappingProxyType(left_out)


def _is_package(file: str) -> bool:
    return file.rpartition("/")[2].startswith("__init__.")


def _parses(path: Path) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(path.read_bytes())
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
    return True


def _read(finished: Finished, place: Workplace) -> ToolRun:
    found = (
        finding_of(
            "mypy",
            place,
            Result(
                rule=as_text(entry.get("code")),
                severity="warning",
                file=as_text(entry.get("file")),
                line=as_number(entry.get("line")),
                end=as_number(entry.get("end_line")),
                message=as_text(entry.get("message")),
            ),
        )
        for entry in _entries(finished.stdout)
        if entry.get("severity") == "error" and entry.get("code") in KEPT
    )
    return run_of("mypy", place, found)


def _entries(data: bytes) -> Iterator[dict[str, Any]]:
    for line in data.decode("utf-8", "replace").splitlines():
        if not line.strip():
            continue
        try:
            entry = as_dict(json.loads(line))
        except (ValueError, RecursionError) as error:
            raise UnusableOutputError("its output is not JSON") from error
        if "code" not in entry or "file" not in entry:
            raise UnusableOutputError("its output has another shape than the versions this adapter knows")
        yield entry


MYPY = ToolSpec(
    name="mypy",
    hint="pip install mypy",
    reads=lambda path: path.endswith((".py", ".pyi")),
    arguments=_arguments,
    read=_read,
    directives=(
        Directive(re.compile(r"^\s*#\s*(?P<word>type):\s*ignore(?:\[(?P<rules>[\w, -]*)\])?", re.M), Reach.TOP),
        Directive(re.compile(r"#\s*(?P<word>type):\s*ignore(?:\[(?P<rules>[\w, -]*)\])?"), Reach.LINE),
        Directive(re.compile(r"^\s*#\s*(?P<word>mypy):", re.M), Reach.BELOW),
    ),
    choose=_choose,
)
