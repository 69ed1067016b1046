"""Detectors for complexity, structure, naming, correctness, domain and architecture: a defect, and its clean twin."""

import pytest

from orchestrator.values.finding import Confidence, Severity
from tests.unit.engines.offline_kit import places, spots


def _branchy(name: str, branches: int, *, nested: bool = False) -> str:
    indent = "    "
    body = "".join(
        f"{indent * (1 + nested * min(n, 2))}if x == {n}:\n{indent * (2 + nested * min(n, 2))}x += {n}\n"
        for n in range(branches)
    )
    return f"def {name}(x):\n{body}    return x\n"


@pytest.mark.parametrize(
    ("branches", "severity"),
    [(9, None), (10, Severity.SUGGESTION), (14, Severity.WARNING), (30, Severity.WARNING)],
)
def test_branches_decide_and_a_flat_list_of_them_is_no_error(branches: int, severity: Severity | None) -> None:
    found = spots("complexity", {"a.py": _branchy("f", branches)}, {})
    assert [spot.severity for spot in found] == ([severity] if severity else [])
    if severity:
        assert found[0].category == "cyclomatic"
        assert f"{branches + 1} paths" in found[0].message
        assert found[0].confidence is Confidence.HIGH


def test_many_nested_branches_are_an_error() -> None:
    text = "def f(x):\n    for y in x:\n" + "".join(f"        if y == {n}:\n            x += {n}\n" for n in range(26))
    assert spots("complexity", {"a.py": text}, {})[0].severity is Severity.ERROR
    # A test is read from top to bottom, whatever its length.
    assert spots("complexity", {"tests/test_a.py": text}, {})[0].severity is Severity.WARNING


def test_complexity_that_was_there_is_not_reported_until_it_grows() -> None:
    old = _branchy("f", 12)
    assert spots("complexity", {"a.py": old.replace("return x", "return -x")}, {"a.py": old}) == ()
    (grown,) = spots("complexity", {"a.py": _branchy("f", 13)}, {"a.py": old})
    assert "more than before this change" in grown.message
    assert grown.line > 12


def test_parameters_flags_and_depth_each_have_their_category() -> None:
    found = spots(
        "complexity",
        {
            "a.go": "func f(a, b, c, d, e, g, h int) {\n}\n",
            "b.ts": "function f(a: boolean, b: boolean) {\n}\n",
            "c.py": "def f(a):\n    if a:\n        for b in a:\n            with b:\n                while b:\n                    b()\n",
            "d.py": "def f(a, b, c, d, *, e=1, g=2, h=3):\n    return a\n",
        },
        {},
    )
    assert [(spot.file, spot.category, spot.severity) for spot in found] == [
        ("a.go", "many-parameters", Severity.WARNING),
        ("b.ts", "boolean-trap", Severity.SUGGESTION),
        ("c.py", "deep-nesting", Severity.SUGGESTION),
    ]


BLOCK = "".join(f"    total_{n} = compute(row, {n})\n" for n in range(10))


def test_an_added_block_that_stands_elsewhere_already_is_reported_once_with_its_place() -> None:
    before = {"a.py": f"def a(row):\n{BLOCK}", "b.py": "x = 1\n"}
    after = {"a.py": f"def a(row):\n{BLOCK}\n# touched\n", "b.py": f"x = 1\ndef b(row):\n{BLOCK}"}
    (found,) = spots("duplicates", after, before)
    assert (found.file, found.line, found.end_line) == ("b.py", 3, 12)
    assert "a.py:2" in found.message
    assert (found.category, found.severity) == ("duplicated-logic", Severity.SUGGESTION)


def test_two_new_copies_are_one_finding_on_the_later_one() -> None:
    found = spots("duplicates", {"a.py": f"def a(row):\n{BLOCK}\n\ndef b(row):\n{BLOCK}"}, {})
    assert places(found) == [("a.py", 15, "duplicated-logic")]


def test_short_or_old_repetition_and_imports_are_left_alone() -> None:
    short = "".join(f"    total_{n} = compute(row, {n})\n" for n in range(6))
    assert spots("duplicates", {"a.py": f"def a(row):\n{short}\ndef b(row):\n{short}"}, {}) == ()
    imports = "".join(f"import module_{n}\n" for n in range(20))
    assert spots("duplicates", {"a.py": imports, "b.py": imports}, {}) == ()
    old = {"a.py": f"def a(row):\n{BLOCK}\n\ndef b(row):\n{BLOCK}"}
    assert spots("duplicates", {"a.py": old["a.py"] + "x = 1\n"}, old) == ()


