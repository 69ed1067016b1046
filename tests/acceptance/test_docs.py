"""The documentation is checked against the program."""

import re
from pathlib import Path

from orchestrator.cli.steps import STEPS
from orchestrator.errors import ExitCode
from tests.support.cli import code_review

README = Path("README.md")


def fenced_after(marker: str) -> str:
    text = README.read_text(encoding="utf-8").partition(f"<!-- {marker} -->")[2]
    found = re.search(r"```text\n(.*?)```", text, re.DOTALL)
    assert found, f"README has no block after {marker}"
    return found[1]


def test_the_readme_shows_the_help_as_it_is(tmp_path: Path) -> None:
    """After a change of flags: COLUMNS=100 code-review --help, pasted between the fences."""
    shown = code_review("--help", cwd=tmp_path, home=tmp_path, env={"COLUMNS": "100"}).out
    assert fenced_after("help").strip() == shown.strip()
    assert code_review("run", "--help", cwd=tmp_path, home=tmp_path, env={"COLUMNS": "100"}).out == shown


def test_every_exit_code_is_explained() -> None:
    text = README.read_text(encoding="utf-8")
    assert [code.name for code in ExitCode if f"| {code.value} |" not in text] == []


def test_every_step_has_a_section_and_a_script() -> None:
    page = Path("docs/steps.md").read_text(encoding="utf-8")
    assert [name for name in STEPS if f"## {name}" not in page] == []
    assert [name for name in STEPS if not Path("scripts", f"{name}.py").is_file()] == []


def test_every_reason_of_the_gate_is_explained() -> None:
    page = Path("docs/gate.md").read_text(encoding="utf-8")
    places = ("gate/decide.py", "gate/verify.py", "gate/record.py", "wiring/gate.py", "wiring/gate_terms.py")
    source = "".join(Path("orchestrator", place).read_text(encoding="utf-8") for place in places)
    rules = re.findall(r'Refusal\(\s*"([a-z-]+)"', source)
    assert len(rules) > 15
    assert [rule for rule in rules if f"`{rule}`" not in page] == []


def test_links_between_pages_lead_somewhere() -> None:
    broken = []
    for page in [README, Path("AGENTS.md"), Path("CONTRIBUTING.md"), *Path("docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            broken += [f"{page}: {target}"] * (not (page.parent / target).exists())
    assert broken == []


def test_the_product_speaks_of_itself_alone() -> None:
    forbidden = re.compile(r"/work/|/tmp/v\b|\bseed 00\d|\bissue #?\d+\b|\bstep \d+ of \d+\b", re.IGNORECASE)
    wrong = [
        str(path)
        for folder in ("orchestrator", "agents", "knowledge", "scripts", "docs")
        for path in Path(folder).rglob("*")
        if path.is_file() and path.suffix != ".pyc" and forbidden.search(path.read_text(encoding="utf-8"))
    ]
    assert wrong == []
