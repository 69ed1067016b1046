"""Small rule packs for these tests, and a stand-in for the door to other programs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from orchestrator.checks.rules import RulePack
from orchestrator.seams import Finished

RULES = """
rules:
  - id: py-eval
    languages: [python]
    severity: ERROR
    message: eval of $X runs whatever it is given
    pattern: eval($X)
    metadata:
      {lens: security-review, category: A03.code-injection, confidence: high, severity: error, fix: Parse it., gate: true}
  - id: js-loose
    languages: [javascript, typescript]
    severity: WARNING
    message: loose comparison
    pattern: $A == $B
    metadata: {lens: correctness-review, category: comparison, confidence: medium, severity: suggestion, fix: Use ===.}
"""
RUFF = """
B006: {lens: correctness-review, category: mutable-default, severity: warning, confidence: high, message: Shared., fix: Use None.}
F401: {lens: structure-review, category: unused-import, severity: suggestion, confidence: high, message: Dead., fix: Drop it.}
"""


def load_pack(folder: Path, **more: str) -> RulePack:
    """The two packs above, and `more` rule files, written to `folder`."""
    folder.mkdir(exist_ok=True)
    for name, text in {"rules": RULES, "ruff": RUFF, **more}.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return RulePack.load(folder)


def write_tree(root: Path, **files: str) -> Path:
    """Files below `root`; `__` in a name is a dot."""
    root.mkdir(exist_ok=True)
    for name, text in files.items():
        (root / name.replace("__", ".")).write_text(text, encoding="utf-8")
    return root


@dataclass
class ScriptedProcess:
    """seams.Process that answers from a list (the last one again and again) and remembers what it was asked to start."""

    answers: Sequence[Finished | OSError]
    argv: list[tuple[str, ...]] = field(default_factory=list)
    environments: list[Mapping[str, str]] = field(default_factory=list)
    configurations: list[str] = field(default_factory=list)

    async def run(
        self,
        argv: Sequence[str],
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        stdin: bytes = b"",
        seconds: float,
    ) -> Finished:
        self.argv.append(tuple(argv))
        self.environments.append(env or {})
        assert cwd is not None, "a tool never starts in the folder of whoever called"
        assert (stdin, seconds > 0) == (b"", True)
        self.configurations += _configuration(argv)
        answer = self.answers[min(len(self.argv), len(self.answers)) - 1]
        if isinstance(answer, OSError):
            raise answer
        return answer


def _configuration(argv: Sequence[str]) -> list[str]:
    """The text of the file behind `--config`, which is gone once the tool has ended."""
    named = [Path(after) for option, after in pairwise(argv) if option == "--config"]
    return [path.read_text(encoding="utf-8") for path in named if path.is_file()]
