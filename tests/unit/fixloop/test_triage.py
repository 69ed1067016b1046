"""Which fixes a program may judge; every row of the second table is a way of being wrong."""

from typing import Any

import pytest

from orchestrator.fixloop.imports import bindings
from orchestrator.fixloop.tokens import any_quoted, places, substitution
from orchestrator.fixloop.triage import Closed, FixedFile, NeedsReview, triage
from tests.unit.findings.build import finding

CODE = "import os\nimport sys\n\n\ndef f(rows):\n    # stale words\n    tmp = sum(rows)  \n    return tmp\n"
RENAME: dict[str, Any] = {
    "agent": "naming-review",
    "file": "a.py",
    "line": 7,
    "message": "`tmp` says nothing.",
    "evidence": "tmp = sum(rows)",
    "suggested_fix": "Rename `tmp` to `total_cents`.",
}
IMPORT = RENAME | {
    "agent": "structure-review",
    "line": 1,
    "message": "The import `os` is never used.",
    "evidence": "import os",
    "suggested_fix": "Remove it.",
}
COMMENT = RENAME | {
    "agent": "doc-review",
    "line": 6,
    "message": "The comment is from before the change.",
    "evidence": "# stale words",
    "suggested_fix": "Remove the outdated comment.",
}
SPACE = RENAME | {"message": "White space at the end.", "suggested_fix": "Remove the trailing whitespace."}
RENAMED = CODE.replace("tmp", "total_cents")
WITHOUT_OS = CODE.replace("import os\n", "")
WITHOUT_COMMENT = CODE.replace("    # stale words\n", "")
TRIMMED = CODE.replace("(rows)  ", "(rows)")


def judge(
    told: dict[str, Any],
    before: str = CODE,
    after: str = "",
    path: str = "a.py",
    elsewhere: str = "",
    clean: bool = True,
) -> Closed | NeedsReview:
    fixed = [FixedFile(path, before, after)]
    return triage(
        finding(**(told | {"file": path})),
        fixed,
        lambda name: name in elsewhere.split(),
        lint_passed=clean,
        tests_passed=True,
    )


SCRIPT = 'import React, { useState, type FC } from "react";\nexport const App: FC = () => React.one;\n'
CLOSED: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (RENAME, {"after": RENAMED}),
    (RENAME | {"suggested_fix": "rename the variable tmp to total_cents everywhere"}, {"after": RENAMED}),
    (RENAME | {"suggested_fix": "Rename it to `total_cents`."}, {"after": RENAMED}),
    (RENAME | {"suggested_fix": "Rename the variable to 'total_cents'"}, {"after": RENAMED}),
    (
        RENAME,
        {"before": "x\n" * 5 + "a\ntmp = tmp2 + tmp\n", "after": "x\n" * 5 + "a\ntotal_cents = tmp2 + total_cents\n"},
    ),
    (IMPORT, {"after": WITHOUT_OS}),
    (IMPORT | {"suggested_fix": "Remove the unused import `os`."}, {"after": WITHOUT_OS}),
    (IMPORT | {"suggested_fix": "Delete `import os`"}, {"after": WITHOUT_OS}),
    (IMPORT, {"before": "import os, sys  # both\nsys.x\n", "after": "import sys\nsys.x\n"}),
    (IMPORT, {"before": "import os\n\n1\n", "after": "1\n"}),
    (
        IMPORT | {"message": "The import `useState` is unused.", "evidence": "useState"},
        {"before": SCRIPT, "after": SCRIPT.replace(" useState,", ""), "path": "app.tsx"},
    ),
    (
        IMPORT | {"message": "Unused import of List.", "evidence": "import java.util.List;"},
        {"before": "import java.util.List;\nclass A {}\n", "after": "class A {}\n", "path": "A.java"},
    ),
    (
        IMPORT | {"message": "Unused import of Map.", "evidence": "use std::HashMap as Map;"},
        {"before": "use std::HashMap as Map;\nfn a() {}\n", "after": "fn a() {}\n", "path": "a.rs"},
    ),
    (COMMENT, {"after": WITHOUT_COMMENT}),
    (SPACE, {"after": TRIMMED}),
]


@pytest.mark.parametrize(("told", "fix"), CLOSED)
def test_a_mechanical_fix_as_proposed_is_closed(told: dict[str, Any], fix: dict[str, Any]) -> None:
    assert isinstance(judge(told, **fix), Closed)


