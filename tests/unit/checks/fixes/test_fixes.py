"""What tools mend by themselves: real ruff and semgrep, eslint as recorded."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anyio

from orchestrator.checks.fixes.eslint import EslintFixer
from orchestrator.checks.fixes.offers import Mechanical, MechanicalFixer, offset
from orchestrator.checks.fixes.ruff import RuffFixer
from orchestrator.checks.fixes.semgrep import SemgrepFixer
from orchestrator.checks.rules import RulePack
from orchestrator.checks.tools.in_place import WorkTreePlace
from orchestrator.fixloop.rules import judge
from orchestrator.seams import Finished
from orchestrator.system.data import data_dir
from orchestrator.system.process import ProcessDoor
from orchestrator.values.finding import Finding
from orchestrator.values.fix import Applied
from tests.support.trees import MemoryTree
from tests.unit.checks.fake_tools import printing, script
from tests.unit.checks.packs import ScriptedProcess
from tests.unit.findings.build import finding
from tests.unit.fixloop.proposals import ground

PACK = RulePack.load(data_dir("knowledge") / "rules")
PYTHON = (
    'import os\r\nimport re, sys\r\n\r\nNAME = "é" is sys\r\nprint(sys, NAME)\r\n\r\n\r\ndef f():\r\n    import os\r\n'
)
JAVASCRIPT = 'const a = "é→"; const b = [a].map(parseInt);\nexport default b;\n'


def about(rule: str, **changes: Any) -> Finding:
    """A finding as a lens reports it: it names lens and category, not the rule."""
    known = PACK.ruff.get(rule) or PACK.semgrep[rule]
    return finding(**({"agent": known.lens, "category": known.category} | changes))


def asked(fixer: MechanicalFixer, findings: list[Finding], files: Mapping[str, str | bytes]) -> Mechanical:
    return anyio.run(fixer.propose, findings, MemoryTree(files))


def applied(made: Mechanical, files: Mapping[str, str | bytes]) -> list[dict[str, str]]:
    """What each proposal makes of its files by itself; every one must pass the judge."""
    texts = []
    for one in made.proposals:
        result = judge(one, ground(files))
        assert isinstance(result, Applied), result
        texts.append({path: data.decode() for path, data in result.files.items()})
    return texts


def test_ruff_mends_what_it_calls_safe_on_the_line_of_the_finding() -> None:
    files = {"a.py": PYTHON, "pkg/__init__.py": "from a import NAME\n", "b.py": "x = 1\nif x == None:\n    x = 2\n"}
    unused = {"rule": "F401", "file": "a.py"}
    wanted = [
        finding(**unused, line=1),
        finding(**unused, line=2),
        about("F632", file="a.py", line=4, message="one"),
        about("F632", file="a.py", line=4, message="the same defect, told by somebody else"),
        about("F632", file="a.py", line=5),
        about("F632", file="a.py", line=4, agent="doc-review"),
        finding(rule="F401", file="pkg/__init__.py", line=1),
        finding(rule="F401", file="gone.py", line=1),
        finding(rule="py-eval", file="a.py", line=1),
        finding(rule="E711", file="b.py", line=2),
    ]
    made = asked(RuffFixer(ProcessDoor(), PACK), wanted, files)
    assert (made.problem, [one.fixer for one in made.proposals]) == ("", ["ruff"] * 3)
    assert [len(one.findings) for one in made.proposals] == [1, 1, 2]
    assert made.proposals[0].note == "Remove unused import: `os`"
    assert applied(made, files) == [
        {"a.py": PYTHON.replace("import os\r\nimport re", "import re", 1)},
        {"a.py": PYTHON.replace("import re, sys", "import sys")},
        {"a.py": PYTHON.replace(" is sys", " == sys")},
    ]


def test_ruff_is_not_asked_for_nothing_and_its_absence_is_said() -> None:
    files = {"a.py": PYTHON}
    nothing = RuffFixer(ScriptedProcess([]), PACK)
    assert asked(nothing, [finding(file="a.py"), finding(file="a.go")], files) == Mechanical()
    lacking = RuffFixer(ScriptedProcess([]), PACK, find=lambda _: None)
    assert asked(lacking, [about("F632", file="a.py", line=4)], files).problem == "ruff is not installed"
    for answer, said in ((Finished(2, b"", b"boom"), "exit 2: boom"), (OSError("no"), "could not be started: no")):
        broken = RuffFixer(ScriptedProcess([answer]), PACK, find=lambda name: name)
        assert said in asked(broken, [about("F632", file="a.py", line=4)], files).problem


def test_two_offers_on_one_line_need_a_finding_that_says_which() -> None:
    files = {"a.py": "import os; import re\nx = 1\n"}
    vague = finding(rule="F401", file="a.py", line=1, message="unused")
    clear = finding(rule="F401", file="a.py", line=1, message="`re` imported but unused. Dead.")
    made = asked(RuffFixer(ProcessDoor(), PACK), [vague, clear], files)
    assert [one.findings for one in made.proposals] == [(clear,)]
    assert applied(made, files) == [{"a.py": "import os; \nx = 1\n"}]


def test_semgrep_mends_by_the_fix_of_a_rule() -> None:
    java = (
        "import java.math.BigDecimal;\nclass A {\n  boolean f(BigDecimal a, BigDecimal b) { return !a.equals(b); }\n}\n"
    )
    files = {"a.js": JAVASCRIPT, "A.java": java}
    wanted = [
        about("js-map-parseint", file="a.js", line=1),
        about("js-map-parseint", file="a.js", line=2),
        finding(file="A.java", line=3, rule="java-decimal-equals"),
        about("js-compare-to-nan", file="a.js", line=1),
    ]
    made = asked(SemgrepFixer(ProcessDoor(), PACK), wanted, files)
    assert (made.problem, [one.fixer for one in made.proposals]) == ("", ["semgrep"] * 2)
    assert made.proposals[0].note == "fix of js-map-parseint"
    assert applied(made, files) == [
        {"a.js": JAVASCRIPT.replace("map(parseInt)", "map((text) => parseInt(text, 10))")},
        {"A.java": java.replace("!a.equals(b)", "!(a.compareTo(b) == 0)")},
    ]


def test_semgrep_is_not_started_where_no_rule_carries_a_fix() -> None:
    unasked = SemgrepFixer(ScriptedProcess([]), PACK)
    assert asked(unasked, [about("js-compare-to-nan", file="a.js", line=1)], {"a.js": JAVASCRIPT}) == Mechanical()
    wanted = [about("js-map-parseint", file="a.js", line=1)]
    lacking = SemgrepFixer(ScriptedProcess([]), PACK, find=lambda _: None)
    assert asked(lacking, wanted, {"a.js": JAVASCRIPT}).problem == "semgrep is not installed"
    broken = SemgrepFixer(ScriptedProcess([Finished(2, b"", b"boom")]), PACK, find=lambda name: name)
    assert asked(broken, wanted, {"a.js": JAVASCRIPT}).problem == "semgrep failed with exit 2: boom"


SCRIPT = "\ufeffvar a = '\U0001f600';\r\nif (!!a) {}\r\nvar c = 1;\r\n"


def _eslint(tmp_path: Path, *messages: dict[str, Any]) -> EslintFixer:
    top = (tmp_path / "project").resolve()
    (top / "node_modules").mkdir(parents=True)
    case = tmp_path / "out.json"
    case.write_text(json.dumps([{"filePath": str(top / "a.js"), "messages": messages}]), encoding="utf-8")
    script(top / "node_modules/.bin", "eslint", printing(case, 1))
    return EslintFixer(ProcessDoor(), WorkTreePlace(top))


def test_eslint_mends_by_its_ranges_in_units_of_its_own(tmp_path: Path) -> None:
    fix = {"range": [19, 22], "text": "a"}
    fixer = _eslint(
        tmp_path,
        {"ruleId": "no-extra-boolean-cast", "line": 2, "endLine": 2, "message": "Redundant.", "fix": fix},
        {"ruleId": "no-var", "line": 3, "message": "No var.", "fix": {"range": [900, 901], "text": "let"}},
        {"ruleId": "prefer-const", "line": 3, "message": "Const."},
    )
    rules = (("no-extra-boolean-cast", 2), ("no-var", 3), ("prefer-const", 3), ("", 2))
    wanted = [finding(file="a.js", line=line, rule=rule) for rule, line in rules]
    made = asked(fixer, wanted, {"a.js": SCRIPT})
    assert (made.problem, [one.findings for one in made.proposals]) == ("", [(wanted[0],)])
    assert applied(made, {"a.js": SCRIPT}) == [{"a.js": SCRIPT.replace("!!a", "a")}]


def test_eslint_stays_away_where_the_code_of_the_project_may_not_run(tmp_path: Path) -> None:
    wanted = [finding(file="a.js", line=1, rule="no-var")]
    fixer = EslintFixer(ScriptedProcess([]), WorkTreePlace(None, "not in CI"))
    assert asked(fixer, wanted, {"a.js": SCRIPT}).problem == "not in CI"
    assert asked(fixer, [finding(file="a.js")], {"a.js": SCRIPT}).problem == ""
    (tmp_path / "empty").mkdir()
    lacking = EslintFixer(ScriptedProcess([]), WorkTreePlace(tmp_path / "empty"))
    assert asked(lacking, wanted, {"a.js": SCRIPT}).problem == "eslint is not installed in the project"
    assert asked(lacking, wanted, {"a.js": b"\xff\x00"}).problem == ""


def test_places_are_counted_from_one() -> None:
    assert [offset("ab\nc\n", *place) for place in ((1, 1), (1, 3), (2, 2), (3, 1), (4, 1))] == [0, 2, 4, 5, 5]
    assert [offset("ab\nc\n", *place) for place in ((0, 1), (1, 4), (1, 0), (9, 1))] == [None] * 4
