"""Calls and parameters in languages with braces, read without a parser."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from orchestrator.engines.offline.detectors.brace_functions import bracket_pairs, split_arguments

_NAME = re.compile(
    r"(?:final\s+)?(?:(?:public|private|protected|readonly)\s+)*(?P<rest>\.\.\.)?\s*(?P<name>[A-Za-z_$][\w$]*)"
)


@dataclass(frozen=True, slots=True)
class BraceCall:
    """A call on `line` with its number of arguments; `open` when that number is decided at run time."""

    line: int
    count: int
    open: bool


@dataclass(frozen=True, slots=True)
class Parameters:
    """Names in order, how many a caller must pass, and whether there is no upper limit."""

    names: tuple[str, ...]
    least: int
    endless: bool

    def fits(self, call: BraceCall) -> bool:
        """True when the number of arguments is one this function takes."""
        return call.count >= self.least and (self.endless or call.count <= len(self.names))


def calls_in(code: str, callee: re.Pattern[str]) -> Iterator[BraceCall]:
    """Calls in masked `code` whose name `callee` matches right before the opening bracket."""
    starts = list(re.finditer(rf"{callee.pattern}\s*(?=\()", code))
    pairs = bracket_pairs(code) if starts else {}
    for found in starts:
        close = pairs.get(found.end())
        if close is None:
            continue
        arguments = split_arguments(code[found.end() + 1 : close])
        spread = any("..." in argument for argument in arguments)
        only_call = len(arguments) == 1 and arguments[0].endswith(")")
        yield BraceCall(code.count("\n", 0, found.start()) + 1, len(arguments), spread or only_call)


def script_parameters(params: tuple[str, ...]) -> Parameters:
    """Parameters of a script's function: those with a default or a `?` may be left out."""
    found = [_NAME.match(param) for param in params]
    names = tuple(match["name"] if match else param for match, param in zip(found, params, strict=True))
    must = [
        index
        for index, param in enumerate(params)
        if "=" not in re.sub(r"=>", "", param) and not re.match(r"[\w$]+\s*\?", param) and not param.startswith("...")
    ]
    endless = any(param.startswith("...") for param in params)
    return Parameters(names, must[-1] + 1 if must else 0, endless)


def typed_parameters(params: tuple[str, ...], *, name_last: bool) -> Parameters:
    """Parameters of Go (`name type`) or Java (`type name`): all must be passed, but for a variadic last one."""
    words = [re.findall(r"[A-Za-z_]\w*", param) for param in params]
    names = tuple((found[-1] if name_last else found[0]) if found else "" for found in words)
    endless = bool(params) and "..." in params[-1]
    return Parameters(names, len(names) - endless, endless)


def exchanged(old: Parameters, new: Parameters, count: int) -> tuple[str, str] | None:
    """Old and new name of the first position, among the `count` filled ones, that now belongs to another known name."""
    for before, after in zip(old.names[:count], new.names, strict=False):
        if before != after and (after in old.names or before in new.names):
            return before, after
    return None