OPEN: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    # Conditions of the whole step.
    (RENAME, {"after": RENAMED, "clean": False}, "run clean"),
    (RENAME | {"agent": "security-review"}, {"after": RENAMED}, "never settled"),
    (RENAME | {"agent": "correctness-review"}, {"after": RENAMED}, "never settled"),
    (RENAME, {"after": CODE}, "something else"),
    (RENAME, {"after": CODE.replace("sum", "max") + "\n"}, "no mechanical edit"),
    (RENAME, {"after": CODE.replace("sum(rows)", "sum(row for row in rows)")}, "no mechanical edit"),
    # Renames.
    (RENAME, {"after": RENAMED.replace("total_cents", "total")}, "word by word"),
    (RENAME | {"suggested_fix": "Rename `tmp` to `total_cents` and split the function."}, {"after": RENAMED}, "word by word"),
    (RENAME | {"suggested_fix": "Do not rename `tmp` to `total_cents`."}, {"after": RENAMED}, "word by word"),
    (RENAME | {"suggested_fix": "Rename `rows` to `total_cents`."}, {"after": RENAMED}, "word by word"),
    (
        RENAME | {"message": "`rows` says nothing.", "suggested_fix": "Rename it to `total_cents`."},
        {"after": RENAMED},
        "word by word",
    ),
    (RENAME | {"evidence": "sum(rows)"}, {"after": RENAMED}, "word by word"),
    (RENAME | {"line": 2}, {"after": RENAMED}, "not on the line"),
    (RENAME | {"line": 900}, {"after": RENAMED}, "not on the line"),
    (RENAME, {"after": CODE.replace("tmp =", "total_cents =")}, "still mentioned"),
    (RENAME, {"after": RENAMED, "elsewhere": "tmp"}, "still mentioned"),
    (RENAME, {"after": RENAMED, "elsewhere": "total_cents"}, "may now share it"),
    (RENAME, {"before": CODE + "total_cents = 1\n", "after": RENAMED + "total_cents = 1\n"}, "may now share it"),
    (RENAME, {"before": CODE + "tmp2 = 1\n", "after": RENAMED + "total_cents2 = 1\n"}, "several names|no mechanical|word"),
    (RENAME, {"before": CODE + "x = 'tmp'\n", "after": RENAMED + "x = 'total_cents'\n"}, "of a string"),
    (RENAME, {"before": CODE + 'x = """\ntmp"""\n', "after": RENAMED + 'x = """\ntotal_cents"""\n'}, "of a string"),
    (RENAME, {"before": CODE + "a-tmp\n", "after": RENAMED + "a-total_cents\n"}, "longer name"),
    # Imports.
    (IMPORT, {"before": CODE + "os.sep\n", "after": WITHOUT_OS + "os.sep\n"}, "os is still mentioned"),
    (IMPORT, {"before": CODE + "__all__ = ['os']\n", "after": WITHOUT_OS + "__all__ = ['os']\n"}, "still mentioned"),
    (IMPORT, {"after": CODE.replace("import sys\n", "")}, "not the one in question"),
    (IMPORT, {"before": "import os, sys\n1\n", "after": "import os\n1\n"}, "not the one in question"),
    (IMPORT | {"message": "The imports os and sys are unused."}, {"after": WITHOUT_OS}, "not the one in question"),
    (IMPORT | {"message": "The imports `os` and `re` are unused."}, {"after": WITHOUT_OS}, "not the one in question"),
    (IMPORT | {"message": "The import is unused."}, {"after": WITHOUT_OS}, "not the one in question"),
    (IMPORT | {"suggested_fix": "Remove the function."}, {"after": WITHOUT_OS}, "not the one in question"),
    (IMPORT | {"suggested_fix": "Move it into the function."}, {"after": WITHOUT_OS}, "word by word"),
    (IMPORT | {"message": "Importing `os` here is a wrong layer."}, {"after": WITHOUT_OS}, "word by word"),
    (IMPORT | {"line": 90}, {"after": WITHOUT_OS}, "not the one in question"),
    (IMPORT, {"after": WITHOUT_OS, "path": "pkg/__init__.py"}, "may import the name from here"),
    (IMPORT, {"before": "from a import os\n1\n", "after": "from b import os\n1\n"}, "word by word"),
    (IMPORT, {"before": "import os, sys\n1\n", "after": "import sys, re\n1\n"}, "not only taken out"),
    (IMPORT, {"before": "from x import *\n1\n", "after": "1\n"}, "no mechanical edit"),
    (IMPORT, {"before": 'import "./os";\n1\n', "after": "1\n", "path": "a.ts"}, "no mechanical edit"),
    (IMPORT, {"before": "#include <os>\n1\n", "after": "1\n", "path": "a.c"}, "no mechanical edit"),
    (IMPORT, {"before": "import os\nx = 1\n", "after": ""}, "no mechanical edit"),
    # Comments and white space.
    (COMMENT | {"suggested_fix": "Say what the sum is."}, {"after": WITHOUT_COMMENT}, "takes a reader"),
    (COMMENT, {"after": CODE.replace("stale words", "fresh words")}, "word by word"),
    (COMMENT, {"before": CODE.replace("stale words", "noqa stale words"), "after": WITHOUT_COMMENT}, "directive"),
    (COMMENT | {"evidence": "other"}, {"after": WITHOUT_COMMENT}, "exactly what was quoted"),
    (COMMENT, {"before": CODE + "# stale words\n", "after": WITHOUT_COMMENT + "# stale words\n"}, "exactly what was quoted"),
    (
        COMMENT | {"line": 2, "evidence": "# words"},
        {"before": 'x = """\n# words\n"""\n', "after": 'x = """\n"""\n'},
        "part of a string",
    ),
    (COMMENT, {"after": WITHOUT_COMMENT, "path": "a.tsx"}, "no mechanical edit"),
    (COMMENT | {"suggested_fix": "Correct the docstring."}, {"before": CODE + '"""Old."""\n', "after": CODE + '"""New."""\n'}, "word by word"),
    (SPACE | {"suggested_fix": "Reformat."}, {"after": TRIMMED}, "white space changed"),
    (SPACE, {"after": TRIMMED, "path": "a.md"}, "may have a meaning"),
    (SPACE, {"after": CODE.replace("(rows)  ", "(rows) ")}, "still white space"),
    (SPACE, {"before": 'x = """\na  \n"""\n' * 3, "after": 'x = """\na\n"""\n' * 3}, "part of a string"),
    (SPACE, {"after": CODE.replace("    return", "  return")}, "no mechanical edit"),
]  # fmt: skip


