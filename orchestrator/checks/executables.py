"""Finding a tool's program, and the environment it is started in."""

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

_DROPPED = (
    *("GIT_", "SEMGREP_", "RUFF_", "MYPY", "ESLINT_", "OXC_", "OXLINT_", "HADOLINT_", "SHELLCHECK_"),
    *("GITLEAKS_", "TRIVY_", "TSC_"),
)


def find_tool(name: str) -> str | None:
    """Absolute path of `name`: the one installed with this interpreter first, then the PATH; None when there is none."""
    # Not resolved: in a virtual environment the interpreter is a link, and the tools lie beside the link.
    beside = Path(sys.executable).parent
    return shutil.which(name, path=str(beside)) or shutil.which(name)


def tool_environment(extra: Mapping[str, str]) -> dict[str, str]:
    """The caller's environment without variables that would steer git or a tool, with `extra` on top."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_DROPPED)}
    return {**kept, **extra}


def one_line(data: bytes, limit: int = 200) -> str:
    """The first telling line of what a tool printed, for a report."""
    lines = (line.strip() for line in data.decode("utf-8", "replace").splitlines())
    return next((line[:limit] for line in lines if any(char.isalnum() for char in line)), "it printed nothing")
