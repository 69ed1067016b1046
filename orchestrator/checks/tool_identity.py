"""Which build of a program would run, told without starting it."""

import os
from hashlib import sha256
from pathlib import Path

_PACKAGES = ("lib/python*/site-packages", "lib/python*/dist-packages")


def program_identity(name: str, program: str) -> str:
    """A text that changes with the build of `program`; empty when that cannot be told without starting it.

    A native program is known by its file. A script says nothing about the version behind it, so it counts only when
    the list of files of the Python package `name` lies beside it: that list holds a digest of each file.
    """
    real = Path(program).resolve()
    try:
        with real.open("rb") as file:
            script = file.read(2) == b"#!"
        state = real.stat()
        facts = [str(real), *map(str, (state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino))]
        if script:
            records = _records(name, real.parent.parent)
            # What the interpreter looks into first could hold another version.
            facts += [*(sha256(path.read_bytes()).hexdigest() for path in records), os.environ.get("PYTHONPATH", "")]
            return "\n".join(facts) if records else ""
    except OSError:
        return ""
    return "\n".join(facts)


def _records(name: str, prefix: Path) -> list[Path]:
    found = (path for folder in _PACKAGES for path in prefix.glob(f"{folder}/{name}-*.dist-info/RECORD"))
    return sorted(found)