def test_a_large_file_that_grows_by_a_large_piece() -> None:
    lines = [f"x{n} = {n}\n" for n in range(900)]
    before, grown, little = "".join(lines[:560]), "".join(lines[:700]), "".join(lines[:580])
    (found,) = spots("growing-files", {"a.py": grown}, {"a.py": before})
    assert (found.line, found.category) == (561, "god-module")
    assert spots("growing-files", {"a.py": little}, {"a.py": before}) == ()
    assert spots("growing-files", {"a.py": grown}) == ()


@pytest.mark.parametrize(
    ("path", "line", "category"),
    [
        ("a.py", "foo = load()", "vague-name"),
        ("a.ts", "const data2 = load();", "vague-name"),
        ("a.py", "is_not_valid = check()", "negated-name"),
        ("a.go", "isNotReady := check()", "negated-name"),
    ],
)
def test_names_that_say_nothing_or_say_no_twice(path: str, line: str, category: str) -> None:
    assert places(spots("names", {path: line + "\n"}, {})) == [(path, 1, category)]


@pytest.mark.parametrize(
    "line", ["rows = load()", "is_notable = 1", "# foo = 1", "foobars = 1", "x == foo", "call(foo=1)", "data = 1"]
)
def test_ordinary_names_are_left_alone(line: str) -> None:
    assert spots("names", {"a.py": line + "\n"}, {}) == ()


def test_a_name_that_promises_an_answer_that_never_comes() -> None:
    text = (
        "def get_user(key):\n    cache[key] = load(key)\n\n"
        "def is_valid(form):\n    return [error for error in form]\n\n"
        "def get_or_none(key):\n    if key:\n        return load(key)\n    return None\n\n"
        "def is_ready(x):\n    return x.ready\n\n"
        "def get_it(self):\n    raise NotImplementedError\n\n"
        "def get_rows(self):\n    yield 1\n\n"
        "@overload\ndef get_more(x): ...\n"
    )
    found = spots("broken-promises", {"a.py": text}, {})
    assert places(found) == [("a.py", 1, "misleading-name"), ("a.py", 4, "misleading-name")]
    assert spots("broken-promises", {"a.py": text + "# more\n"}, {"a.py": text}) == ()


def test_the_odd_case_style_out() -> None:
    usual = "".join(f"const someValue{n} = {n};\n" for n in range(6))
    found = spots("mixed-case", {"a.ts": usual + "const odd_value = 1;\n"}, {})
    assert places(found) == [("a.ts", 7, "convention-break")]
    assert spots("mixed-case", {"a.ts": "const odd_value = 1;\nconst someValue = 2;\n"}, {}) == ()
    assert spots("mixed-case", {"a.ts": usual + "const MAX_SIZE = 1;\n"}, {}) == ()


CONFLICT = "a = 1\n<<<<<<< HEAD\nb = 2\n=======\nb = 3\n>>>>>>> theirs\n"


def test_an_unresolved_conflict_is_an_error_in_any_file() -> None:
    found = spots("conflict-markers", {"a.py": CONFLICT, "b.md": CONFLICT}, {"a.py": "a = 1\n"})
    assert [(spot.file, spot.line, spot.severity) for spot in found] == [
        ("a.py", 2, Severity.ERROR),
        ("b.md", 2, Severity.ERROR),
    ]
    assert spots("conflict-markers", {"b.md": "Title\n=======\n"}, {}) == ()


GUARDED = "def f():\n    try:\n        return load()\n    except OSError:\n        return None\n"


def test_error_handling_taken_out_of_code_that_stays() -> None:
    (found,) = spots("lost-handlers", {"a.py": "def f():\n    return load()\n"}, {"a.py": GUARDED})
    assert (found.quote, found.category) == ("    except OSError:", "error-handling")
    assert found.line in {2, 3}
    script = "try {\n  loadAll();\n} catch (e) {\n  show(e);\n}\n"
    assert spots("lost-handlers", {"a.js": "loadAll();\n"}, {"a.js": script})[0].quote == "} catch (e) {"


