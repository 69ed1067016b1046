"""Directions of imports, and functions written twice."""

import pytest

from orchestrator.values.finding import Confidence, Severity
from tests.unit.engines.offline_kit import places, spots

PYTHON = {
    "app/__init__.py": "",
    "app/db/__init__.py": "",
    "app/db/rows.py": "x = 1\n",
    "app/web/__init__.py": "",
    "app/web/a.py": "from app.db import rows\n",
    "app/web/b.py": "from app.db.rows import x\n",
    "app/web/c.py": "from ..db.rows import x\n",
    "app/web/views.py": "y = 1\n",
}
SCRIPT = {
    "src/db/rows.ts": "export const x = 1;\n",
    "src/web/a.ts": 'import { x } from "../db/rows";\n',
    "src/web/b.ts": 'import { x } from "../db/rows";\n',
    "src/web/c.ts": 'import { x } from "../db/rows";\n',
    "src/web/views.ts": "export const y = 1;\n",
}
GO = {
    "go.mod": "module example.org/shop\n",
    "db/rows.go": "package db\n",
    "web/a.go": 'package web\n\nimport "example.org/shop/db"\n',
    "web/b.go": 'package web\n\nimport (\n\t"fmt"\n\t"example.org/shop/db"\n)\n',
    "web/c.go": 'package web\n\nimport d "example.org/shop/db"\n',
}
JAVA = {
    "src/org/shop/db/Rows.java": "package org.shop.db;\n",
    "src/org/shop/web/A.java": "package org.shop.web;\nimport org.shop.db.Rows;\n",
    "src/org/shop/web/B.java": "package org.shop.web;\nimport org.shop.db.Rows;\n",
    "src/org/shop/web/C.java": "package org.shop.web;\nimport org.shop.db.Rows;\n",
    "src/org/shop/web/View.java": "package org.shop.web;\n",
}


@pytest.mark.parametrize(
    ("extra", "path", "text", "line"),
    [
        (PYTHON, "app/db/cache.py", "from app.web.views import y\n", 1),
        (SCRIPT, "src/db/cache.ts", 'import fs from "fs";\nimport { y } from "../web/views";\n', 2),
        (GO, "db/cache.go", 'package db\n\nimport "example.org/shop/web"\n', 3),
        (JAVA, "src/org/shop/db/Cache.java", "package org.shop.db;\nimport org.shop.web.View;\n", 2),
    ],
)
def test_the_first_import_against_the_usual_direction(extra: dict[str, str], path: str, text: str, line: int) -> None:
    (found,) = spots("upturned-layers", {path: text}, {}, extra=extra)
    assert (found.file, found.line, found.category) == (path, line, "layer-violation")
    assert (found.severity, found.confidence) == (Severity.WARNING, Confidence.MEDIUM)
    assert "in 3 places" in found.message


def test_an_import_that_also_closes_a_circle_is_certain() -> None:
    rest = {path: text for path, text in PYTHON.items() if path != "app/db/rows.py"}
    before, after = {"app/db/rows.py": "x = 1\n"}, {"app/db/rows.py": "from app.web.a import rows\nx = 1\n"}
    (found,) = spots("upturned-layers", after, before, extra=rest)
    assert found.confidence is Confidence.HIGH


def test_directions_that_were_mixed_weak_or_are_kept() -> None:
    new = {"app/db/cache.py": "from app.web.views import y\n"}
    mixed = PYTHON | {"app/db/old.py": "from app.web.views import y\n"}
    assert spots("upturned-layers", new, {}, extra=mixed) == ()
    weak = {path: text for path, text in PYTHON.items() if path not in {"app/web/b.py", "app/web/c.py"}}
    assert spots("upturned-layers", new, {}, extra=weak) == ()
    assert spots("upturned-layers", {"app/web/d.py": "from app.db import rows\n"}, {}, extra=PYTHON) == ()
    assert spots("upturned-layers", {"app/db/d.py": "from app.db import rows\n"}, {}, extra=PYTHON) == ()
    assert spots("upturned-layers", {"app/db/test_d.py": "from app.db import rows\n"}, {}, extra=PYTHON) == ()
    tests = {f"tests/test_{n}.py": "from app.db.rows import x\n" for n in range(4)}
    few = {"app/__init__.py": "", "app/db/__init__.py": "", "app/db/rows.py": "x = 1\n", **tests}
    assert spots("upturned-layers", {"app/db/q.py": "import tests.test_1\n"}, {}, extra=few) == ()


