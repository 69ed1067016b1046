"""Whether a text can still be read by the machine that it is written for, where that is quickly told."""

import json
import tomllib
import warnings
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from types import MappingProxyType

import yaml


def breaks(path: str, before: str, after: str) -> str:
    """What is wrong with `after` where nothing was wrong with `before`; empty when it can be read, or nobody can tell."""
    check = _CHECKS.get(PurePosixPath(path).suffix.lower())
    if check is None or check(before):
        return ""
    return check(after)


def _python(text: str) -> str:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "<fix>", "exec", dont_inherit=True)
    except SyntaxError as error:
        return f"{error.msg} in line {error.lineno}"
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        return f"it cannot be compiled: {type(error).__name__}"
    return ""


def _json(text: str) -> str:
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return f"{error.msg} in line {error.lineno}"
    except (ValueError, RecursionError):
        return "it cannot be read"
    return ""


def _toml(text: str) -> str:
    try:
        tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return str(error)
    return ""


def _yaml(text: str) -> str:
    try:
        # Composed and not constructed: tags of an application are no mistake.
        for _ in yaml.compose_all(text, Loader=yaml.SafeLoader):
            pass
    except yaml.MarkedYAMLError as error:
        return f"{error.problem} in line {error.problem_mark.line + 1 if error.problem_mark else '?'}"
    except (yaml.YAMLError, RecursionError):
        return "it cannot be read"
    return ""


_CHECKS: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {".py": _python, ".pyi": _python, ".json": _json, ".toml": _toml, ".yaml": _yaml, ".yml": _yaml}
)