def test_handling_that_is_replaced_or_goes_with_its_code_is_no_loss() -> None:
    assert spots("lost-handlers", {"a.py": GUARDED.replace("OSError", "ValueError")}, {"a.py": GUARDED}) == ()
    assert spots("lost-handlers", {"a.py": "def f():\n    pass\n"}, {"a.py": GUARDED}) == ()
    assert spots("lost-handlers", {}, {"a.py": GUARDED}) == ()


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("a.py", "def pay(price: float): pass"),
        ("a.py", "total_amount = float(text)"),
        ("A.java", "private double totalPrice;"),
        ("a.go", "type Order struct { Price float64 }"),
    ],
)
def test_money_as_binary_floating_point(path: str, line: str) -> None:
    assert places(spots("float-money", {path: line + "\n"}, {})) == [(path, 1, "primitive-domain-value")]


@pytest.mark.parametrize(
    "line",
    ["price: Decimal = x", "total_seconds: float = 1", "total_loss: float = 1", "# price: float", "ratio: float = 1"],
)
def test_other_numbers_may_be_floats(line: str) -> None:
    assert spots("float-money", {"a.py": line + "\n"}, {}) == ()


def test_unfinished_work_is_told_from_contracts_and_plain_text() -> None:
    text = 'def pay(order):\n    raise NotImplementedError\n\n\n# TODO: refunds\nlabel = "TODO: not a comment"\n'
    found = spots("unfinished-work", {"a.py": text, "b.ts": 'throw new Error("not implemented");\n'}, {})
    assert [(spot.file, spot.line, spot.severity) for spot in found] == [
        ("a.py", 2, Severity.WARNING),
        ("a.py", 5, Severity.SUGGESTION),
        ("b.ts", 1, Severity.WARNING),
    ]
    method = "class A:\n    def pay(self):\n        'Doc.'\n        raise NotImplementedError\n"
    assert spots("unfinished-work", {"a.py": method}, {}) == ()
    abstract = "class Base(ABC):\n    @abstractmethod\n    def pay(self):\n        raise NotImplementedError\n"
    assert spots("unfinished-work", {"a.py": abstract}, {}) == ()
    assert spots("unfinished-work", {"a.py": text + "x = 1\n"}, {"a.py": text}) == ()


def test_an_added_import_that_closes_a_circle_names_it() -> None:
    extra = {"pkg/b.py": "from pkg.c import c\n", "pkg/c.py": "from . import a\n", "pkg/__init__.py": ""}
    (found,) = spots("import-cycles", {"pkg/a.py": "x = 1\nfrom .b import y\n"}, {"pkg/a.py": "x = 1\n"}, extra=extra)
    assert (found.line, found.category) == (2, "dependency-cycle")
    assert "pkg/a.py -> pkg/b.py -> pkg/c.py -> pkg/a.py" in found.message


def test_imports_without_a_way_back_at_load_time_are_fine() -> None:
    extra = {"pkg/b.py": "def f():\n    from pkg.a import x\n", "pkg/__init__.py": ""}
    assert spots("import-cycles", {"pkg/a.py": "from .b import y\n"}, {"pkg/a.py": ""}, extra=extra) == ()
    types = {"src/b.ts": 'import type { A } from "./a";\n'}
    assert spots("import-cycles", {"src/a.ts": 'import { b } from "./b";\n'}, {"src/a.ts": ""}, extra=types) == ()


def test_a_circle_of_scripts() -> None:
    extra = {"src/b/index.ts": 'export { x } from "../a";\n'}
    found = spots("import-cycles", {"src/a.ts": 'import { b } from "./b";\n'}, {"src/a.ts": ""}, extra=extra)
    assert places(found) == [("src/a.ts", 1, "dependency-cycle")]


def test_product_code_must_not_import_tests() -> None:
    extra = {"tests/helpers.py": "", "app/__init__.py": ""}
    found = spots("test-imports", {"app/a.py": "from tests.helpers import x\n"}, {}, extra=extra)
    assert places(found) == [("app/a.py", 1, "layer-violation")]
    assert spots("test-imports", {"tests/test_a.py": "from tests.helpers import x\n"}, {}, extra=extra) == ()
