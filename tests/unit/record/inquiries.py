"""An inquiry about a recorded finding, with the parts a test does not care about filled in."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from orchestrator.record.asking import Inquiry, Matter
from orchestrator.record.location import Place
from tests.support.values import make_lens
from tests.unit.record.build import DISPUTED, FIXED, recorded

PATH = "src/auth/session.rs"
TEXT = """use db::Connection;

pub fn lookup(db: &Connection, token: &str) -> Option<Session> {
    if token.is_empty() {
        return None;
    }
    // One row at most.
    let query = "SELECT * FROM sessions WHERE token = ?1";
    db.query_one(query, &[token])
}
"""
ANSWERS = {Matter.FIX: (FIXED,), Matter.DISPUTE: (DISPUTED,), Matter.CHALLENGE: ()}


def inquiry(matter: Matter = Matter.FIX, *, texts: Mapping[str, str] | None = None, **changes: Any) -> Inquiry:
    """About the finding `R-security-1` in `src/auth/session.rs:8`."""
    given: dict[str, Any] = {
        "matter": matter,
        "lens": make_lens("skeptic-review" if matter is Matter.CHALLENGE else "security"),
        "finding": recorded(*ANSWERS[matter]),
        "place": Place(PATH, 8, 8),
        "texts": MappingProxyType({PATH: TEXT} if texts is None else dict(texts)),
    }
    return Inquiry(**{**given, **changes})