@pytest.mark.parametrize(("told", "fix", "why"), OPEN)
def test_whatever_leaves_a_doubt_needs_the_reviewer(told: dict[str, Any], fix: dict[str, Any], why: str) -> None:
    found = judge(told, **fix)
    assert isinstance(found, NeedsReview)
    assert any(part in found.reason for part in why.split("|"))


def test_a_rename_over_several_files_is_one_rename() -> None:
    fixed = [FixedFile("a.py", CODE, RENAMED), FixedFile("b.py", "tmp\n", "total_cents\n")]
    told = finding(**RENAME)
    call: dict[str, Any] = {"mentioned": lambda _: False, "lint_passed": True, "tests_passed": True}
    assert isinstance(triage(told, fixed, **call), Closed)
    for other in (
        FixedFile("b.py", "tmp\n", "other\n"),
        FixedFile("b.py", "one two\n", "one\n"),
        FixedFile("b.py", "tmp\n", None),
        FixedFile("b.py", None, "total_cents\n"),
    ):
        assert isinstance(triage(told, [fixed[0], other], **call), NeedsReview)
    assert isinstance(triage(told, fixed[1:], **call), NeedsReview)
    assert isinstance(triage(told, [], **call), NeedsReview)


def test_substitution_is_exact() -> None:
    assert substitution("a + ab + a", "x + ab + x") == ("a", "x")
    assert substitution("$a = a", "$b = a") == ("$a", "$b")
    assert substitution("cafe\u0301 = 1", "tafe\u0301 = 1") == ("cafe\u0301", "tafe\u0301")
    for before, after in (("a", "a"), ("a b", "x y"), ("a", "a b"), ("a+b", "a + b"), ("a", "1")):
        assert substitution(before, after) is None


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("x = n", False),
        ("x = 'a' + n", False),
        ("x = 'n'", True),
        ('x = "a\\"n"', True),
        ("x = '\\\\' + n", False),
        ("x = `\nn`", True),
        ("'''\nn\n'''", True),
        ("'''\n'''\nn", False),
        ("n; y = 'n'", True),
    ],
)
def test_quotes(text: str, quoted: bool) -> None:
    assert any_quoted(text, places(text, "n")) is quoted


def test_imports_on_one_line() -> None:
    assert bindings("a.py", ["from .m import a, b as c,", "", "import x.y, z as w  # why"]) == (
        (".m", "a", "a"), (".m", "b", "c"), ("x.y", "", "x"), ("z", "", "w"),
    )  # fmt: skip
    assert bindings("a.ts", ["import D, * as N from 'm'"]) == (("m", "all", "D"), ("m", "space", "N"))
    for path, line in (
        ("a.py", "from m import (a"), ("a.py", "import os; run()"), ("a.ts", "import 'm';"), ("a.java", "import a.*;"),
        ("a.rs", "use a::{b};"), ("a.go", 'import "fmt"'), ("a.py", "x = 1"),
    ):  # fmt: skip
        assert not bindings(path, [line])
