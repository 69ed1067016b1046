"""Commands that change what a shell knows, and programs that run text or other programs."""

import re
from collections.abc import Callable, Sequence
from itertools import islice, pairwise, product
from typing import Protocol

from orchestrator.gate.shell.state import State
from orchestrator.gate.shell.values import FIXED, LOOSE, formatted, is_known

SHELLS = frozenset({"sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "yash", "rbash", "fish", "pwsh"})
# Programs that only read, print or keep the words they are given.
_READERS = """
    echo cat grep egrep fgrep rg ag ack git gh glab hub head tail less more wc jq sort uniq cut tr sed diff cmp ls stat file
    touch mkdir cp mv rm ln tee test [ [[ : true false exit return sleep man which type date whereis tldr pwd code-review
    pip ruff mypy hash kill wait jobs
"""
QUIET = frozenset(_READERS.split())
# Programs that take a whole command as one word, or on their standard input.
_TAKERS = "su runuser script flock watch ssh nix-shell entr tmux screen at batch concurrently hyperfine"
_RUNNERS = frozenset(_TAKERS.split())
_RUNS_COMMANDS = frozenset({"rebase", "submodule", "bisect", "filter-branch", "difftool", "mergetool", "config"})
_XARGS_VALUES = frozenset(
    {"-n", "-P", "-L", "-s", "-E", "-d", "-a", "--max-args", "--max-procs", "--delimiter", "--arg-file"}
)

# Variables whose values other programs run.
_STARTED = frozenset({"EDITOR", "VISUAL", "PAGER", "BROWSER", "PROMPT_COMMAND", "BASH_ENV", "ENV"})
_READ_VALUES = frozenset("adinNptu")
_MAKEFILES = ("Makefile", "makefile", "GNUmakefile")
_MANY = 64


class Runner(Protocol):
    """What follows commands."""

    def run_text(self, text: str, state: State, stdin: str = "") -> str:
        """Runs text as a shell would."""
        ...

    def start(self, fields: Sequence[str], state: State, own: State, stdin: str) -> str:
        """Starts a program."""
        ...


def shell_text(fields: Sequence[str], state: State, stdin: str) -> str:
    """The text that the shell `fields[0]` would run: behind `-c`, in a file written just now, or its standard input."""
    rest = list(fields[1:])
    wants_text = False
    while rest and rest[0][:1] in ("-", "+") and rest[0] not in ("-", "--"):
        option = rest.pop(0)
        wants_text = (
            wants_text or option in ("--command", "-Command") or ("c" in option and not option.startswith("--"))
        )
        if option in ("-o", "+o", "-O", "+O", "--rcfile", "--init-file"):
            rest[:1] = []
    if rest and rest[0] in ("-", "--"):
        rest.pop(0)
    if wants_text:
        return rest[0] if rest else ""
    if not rest or rest[0] in ("/dev/stdin", "/dev/fd/0"):
        return stdin
    return file_text(rest[0], state)


def _cd(_: Runner, fields: Sequence[str], state: State, _stdin: str) -> str:
    operands = [field for field in fields[1:] if field not in ("-P", "-L", "-e", "--")]
    if len(operands) > 1 or "CDPATH" in state.variables:
        state.enter(FIXED)
    else:
        state.enter(operands[0] if operands else state.home)
    return ""


def _lost(_: Runner, _fields: Sequence[str], state: State, _stdin: str) -> str:
    state.enter(FIXED)
    return ""


def _eval(runner: Runner, fields: Sequence[str], state: State, stdin: str) -> str:
    return runner.run_text(" ".join(fields[1:]), state, stdin)


def _source(runner: Runner, fields: Sequence[str], state: State, stdin: str) -> str:
    name = fields[1] if len(fields) > 1 else ""
    return runner.run_text(stdin if name == "/dev/stdin" else file_text(name, state), state)


def _trap(runner: Runner, fields: Sequence[str], state: State, _: str) -> str:
    for text in fields[1:2]:
        runner.run_text(text, state.copy())
    return ""


def _alias(runner: Runner, fields: Sequence[str], state: State, _: str) -> str:
    for field in fields[1:]:
        name, equals, value = field.partition("=")
        runner.run_text(value, state.copy())
        if equals:
            state.variables[alias_of(name)] = value
    return ""


def alias_of(name: str) -> str:
    """Where the variables of a state keep the alias `name`: no variable can be called that."""
    return f"alias {name}"


def _declare(runner: Runner, fields: Sequence[str], state: State, _stdin: str) -> str:
    for field in fields[1:]:
        name, equals, value = field.partition("=")
        if equals:
            state.variables[name] = value
            started(runner, name, state)
    return ""


def started(runner: Runner, name: str, state: State) -> None:
    """Follows the value of the variable `name` where other programs run it."""
    if name.startswith("GIT_") or name in _STARTED:
        runner.run_text(state.variables[name].lstrip("!"), state.copy())


def _forget(_: Runner, fields: Sequence[str], state: State, _stdin: str) -> str:
    """Variables that are set from elsewhere."""
    for name in (field for field in fields[1:] if field.isidentifier()):
        state.variables[name] = LOOSE
    return ""


def _read(_: Runner, fields: Sequence[str], state: State, stdin: str) -> str:
    """A single line that is known to be read is known, shared out among the names; the last one takes the rest."""
    names, rest = [], list(fields[1:])
    while rest:
        field = rest.pop(0)
        if field.startswith("-"):
            if field[-1] == "a":
                names += rest[:1]
            if field[-1] in _READ_VALUES:
                rest[:1] = []
        elif field.isidentifier():
            names.append(field)
    line = stdin.removesuffix("\n")
    if not line or "\n" in line:
        state.variables |= dict.fromkeys(names, LOOSE)
    elif len(names) == 1:
        state.variables[names[0]] = line
    elif names:
        words = line.split(None, len(names) - 1)
        # Unknown words may be none or several: behind them nobody can tell which name gets what.
        shared = words if LOOSE not in line else []
        state.variables |= dict(zip(names, (*shared, *[LOOSE] * len(names)), strict=False))
    return ""


def _printf(_: Runner, fields: Sequence[str], state: State, _stdin: str) -> str:
    words = [field for field in fields[1:] if field != "--"]
    if words[:1] != ["-v"]:
        return formatted(words)
    state.variables[words[1] if len(words) > 1 else ""] = formatted(words[2:])
    return ""


def _passed_on(runner: Runner, fields: Sequence[str], state: State, stdin: str) -> str:
    """`command`, `builtin` and `exec`: what follows, in this very shell; a mere question where `-v` is given."""
    rest = list(fields[1:])
    while rest and rest[0].startswith("-"):
        option = rest.pop(0)
        if fields[0].endswith("command") and ("v" in option or "V" in option):
            return LOOSE
        if option == "-a":
            rest[:1] = []
    return runner.start(rest, state, state.copy(), stdin) if rest else ""


def _xargs(runner: Runner, fields: Sequence[str], state: State, stdin: str) -> str:
    rest = list(fields[1:])
    mark = ""
    while rest and rest[0].startswith("-"):
        option = rest.pop(0)
        if option in ("-I", "-J", "--replace"):
            mark = rest.pop(0) if rest else ""
        elif option[:2] in ("-I", "-J"):
            mark = option[2:]
        elif option in _XARGS_VALUES:
            rest[:1] = []
    given = stdin.replace("'", "").replace('"', "").split() or [LOOSE]
    words = [word.replace(mark, " ".join(given)) for word in rest] if mark else [*rest, *given]
    return runner.start(words, state, state.copy(), "") if words else ""


def _parallel(runner: Runner, fields: Sequence[str], state: State, stdin: str) -> str:
    """A command for every way to choose one word of each list; the lists stand behind `:::` or come in as lines."""
    groups: list[list[str]] = [[]]
    for field in fields[1:]:
        if field.startswith(":::"):
            groups.append([LOOSE] if field.startswith("::::") else [])
        else:
            groups[-1].append(field)
    words, *lists = groups
    choices = list(islice(product(*(lists or [stdin.splitlines() or [""]])), _MANY + 1))
    for chosen in choices if len(choices) <= _MANY else [(LOOSE,)]:
        given = " ".join(chosen)
        text = " ".join(word.replace("{}", given) for word in words)
        runner.run_text(text if "{}" in " ".join(words) else f"{text} {given}", state.copy())
    return _runner(runner, [field for field in fields if not field.startswith(":::")], state, stdin)


def _make(runner: Runner, fields: Sequence[str], state: State, stdin: str) -> str:
    """The recipes of a file that this very command has written, of the standard input, and of the arguments."""
    given = [field.partition("=")[2] for field in fields if field.startswith("--eval=")]
    files = [file_text(name.removeprefix("-f").removeprefix("--file="), state) for name in (*fields[1:], *_MAKEFILES)]
    for text in (*given, *files, stdin):
        for line in re.split(r"\n|(?<=:);", text):
            runner.run_text(line.lstrip("\t @+-").replace("$$", "$"), state.copy())
    return LOOSE


def _runner(runner: Runner, fields: Sequence[str], state: State, stdin: str) -> str:
    for text in (*(field for field in fields[1:] if " " in field), " ".join(fields[1:]), stdin):
        runner.run_text(text, state.copy())
    return LOOSE


def git_commands(runner: Runner, fields: Sequence[str], state: State) -> None:
    """Follows the commands inside git's own words: `!` aliases, and those that git itself runs."""
    texts = [field.partition("!")[2] for field in fields[1:] if field.startswith("!") or "=!" in field]
    if _RUNS_COMMANDS.intersection(fields):
        texts += [field.removeprefix("--exec=") for field in fields[1:] if " " in field]
        texts += [" ".join(fields[place + 1 :]) for place, field in enumerate(fields) if field in ("run", "foreach")]
    texts += [setting.partition("=")[2].lstrip("!") for flag, setting in pairwise(fields) if flag == "-c"]
    for text in texts:
        runner.run_text(text, state.copy())


_Builtin = Callable[[Runner, Sequence[str], State, str], str]
BUILTINS: dict[str, _Builtin] = {
    **dict.fromkeys(("cd", "chdir", "pushd"), _cd),
    **dict.fromkeys(("export", "declare", "typeset", "local", "readonly"), _declare),
    **dict.fromkeys(("unset", "mapfile", "readarray", "getopts", "let"), _forget),
    **dict.fromkeys(("command", "builtin", "exec"), _passed_on),
    **dict.fromkeys(("source", "."), _source),
    **dict.fromkeys(_RUNNERS, _runner),
    **dict.fromkeys(("make", "gmake"), _make),
    "read": _read,
    "parallel": _parallel,
    "popd": _lost,
    "eval": _eval,
    "trap": _trap,
    "alias": _alias,
    "printf": _printf,
    "xargs": _xargs,
}
NESTED = frozenset({"eval", "xargs", "parallel", "make", "gmake", *_RUNNERS})


def file_text(name: str, state: State) -> str:
    """The text that this very command has written to the file `name`; "" when it has not."""
    return state.files.get(name) or state.files.get(name.removeprefix("./")) or state.files.get(f"./{name}") or ""


def known_files(fields: Sequence[str], state: State) -> list[str]:
    """The texts of the files among `fields` that this very command has written."""
    return [text for text in (file_text(field, state) for field in fields if is_known(field)) if text]


def env_text(fields: Sequence[str]) -> str:
    """The command that `env -S` is given as one text; "" without that option."""
    for place, field in enumerate(fields):
        for option in ("--split-string", "-S"):
            if field.startswith(option):
                return " ".join((field.removeprefix(option).removeprefix("="), *fields[place + 1 :]))
    return ""
