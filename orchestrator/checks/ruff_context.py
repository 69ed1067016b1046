"""What the code around a result of ruff says against it: `unless` of a mapped code, tried on a few lines."""

from collections.abc import Sequence

from orchestrator.checks.rule_model import RuffRule

_MOST_LINES = 8


def is_refuted(rule: RuffRule, said: str, source: Sequence[str], line: int, end: int) -> bool:
    """True when `unless` of the rule matches ruff's message, the reported lines or the head of the block they stand in."""
    if rule.unless is None:
        return False
    own = source[line - 1 : min(end, line + _MOST_LINES)]
    return rule.unless.search("\n".join((said, *own, *_head(source, line)))) is not None


def _head(source: Sequence[str], line: int) -> Sequence[str]:
    """The lines that open the block around `line`: the nearest above that is indented less, whole where it spans several."""
    depth = _depth(source[line - 1])
    for at in range(line - 2, -1, -1):
        if source[at].strip() and _depth(source[at]) < depth:
            return source[_start(source, at) : at + 1]
    return ()


def _start(source: Sequence[str], at: int) -> int:
    """Where the statement begins that ends on the line `at` with nothing but closed brackets."""
    if not source[at].lstrip().startswith((")", "]", "}")):
        return at
    depth = _depth(source[at])
    above = range(at - 1, max(-1, at - 1 - _MOST_LINES), -1)
    return next((number for number in above if source[number].strip() and _depth(source[number]) <= depth), at)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
