"""Scripts for the replay engine, written as a test wants to read them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PASS: Mapping[str, Any] = {"reply": {"status": "pass", "issues": [], "summary": "Nothing found."}}


def issue(file: str, line: object, evidence: str, **changes: Any) -> dict[str, Any]:
    """An error with high confidence."""
    return {
        "severity": "error",
        "confidence": "high",
        "category": "wrong-result",
        "file": file,
        "line": line,
        "message": "The result is wrong for every caller.",
        "suggestedFix": "Return the other value.",
        "evidence": evidence,
        **changes,
    }


def reply(*issues: Mapping[str, Any], status: str = "fail") -> dict[str, Any]:
    """A well-formed reply."""
    return {"reply": {"status": status, "issues": list(issues), "summary": "See the issues."}}


def write_script(folder: Path, **lenses: object) -> Path:
    """`doc_review=[...]` becomes `doc-review.json`; lenses without a script pass."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, entries in {"default": PASS, **lenses}.items():
        (folder / f"{name.replace('_', '-')}.json").write_text(json.dumps(entries), encoding="utf-8")
    return folder
