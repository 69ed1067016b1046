"""The console entry: answers `--version` without loading anything, hands everything else to the application."""

import sys


def main() -> int:
    """Runs the command line and returns the exit code."""
    if sys.argv[1:] == ["--version"]:
        # Imported late, like the application below: asking for the version must cost no more than a bare interpreter.
        from orchestrator import __version__  # noqa: PLC0415

        sys.stdout.write(f"code-review {__version__}\n")
        return 0
    from orchestrator.cli.app import run_app  # noqa: PLC0415

    return run_app(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
