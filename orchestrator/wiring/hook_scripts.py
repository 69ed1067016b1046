"""The scripts of the hooks: made from the shipped templates, recognised, and read back."""

import os
import re
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

from orchestrator.errors import StateError
from orchestrator.gate import entry
from orchestrator.system.data import data_dir
from orchestrator.system.files import write_atomic

PRE_PUSH = "pre-push"
AGENT_HOST = "agent-host"
_MARK = re.compile(r"^# code-review: .*hook", re.MULTILINE)
_VALUES = re.compile(r"^(python|entry)=(.*)$", re.MULTILINE)
_MODE = 0o755


@dataclass(frozen=True, slots=True)
class Started:
    """What a script starts: the interpreter and the file it is given."""

    python: str
    entry: str

    @property
    def broken(self) -> str:
        """Why it cannot be started any more; "" when it can."""
        if not os.access(self.python, os.X_OK):
            return f"its interpreter {self.python} is gone"
        return "" if Path(self.entry).is_file() else f"the installation it starts ({self.entry}) is gone"

    @property
    def trouble(self) -> str:
        """What is wrong with it: broken, or of another installation; "" when nothing is."""
        return self.broken or (
            "" if self == current() else "it starts another installation of code-review than this one"
        )


def current() -> Started:
    """What a script written now would start."""
    return Started(sys.executable, str(Path(entry.__file__).resolve()))


def write_script(name: str, path: Path) -> None:
    """Writes the script `name` to `path`, executable. Raises StateError."""
    if not sys.executable:
        raise StateError("the path of this interpreter is not known", hint="start code-review by its full path")
    text = (data_dir("hooks") / name).read_text(encoding="utf-8")
    values = current()
    text = text.replace("@PYTHON@", shlex.quote(values.python)).replace("@ENTRY@", shlex.quote(values.entry))
    write_atomic(path, text.encode("utf-8", "surrogateescape"))
    try:
        path.chmod(_MODE)
    except OSError as error:
        raise StateError(f"{path} cannot be made executable: {error.strerror}") from error


def started_by(path: Path) -> Started | None:
    """What our script at `path` starts; None when there is no script of ours."""
    try:
        text = path.read_bytes().decode("utf-8", "surrogateescape")
    except OSError:
        return None
    if not _MARK.search(text[:400]):
        return None
    return Started(**{"python": "", "entry": ""} | {name: _unquoted(value) for name, value in _assigned(text)})


def _assigned(text: str) -> list[tuple[str, str]]:
    """The two assignments; a quoted path may go on over several lines."""
    found = []
    for match in _VALUES.finditer(text):
        value = match[2]
        rest = text[match.end() :]
        while value.count("'") % 2 and rest:
            line, _, rest = rest[1:].partition("\n")
            value, rest = f"{value}\n{line}", f"\n{rest}"
        found.append((match[1], value))
    return found


def _unquoted(value: str) -> str:
    try:
        return "".join(shlex.split(value))
    except ValueError:
        return ""
