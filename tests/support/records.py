"""Review records in real repositories: a shop, what a reviewer found in it, and the record of that."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.support.cli import Ran, code_review
from tests.support.replay import issue, reply, write_script
from tests.support.repo import Repo

FOLDER = "_codev/changes"
BEFORE = "def total(items):\n    return sum(items)\n"
AFTER = "def total(items):\n    return max(items)\n"
ID = "R-correctness-review-1"
WRONG = issue("shop.py", 2, "return max(items)", message="The total is the largest item.")
RECORD = f"""# Review record

<!-- review-format: 1 -->

## code.review

Mode: isolated.

### correctness-review

#### {ID} The total is the largest item

```yaml
severity: high
confidence: high
location: "shop.py:2"
evidence: |
  return max(items)
recommendation: Use sum.
history:
  - status: open
    by: correctness-review
```
"""
FIXED = "  - status: fixed\n    by: developer\n    ref: 1a2b3c4\n"
RISK = "  - status: accepted-risk\n    by: human:Ada\n    justification: Only one item is ever sold.\n"


def answered(*entries: str, record: str = RECORD) -> str:
    """`record` with `entries` at the end of its one history."""
    return record.replace("    by: correctness-review\n", "    by: correctness-review\n" + "".join(entries))


def shop(path: Path, *, settings: str = "", after: str = AFTER) -> Repo:
    """A repository whose branch `feature` breaks a function, not yet committed."""
    repo = Repo.create(path)
    repo.write("shop.py", BEFORE)
    if settings:
        repo.write(".code-review/config.yaml", settings)
    repo.commit("begin")
    repo.branch("feature")
    repo.write("shop.py", after)
    return repo


def record_path(repo: Repo, change: str = "add-totals", folder: str = FOLDER) -> Path:
    """Where the record of `change` lies."""
    return repo.top / folder / change / "review.md"


def write_record(repo: Repo, text: str = RECORD, change: str = "add-totals") -> Path:
    """Writes a record by hand."""
    return repo.write(f"{FOLDER}/{change}/review.md", text)


def record(repo: Repo, *words: str, env: Mapping[str, str] | None = None) -> Ran:
    """`code-review record <words>` in the repository."""
    return code_review("record", *words, cwd=repo.top, home=repo.home, env=env)


def start(repo: Repo, *words: str, change: str = "add-totals", **lenses: object) -> Ran:
    """A cheap review of two lenses into the record; `lenses` are scripts as `write_script` takes them."""
    scripts = write_script(repo.home / "replies", **lenses)
    flags = ("--engine", "replay", "--replay-dir", str(scripts), "--no-static-analysis")
    agents = ("--agent", "correctness-review", "--agent", "security-review")
    return record(repo, "start", "--change", change, *flags, *agents, *words)


def found(*issues: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A script in which a lens answers every time with `issues`, or that there is nothing."""
    return [reply(*issues)] if issues else [{"reply": {"status": "pass", "issues": [], "summary": "Nothing found."}}]


def saved(repo: Repo, report: Mapping[str, Any]) -> Path:
    """A report in a file outside of the repository."""
    path = repo.home / "report.json"
    path.write_text(json.dumps(report), encoding="utf-8")
    return path
