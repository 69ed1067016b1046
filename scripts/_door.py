"""How every script here reaches its step: the checkout on the path, then the step's own command line."""

import importlib
import sys
from pathlib import Path


def run_step(name: str) -> None:
    """Runs step `name` on this process's arguments and leaves with its exit code; 2 when it cannot be loaded."""
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    try:
        module = importlib.import_module(f"orchestrator.cli.steps.{name}")
    except ImportError as error:
        print(f"{name}: {error}; Python 3.11 and some packages are needed: run `sh scripts/setup`", file=sys.stderr)
        sys.exit(2)
    sys.exit(module.main(sys.argv[1:]))
