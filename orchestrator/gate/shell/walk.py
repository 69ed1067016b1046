"""Follows a shell command and names every program that it would start, through all the ways of starting one."""

import base64
import binascii
import re
from collections.abc import Sequence
from contextlib import suppress

from orchestrator.gate.shell.builtins import (
    BUILTINS,
    NESTED,
    QUIET,
    SHELLS,
    alias_of,
    env_text,
    file_text,
    git_commands,
    known_files,
    shell_text,
    started,
)
from orchestrator.gate.shell.reader import read
from orchestrator.gate.shell.state import Invocation, State
from orchestrator.gate.shell.syntax import (
    Chain,
    Command,
    Compound,
    Part,
    Pipeline,
    Redirect,
    Script,
    Simple,
    Text,
    Variable,
    Word,
)
from orchestrator.gate.shell.values import (
    BLANK,
    FIXED,
    LOOSE,
    alternatives,
    is_known,
    program_name,
    split,
    unescaped,
    without_marks,
)

_DEPTH, _LIMIT = 12, 20_000
_WRITES = (">", ">>", ">|", "&>", "&>>", ">&", "<>")
_BROKEN_BRACES = re.compile(r"\{(?=[^{}]*,)[^{}]*\x01[^{}]*\}")
# Questions to git whose answers are known well enough: the current branch is HEAD, and its own folder is called .git.
_ANSWERS = {
    ("git", "branch", "--show-current"): "HEAD",
    ("git", "rev-parse", "--abbrev-ref", "HEAD"): "HEAD",
    ("git", "symbolic-ref", "--short", "HEAD"): "HEAD",
    ("git", "rev-parse", "--git-dir"): ".git",
    ("git", "rev-parse", "--absolute-git-dir"): ".git",
    ("git", "rev-parse", "--git-common-dir"): ".git",
    ("git", "rev-parse", "--show-toplevel"): ".",
}


def invocations(text: str, cwd: str, home: str = FIXED) -> tuple[Invocation, ...]:
    """Every program that `text` would start from `cwd`. Raises RecursionError when it is nested too deeply."""
    walker = Walker()
    walker.run(read(without_marks(text)), State((cwd,), home))
    return tuple(walker.found)


