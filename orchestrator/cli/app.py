"""The application: which command is meant, and what an error looks like to a person and to a program."""

import importlib
import os
import tempfile
import traceback
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import typer
from typer.exceptions import TyperException

from orchestrator import __version__
from orchestrator.cli.output import Told, close_streams, print_error
from orchestrator.errors import CodeReviewError, ExitCode, UsageError
from orchestrator.redaction import redact

COMMANDS = {
    "run": "review a change (the default)",
    "hooks": "install the hooks that ask the gate",
    "lenses": "list and check the reviewers",
    "modes": "list, show and check the modes of a single reviewer",
    "config": "show, check and change settings",
    "init": "write a settings file for this project",
    "gate": "say whether this branch is reviewed as it stands",
    "record": "keep the findings about a change, and the answers to them, in a file",
    "exchange": "list, show and answer the requests of an exchange folder",
    "apply-fixes": "apply the corrections that a review has left",
    "fixes": "take back or keep what a killed run was fixing",
    "metrics": "show what the reviews of this work tree cost and yielded",
    "step": "run one deterministic step by itself",
}
# The parser keeps the lines of a paragraph that begins with this mark as they are.
AS_IS = "\b\n"
_WIDEST = max(map(len, COMMANDS))
EPILOG = f"{AS_IS}Commands:\n" + "\n".join(f"  {name:<{_WIDEST}} {text}" for name, text in COMMANDS.items())

# Where each group of commands is defined. Only the one that is meant is imported: a review brings in most of the
# program, and whoever lists the lenses or asks the gate should not wait for it.
_GROUPS = {
    name: (f"orchestrator.cli.{name}", f"{name}_app")
    for name in ("hooks", "lenses", "modes", "config", "gate", "record", "exchange", "fixes")
}
_SINGLE = {
    "init": ("orchestrator.cli.init", "init_command"),
    "apply-fixes": ("orchestrator.cli.apply_fixes", "apply_fixes_command"),
    "metrics": ("orchestrator.cli.metrics", "metrics_command"),
}


def run_app(argv: Sequence[str]) -> int:
    """Runs one command line. Every expected error is one line on stderr, and a JSON object on stdout under --json."""
    code = _guarded(argv, as_json="--json" in argv)
    close_streams()
    return code


def _guarded(argv: Sequence[str], *, as_json: bool) -> int:
    try:
        return _invoke(argv)
    except CodeReviewError as error:
        print_error(error, as_json=as_json)
        return error.exit_code
    except TyperException as error:
        print_error(UsageError(_typer_message(error), hint="see `code-review --help`"), as_json=as_json)
        return ExitCode.USAGE
    except (KeyboardInterrupt, typer.Abort):
        print_error(CodeReviewError("interrupted; nothing was decided"), as_json=as_json)
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        return ExitCode.UNEXPECTED
    # The one place where an error nobody expected becomes a line, a log and an exit code of its own.
    except Exception as error:  # noqa: BLE001
        said = redact(f"unexpected error: {error!r}")[0]
        print_error(CodeReviewError(said, hint=f"details: {_log()}"), as_json=as_json)
        return ExitCode.UNEXPECTED


def _invoke(argv: Sequence[str]) -> int:
    words = _with_command(argv)
    code = _application(words[0])(args=words, prog_name="code-review", standalone_mode=False)
    if code == ExitCode.INTERRUPTED and not isinstance(code, Told):
        # The parser has made an exit of Ctrl-C; it needs a line and, under --json, an object like any other end.
        raise KeyboardInterrupt
    return code if isinstance(code, int) else ExitCode.OK


def _application(name: str) -> typer.Typer:
    """The parser for one command."""
    app = typer.Typer(
        name="code-review",
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        no_args_is_help=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    # With a callback the name of the command stays a word of its own, although there is only one.
    app.callback()(_nothing)
    if name in _GROUPS:
        module, attribute = _GROUPS[name]
        app.add_typer(getattr(importlib.import_module(module), attribute), name=name)
    elif name in _SINGLE:
        module, attribute = _SINGLE[name]
        app.command(name)(getattr(importlib.import_module(module), attribute))
    elif name == "step":
        from orchestrator.cli.step import step_command  # noqa: PLC0415 - see _GROUPS

        free = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
        app.command("step", context_settings=free)(step_command)
    else:
        from orchestrator.cli.run import run_command  # noqa: PLC0415 - see _GROUPS

        app.command("run", epilog=EPILOG, context_settings={"allow_extra_args": True})(run_command)
    return app


def _nothing() -> None:
    """Every command says for itself what it does."""


def _with_command(argv: Sequence[str]) -> list[str]:
    """`run` is what is meant when no command is named."""
    return list(argv) if argv and argv[0] in COMMANDS else ["run", *argv]


def _typer_message(error: TyperException) -> str:
    describe = getattr(error, "format_message", None)
    return str(describe() if describe else error).rstrip(".")


def _log() -> Path:
    """The file with the details: among the logs of runs, or where anybody may write when that cannot be."""
    text = f"code-review {__version__}\n{traceback.format_exc()}"
    with suppress(OSError, CodeReviewError, ImportError):
        # Imported late: this is needed when all else has failed, and then it may fail as well.
        from orchestrator.wiring.run_log import write_error_log  # noqa: PLC0415

        return write_error_log(datetime.now(UTC), text)
    descriptor, name = tempfile.mkstemp(prefix=f"code-review-{__version__}-", suffix=".log")
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(redact(text)[0])
    return Path(name)
