"""Whether a Python call fits a signature."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Call:
    """A call: `callee` as it is written (empty where it is computed), `count` arguments by position, `keywords` (empty for `**`);
    `unpacks` for `*`, `owner` the class whose method calls itself or a sibling on `self`."""

    line: int
    callee: str
    count: int
    keywords: tuple[str, ...]
    unpacks: bool
    owner: str


@dataclass(frozen=True, slots=True)
class Signature:
    """What a caller may pass. `positional` are the names that can be filled by position, `required` those of them without a default."""

    only_positional: tuple[str, ...]
    positional: tuple[str, ...]
    keywords: tuple[str, ...]
    required: frozenset[str]
    any_positional: bool
    any_keyword: bool


def signature_of(arguments: ast.arguments, *, bound: bool) -> Signature:
    """The signature behind `arguments`; `bound` leaves out the first, which the instance or the class fills."""
    before = [argument.arg for argument in arguments.posonlyargs]
    names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    required = set(names[: len(names) - len(arguments.defaults)])
    keywords = [argument.arg for argument in arguments.kwonlyargs]
    defaults = zip(keywords, arguments.kw_defaults, strict=True)
    required |= {name for name, default in defaults if default is None}
    if bound and names:
        required.discard(names[0])
        names, before = names[1:], before[1:]
    return Signature(
        tuple(before),
        tuple(names),
        tuple(keywords),
        frozenset(required),
        arguments.vararg is not None,
        arguments.kwarg is not None,
    )


def misfit(call: Call, signature: Signature) -> str:
    """Why `call` raises TypeError, in words; empty when it fits or unpacks something that decides at run time."""
    if call.unpacks or "" in call.keywords:
        return ""
    names, count = call.keywords, call.count
    if count > len(signature.positional) and not signature.any_positional:
        return f"passes {count} arguments by position where {_most(signature)} fit"
    filled = set(signature.positional[:count])
    allowed = {*signature.positional, *signature.keywords} - {*signature.only_positional}
    unknown = [name for name in names if name not in allowed and not signature.any_keyword]
    if unknown:
        return f"passes {unknown[0]}=, which no longer exists"
    twice = [name for name in names if name in filled]
    if twice:
        return f"passes {twice[0]} twice, by position and by name"
    missing = [name for name in _in_order(signature) if name in signature.required - filled - set(names)]
    return f"passes no {missing[0]}" if missing else ""


def swapped(old: Signature, new: Signature, call: Call) -> tuple[str, str] | None:
    """Two names that stand where the other stood, both filled by position in `call`."""
    if call.unpacks:
        return None
    count = call.count
    before, after = old.positional[:count], new.positional[:count]
    if sorted(before) != sorted(after):
        return None
    return next(((one, other) for one, other in zip(before, after, strict=True) if one != other), None)


def _most(signature: Signature) -> str:
    return str(len(signature.positional)) if signature.positional else "none"


def _in_order(signature: Signature) -> Sequence[str]:
    return (*signature.positional, *signature.keywords)
