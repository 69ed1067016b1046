"""A fix to be verified, with the parts a test does not care about filled in."""

from typing import Any

from orchestrator.fixloop.asking import Check
from orchestrator.fixloop.triage import FixedFile
from tests.support.values import make_lens
from tests.unit.findings.build import finding

BEFORE = 'def page(items, number, size):\n    """Items of page `number`, counted from 1."""\n    start = number * size\n    return items[start : start + size]\n'
AFTER = BEFORE.replace("number * size", "(number - 1) * size")
FINDING: dict[str, Any] = {
    "agent": "correctness-review",
    "category": "off-by-one",
    "file": "shop/paging.py",
    "line": 3,
    "message": "Page 1 starts at `size`, so the first page is never seen.",
    "suggested_fix": "start = (number - 1) * size",
    "evidence": "start = number * size",
}


def a_check(*more: FixedFile, before: str = BEFORE, after: str = AFTER, lens: str = "", **told: Any) -> Check:
    """The fix of one finding in one file, and of `more` files."""
    about = finding(**{**FINDING, **({"agent": lens} if lens else {}), **told})
    fixed = (FixedFile("shop/paging.py", before, after), *more)
    return Check(lens=make_lens(about.agent), finding=about, fixed=fixed)
