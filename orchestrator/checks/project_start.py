"""Starting a command of the project: where its program lies, what it is given, and what a failed start means."""

import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from orchestrator.checks.executables import find_tool, tool_environment
from orchestrator.checks.project_folders import upwards
from orchestrator.checks.project_model import Job, NotCheckedError, NotStartedError
from orchestrator.seams import Finished

NODE_MODULES = "node_modules"
_NODE_PROGRAMS = (f"{NODE_MODULES}/.bin",)
_PYTHON_PROGRAMS = (".venv/bin", "venv/bin")
_NO_SUCH_PROGRAM = frozenset({126, 127})


def node_program(job: Job, name: str) -> str:
    """The project's own program, else the one on the PATH. Raises NotStartedError."""
    return _program(job, name, _NODE_PROGRAMS, f"npm install --save-dev {name}")


def python_program(job: Job, name: str) -> str:
    """The program of the project's environment, else of the PATH, else of this installation. Raises NotStartedError."""
    return _program(job, name, _PYTHON_PROGRAMS, f"pip install {name}")


def python_interpreter(job: Job) -> str:
    """The interpreter that has the project's packages; empty when nothing points to one."""
    active = os.environ.get("VIRTUAL_ENV")
    folders = [*_places(job, _PYTHON_PROGRAMS)] + ([Path(active) / "bin"] if active else [])
    return next((str(folder / "python") for folder in folders if (folder / "python").exists()), "")


def any_program(job: Job, name: str) -> str:
    """The program that a command line names: where it runs when it has a slash, else on the PATH. Raises NotStartedError."""
    found = shutil.which(job.place / name) if "/" in name else shutil.which(name)
    if found is None:
        raise NotStartedError(f"{name} is not installed")
    return found


def need_node_modules(job: Job) -> None:
    """Raises NotStartedError when the project's packages were never installed, neither for it nor above."""
    if not any(place.exists() for place in _places(job, (NODE_MODULES, ".pnp.cjs"))):
        raise NotStartedError("the project's packages are not installed (no node_modules)")


async def start(
    job: Job, argv: Sequence[str], *, cwd: Path | None = None, extra: Mapping[str, str] | None = None
) -> Finished:
    """Runs `argv` to its end, in the folder of the job unless told otherwise. Raises NotCheckedError when it hung, was killed or did not find a program of its own."""
    environment = tool_environment({"NO_COLOR": "1", **(extra or {})})
    environment.pop("FORCE_COLOR", None)
    try:
        done = await job.process.run(argv, cwd=cwd or job.place, env=environment, seconds=job.seconds)
    except TimeoutError as error:
        raise NotCheckedError(f"stopped after {job.seconds:g} s") from error
    except FileNotFoundError as error:
        raise NotStartedError(f"{argv[0]} cannot be started") from error
    except OSError as error:
        raise NotCheckedError(f"could not be started: {error.strerror or error}") from error
    if done.code < 0:
        raise NotCheckedError(f"ended by signal {-done.code}")
    if done.code in _NO_SUCH_PROGRAM:
        raise NotCheckedError(f"exit {done.code}: it did not find a program that it starts")
    return done


def _places(job: Job, names: Sequence[str]) -> Iterator[Path]:
    """`names` in the folder of the job and in those above it, the nearest first."""
    return (job.top / folder / name for folder in upwards(job.folder) for name in names)


def _program(job: Job, name: str, places: Sequence[str], hint: str) -> str:
    local = (shutil.which(name, path=str(place)) for place in _places(job, places))
    found = next(filter(None, local), None) or shutil.which(name) or find_tool(name)
    if found is None:
        raise NotStartedError(f"{name} is not installed; {hint}")
    return found