FIRST = """def settle(order, ledger):
    total = sum(line.price * line.count for line in order.lines)
    if order.customer.has_credit(total):
        total -= order.customer.credit
        ledger.book(order.id, order.customer.credit)
    for tax in order.country.taxes():
        total += tax.amount_of(total)
    ledger.book(order.id, total)
    return round(total, 2)
"""
SECOND = (
    FIRST.replace("settle", "close_purchase")
    .replace("order", "purchase")
    .replace("ledger", "book_keeping")
    .replace("total", "amount")
    .replace("tax in", "duty in")
    .replace("tax.", "duty.")
    .replace("line.", "row.")
    .replace("line in", "row in")
)


def test_a_new_function_with_other_names_for_the_same_steps() -> None:
    (found,) = spots("clones", {"app/b.py": SECOND}, {}, extra={"app/a.py": "import x\n\n\n" + FIRST})
    assert (found.file, found.line, found.category) == ("app/b.py", 1, "duplicated-logic")
    assert (found.severity, found.confidence) == (Severity.WARNING, Confidence.MEDIUM)
    assert "settle at app/a.py:4" in found.message


@pytest.mark.parametrize("path", ["a.ts", "a.go", "A.java"])
def test_functions_of_other_languages(path: str) -> None:
    head = {
        "a.ts": "export function NAME(x, y) {",
        "a.go": "func NAME(x int, y T) int {",
        "A.java": "  int NAME(int x, T y) {",
    }
    body = (
        "    if (x.isOpen() && y.count() > 3) {\n      y.close(x.owner());\n      x.notify(y.reason());\n    }\n"
        "    for (; y.next(); ) {\n      x.add(y.value() * 2);\n      y.skip(x.width());\n    }\n    return x.total();\n"
    )
    tail = "  }\n}\n" if path.endswith("java") else "}\n"
    start = "class A {\n" if path.endswith("java") else ""
    old = f"{start}{head[path].replace('NAME', 'settle')}\n{body}{tail}"
    new = f"{start}{head[path].replace('NAME', 'closeAll')}\n{body.replace('x.', 'left.')}{tail}"
    found = spots("clones", {f"new/{path}": new}, {}, extra={f"old/{path}": old})
    assert [spot.category for spot in found] == ["duplicated-logic"]


@pytest.mark.parametrize(
    "new",
    [
        SECOND.replace("amount_of", "share_of").replace("book(", "write(").replace("has_credit", "may_owe"),
        SECOND.replace("    for duty in purchase.country.taxes():\n        amount += duty.amount_of(amount)\n", ""),
        "def short(a):\n    b = a.x()\n    return b.y()\n",
        "class A:\n    def __init__(self, a, b, c, d, e, f):\n"
        + "".join(f"        self.{name} = {name}\n" for name in "abcdef"),
    ],
)
def test_functions_that_do_something_else(new: str) -> None:
    other = "class B:\n    def __init__(self, a, b, c, d, e, f):\n" + "".join(
        f"        self.{n} = {n}\n" for n in "abcdef"
    )
    assert spots("clones", {"app/b.py": new}, {}, extra={"app/a.py": FIRST, "app/c.py": other}) == ()


def test_a_function_that_moved_or_is_only_edited() -> None:
    assert spots("clones", {"app/b.py": FIRST, "app/a.py": "x = 1\n"}, {"app/a.py": FIRST + "x = 1\n"}) == ()
    edited = FIRST.replace("2)", "3)")
    assert spots("clones", {"app/a.py": edited}, {"app/a.py": FIRST}, extra={"app/b.py": SECOND}) == ()
    tests = {"tests/test_a.py": FIRST}
    assert places(spots("clones", {"app/b.py": SECOND}, {}, extra=tests)) == []
