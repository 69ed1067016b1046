"""The project's gates over a real repository, without the rest of a run; stand-ins for tools that cannot be had."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anyio

from orchestrator.scope.resolve import ScopeRequest
from orchestrator.settings.model import Value
from orchestrator.system.process import ProcessDoor
from orchestrator.values.analysis import GateResult
from orchestrator.values.change import ScopeKind
from orchestrator.wiring.project import ProjectGates
from orchestrator.wiring.session import open_session
from orchestrator.wiring.targets import TargetRequest, find_targets
from tests.support.repo import Repo

ESLINT = "node_modules/.bin/eslint"


def project_results(
    repo: Repo,
    given: Mapping[str, Value] | None = None,
    *,
    kind: ScopeKind = ScopeKind.SINCE,
    environ: Mapping[str, str] | None = None,
) -> dict[str, GateResult]:
    """Results of the gates lint and type-check by name; `{"checks__lint": "x"}` sets `checks.lint`."""
    since = "main" if kind is ScopeKind.SINCE else ""
    settings = {key.replace("__", "."): value for key, value in (given or {}).items()}
    session = open_session(repo.top, settings, since=since, whole_files=not kind.has_diff)
    scope = ScopeRequest(kind=kind, since=since, cwd=repo.top)
    resolved = find_targets(TargetRequest(scope), session.git, lambda _: True)
    gates = ProjectGates(session, resolved, ProcessDoor(), environ or {})

    async def main() -> list[GateResult]:
        return [await gate() for gate in gates.first]

    return {result.name: result for result in anyio.run(main)}


def program(place: Path, body: str) -> Path:
    """An executable shell script."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    place.chmod(0o755)
    return place


def eslint_says(repo: Repo, *results: Mapping[str, Any], code: int = 1) -> Path:
    """A `node_modules/.bin/eslint` that answers with `results`, in the form recorded from eslint 9, and notes its words."""
    answer = [
        {"messages": [], "suppressedMessages": [], **one, "filePath": str(repo.top / one["file"])} for one in results
    ]
    folder = repo.top / "node_modules"
    folder.mkdir(exist_ok=True)
    (folder / "answer.json").write_text(json.dumps(answer), encoding="utf-8")
    body = f'printf "%s\\n" "$@" > "{folder}/words"\ncat "{folder}/answer.json"\nexit {code}'
    return program(repo.top / ESLINT, body)


def eslint_words(repo: Repo) -> list[str]:
    """What the stand-in was last called with."""
    return (repo.top / "node_modules/words").read_text(encoding="utf-8").splitlines()


def message(line: int, rule: str | None = "no-var", **more: Any) -> dict[str, Any]:
    """One message as eslint 9 prints it."""
    text = "Unexpected var, use let or const instead."
    return {"ruleId": rule, "severity": 2, "message": text, "line": line, "column": 1, "endLine": line, **more}