class Walker:
    """Collects in `found`; every method that runs something returns what it prints, as far as that is known."""

    def __init__(self) -> None:
        self.found: list[Invocation] = []
        self._depth = self._count = 0

    def run_text(self, text: str, state: State, stdin: str = "") -> str:
        """Runs `text` as a shell would."""
        if self._depth >= _DEPTH:
            raise RecursionError("a command within a command within a command, too many times")
        self._depth += 1
        try:
            return self.run(read(text), state, stdin)
        finally:
            self._depth -= 1

    def run(self, script: Script, state: State, stdin: str = "") -> str:
        """Runs the chains one after the other."""
        return "".join(self._chain(chain, state, stdin) for chain in script)

    def _chain(self, chain: Chain, state: State, stdin: str) -> str:
        before = state.copy()
        printed = [self._pipeline(chain[0][1], state, stdin)]
        certain = state.copy()
        for operator, pipeline in chain[1:]:
            reached = state.copy()
            if operator == "||":
                state.merge(before)  # what failed may have changed nothing
            printed.append(self._pipeline(pipeline, state, stdin))
            if operator == "||" and _leaves(pipeline):
                state.places, state.variables = reached.places, reached.variables
        if len(chain) > 1:
            state.merge(certain)
        return "".join(printed)

    def _pipeline(self, pipeline: Pipeline, state: State, stdin: str) -> str:
        if len(pipeline) == 1:
            return self._command(pipeline[0], state, stdin)
        for command in pipeline:
            # Each part may be a process of its own, or the last one the shell itself.
            inner = state.copy()
            stdin = self._command(command, inner, stdin)
            inner.merge(state)
            state.places, state.variables = inner.places, inner.variables
        return stdin

    def _command(self, command: Command, state: State, stdin: str) -> str:
        if isinstance(command, Simple):
            return self._simple(command, state, stdin)
        writes, fed = self._redirects(command.redirects, state)
        inner = state.copy() if command.kind == "subshell" else state
        before = state.copy()
        for word in command.words:
            self.expand(word, state)
        for name in command.names:
            inner.variables[name] = LOOSE
        if command.kind == "loop":
            self._first_round(command, inner, fed or stdin)
        printed = self.run(command.body, inner, fed or stdin)
        if command.kind in ("branch", "loop", "function"):
            inner.merge(before)
        if writes:
            self._note(Invocation((":",), state.places, dict(state.variables), writes=writes))
            state.files |= dict.fromkeys(writes, printed)
        return printed

    def _first_round(self, command: Compound, state: State, stdin: str) -> None:
        """Lets `state` know what an earlier round may have set."""
        first, mark = state.copy(), len(self.found)
        self.run(command.body, first, stdin)
        del self.found[mark:]
        first.merge(state)
        state.places, state.variables = first.places, first.variables

    def _simple(self, command: Simple, state: State, stdin: str) -> str:
        own = state.copy() if command.words else state
        for name, word in command.assignments:
            own.variables[name] = self._value(word, own)
            started(self, name, own)
        fields = [field for word in command.words for field in self.expand(word, state)]
        writes, fed = self._redirects(command.redirects, state)
        self._note(Invocation(tuple(fields), state.places, dict(own.variables), fed or stdin, writes))
        if fields and alias_of(fields[0]) in state.variables:
            self._aliased(fields, own, fed or stdin)
        if fields[:1] == ["read"]:
            fed = _shared_out(fed or stdin, own.variables.get("IFS", BLANK))
        printed = self._follow(fields, state, own, fed or stdin)
        state.files |= dict.fromkeys(writes, printed)
        return printed

    def _aliased(self, fields: Sequence[str], own: State, stdin: str) -> None:
        """Follows what an alias stands for; a shell may as well take the word as it is."""
        inner = own.copy()
        text = inner.variables.pop(alias_of(fields[0]))
        self.run_text(" ".join((text, *map(_quoted, fields[1:]))), inner, stdin)

    def start(self, fields: Sequence[str], state: State, own: State, stdin: str) -> str:
        """Starts a program from within another command; `state` is the shell's, `own` the program's."""
        self._note(Invocation(tuple(fields), state.places, dict(own.variables), stdin))
        return self._follow(fields, state, own, stdin)

    def _note(self, invocation: Invocation) -> None:
        self._count += 1
        if self._count > _LIMIT:
            raise RecursionError("too many commands")
        self.found.append(invocation)

    def _follow(self, fields: Sequence[str], state: State, own: State, stdin: str) -> str:
        name = program_name(fields[0]) if fields else ""
        if name in BUILTINS:
            return BUILTINS[name](self, fields, state, stdin)
        if name in QUIET:
            return self._printed(name, fields, state, stdin)
        for start, field in enumerate(fields):
            inner = program_name(field)
            if inner in SHELLS:
                return self.run_text(shell_text(fields[start:], own, stdin), own.copy())
            if inner == "env" and (text := env_text(fields[start:])):
                return self.run_text(text, own.copy(), stdin)
            if inner in NESTED:
                return BUILTINS[inner](self, fields[start:], own, stdin)
        for text in known_files(fields, state):
            self.run_text(text, own.copy(), stdin)
        return _filtered(fields, stdin)

    def _printed(self, name: str, fields: Sequence[str], state: State, stdin: str) -> str:
        if name == "echo":
            words = [field for field in fields[1:] if field not in ("-n", "-e", "-E", "-ne", "-en")]
            return unescaped(" ".join(words)) + "\n"
        if name == "git":
            git_commands(self, fields, state)
            if "rev-parse" in fields and fields[-2] == "--git-path":
                return f".git/{fields[-1]}"
            return _ANSWERS.get(tuple(field for field in fields if field != "-q"), LOOSE)
        if name == "tee":
            state.files |= dict.fromkeys(fields[1:], stdin)
        if name in ("cat", "cp", "mv"):
            texts = known_files(fields[1:], state)
            if name != "cat" and texts:
                state.files[fields[-1]] = "".join(texts)
            stdin = "".join(texts) or stdin
        return stdin or LOOSE

    def _redirects(self, redirects: Sequence[Redirect], state: State) -> tuple[tuple[str, ...], str]:
        writes: list[str] = []
        fed = ""
        for redirect in redirects:
            text = self._value(redirect.target, state)
            if redirect.operator in ("<<", "<<<"):
                fed = text
            elif redirect.operator == "<":
                fed = file_text(text, state)
            elif redirect.operator in _WRITES and not (redirect.operator == ">&" and text.rstrip("-").isdigit()):
                writes.append(text)
        return tuple(writes), fed

    def _value(self, word: Word, state: State) -> str:
        """`word` where it is not split: in an assignment, behind a redirection."""
        return "".join(self._text(part, state).replace(LOOSE, FIXED) for part in word)

    def _text(self, part: Part, state: State) -> str:
        if isinstance(part, Text):
            return part.value if part.quoted else alternatives(part.value, state.home)[0]
        if isinstance(part, Variable):
            for inner in part.inner:
                self._text(inner, state)
            return state.variables.get(part.name, state.home if part.name == "HOME" else FIXED)
        printed = self.run(part.body, state.copy()).rstrip("\n") or LOOSE
        if not part.as_file:
            return printed
        name = f"/dev/fd/{len(state.files)}-of-this-command"
        state.files[name] = printed
        return name

    def expand(self, word: Word, state: State) -> list[str]:
        """The words that `word` becomes."""
        if _BROKEN_BRACES.search("".join(_outline(part) for part in word)):
            return [LOOSE]
        fields = [""]
        for part in word:
            if isinstance(part, Text) and not part.quoted:
                found = alternatives(part.value, "~" if fields[0] or len(fields) > 1 else state.home)
            elif part.quoted:
                several = isinstance(part, Variable) and part.name == "@"
                text = self._text(part, state)
                found = [text.replace(FIXED, LOOSE) if several else text.replace(LOOSE, FIXED)]
            else:
                text = self._text(part, state).replace(FIXED, LOOSE)
                found = split(text, state.variables.get("IFS", BLANK))
            fields[-1:] = [fields[-1] + found[0], *found[1:]]
        return fields if any(part.quoted for part in word) else [field for field in fields if field]


def _outline(part: Part) -> str:
    return part.value if isinstance(part, Text) and not part.quoted else FIXED


def _quoted(field: str) -> str:
    escaped = field.replace("'", "'\\''")
    return f"'{escaped}'" if is_known(field) else field


def _shared_out(line: str, separators: str) -> str:
    """`line` for a `read` that splits at `separators`; nobody can tell where these are unknown."""
    own = separators.replace("\n", "")
    if separators == BLANK or not own:
        return line
    return " ".join(split(line, own)) if is_known(own) else LOOSE


def _leaves(pipeline: Pipeline) -> bool:
    """True for `exit` and `return`: nothing after it is reached this way."""
    first = pipeline[0]
    return isinstance(first, Simple) and first.words[:1] in (
        ((Text("exit", quoted=False),),),
        ((Text("return", quoted=False),),),
    )


def _filtered(fields: Sequence[str], stdin: str) -> str:
    """What comes out of a program between two others: what went in, decoded where it says so."""
    if stdin and "base64" in fields and {"-d", "-D", "--decode", "-di"}.intersection(fields):
        with suppress(binascii.Error, ValueError):
            return base64.b64decode(stdin.strip()).decode("utf-8", "replace")
    return stdin or LOOSE
