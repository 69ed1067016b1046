"""Whether a fix leaves a test checking less than before."""

import pytest

from orchestrator.fixloop.assertions import weakening

PYTHON = """\
import pytest
from app import total


@pytest.mark.parametrize("n", [1, 2])
def test_total(n):
    rows = [n]
    assert total(rows) == n
    with pytest.raises(ValueError):
        total(None)


def helper():
    return 1
"""
SCRIPT = """\
import { total } from "./app";
it("adds", () => {
  expect(total([1]))
    .toEqual({
      a: 1,
    });
  expect(total([])).toBe(0);
});
"""
GO = 'func TestTotal(t *testing.T) {\n\tif total(1) != 1 {\n\t\tt.Errorf("no")\n\t}\n}\n'
JAVA = "@Test\nvoid adds() {\n    assertEquals(1, total(1));\n}\n"
FILES = {"test_a.py": PYTHON, "a.test.ts": SCRIPT, "a_test.go": GO, "ATest.java": JAVA}

WEAKER = [
    ("test_a.py", "    assert total(rows) == n\n", ""),
    ("test_a.py", "    assert total(rows) == n\n", "    # assert total(rows) == n\n"),
    ("test_a.py", "total(rows) == n", "total(rows)"),
    ("test_a.py", "total(rows) == n", "total(rows) is not None"),
    ("test_a.py", "total(rows) == n", "total(rows) >= n"),
    ("test_a.py", "total(rows) == n", "total(rows) == n or True"),
    ("test_a.py", "total(rows) == n", "rows == rows"),
    ("test_a.py", "    assert", "    if rows is None:\n        assert"),
    ("test_a.py", "    rows = [n]\n", "    rows = [n]\n    return\n"),
    ("test_a.py", "raises(ValueError)", "raises(Exception)"),
    ("test_a.py", "def test_total", "def check_total"),
    ("test_a.py", "[1, 2]", "[1]"),
    ("test_a.py", "def test_total(n):", "@pytest.mark.skip\ndef test_total(n):"),
    ("test_a.py", "def test_total(n):", "@pytest.mark.xfail(strict=False)\ndef test_total(n):"),
    ("test_a.py", "    rows = [n]\n", '    pytest.skip("later")\n'),
    ("test_a.py", "def helper", "__test__ = False\n\n\ndef helper"),
    ("test_a.py", "def test_total(n):", "def test_total(n:"),
    ("a.test.ts", 'it("adds"', 'it.skip("adds"'),
    ("a.test.ts", 'it("adds"', 'xit("adds"'),
    ("a.test.ts", 'it("adds"', 'it.only("adds"'),
    ("a.test.ts", "  expect(total([])).toBe(0);\n", ""),
    ("a.test.ts", "  expect(total([])).toBe(0);\n", "  // expect(total([])).toBe(0);\n"),
    ("a.test.ts", "toBe(0)", "toBeDefined()"),
    ("a.test.ts", "  expect(total([]))", "  return;\n  expect(total([]))"),
    ("a_test.go", '\t\tt.Errorf("no")\n', ""),
    ("a_test.go", "\tif total", '\tt.Skip("later")\n\tif total'),
    ("a_test.go", "func TestTotal", "func checkTotal"),
    ("ATest.java", "@Test\n", "@Test\n@Disabled\n"),
    ("ATest.java", "@Test\n", ""),
    ("ATest.java", "assertEquals(1, total(1))", "assertNotNull(total(1))"),
]


@pytest.mark.parametrize(("path", "old", "new"), WEAKER)
@pytest.mark.parametrize("about_test", [True, False])
def test_weaker(path: str, old: str, new: str, about_test: bool) -> None:
    before = FILES[path]
    after = before.replace(old, new)
    assert after != before
    found = weakening(path, before, after, about_test=about_test)
    assert found is not None
    assert found.reason


CHANGED = [
    ("test_a.py", "total(rows) == n", "total(rows) == n + 1"),
    ("test_a.py", "raises(ValueError)", "raises(TypeError)"),
    ("test_a.py", "    return 1", "    return 2"),
    ("a.test.ts", "a: 1", "a: 2"),
    ("a.test.ts", "total([1])", "total([2])"),
    ("a.test.ts", "toBe(0)", "toBe(1)"),
    ("ATest.java", "(1, total", "(2, total"),
    ("ATest.java", "assertEquals(1, total(1))", "assertEquals(total(1), 1)"),
]


@pytest.mark.parametrize(("path", "old", "new"), CHANGED)
def test_what_is_expected_may_change_only_for_the_sake_of_the_test(path: str, old: str, new: str) -> None:
    before = FILES[path]
    assert weakening(path, before, before.replace(old, new), about_test=False) is not None
    assert weakening(path, before, before.replace(old, new), about_test=True) is None


KEPT = [
    ("test_a.py", "    assert total(rows) == n\n", "    assert total(rows) == n\n    assert total([]) == 0\n"),
    ("test_a.py", "def helper", "def test_more():\n    assert total([1]) == 1\n\n\ndef helper"),
    ("test_a.py", "    rows = [n]\n", "    rows = list([n])\n"),
    ("test_a.py", "[1, 2]", "[1, 2, 3]"),
    ("test_a.py", "rows", "items"),
    ("a.test.ts", "  expect(total([])).toBe(0);\n", "  expect(total([])).toBe(0);\n  expect(total([2])).toBe(2);\n"),
    ("a.test.ts", "total", "sumOf"),
    ("a_test.go", "func TestTotal", "func TestMore(t *testing.T) {\n}\n\nfunc TestTotal"),
    ("ATest.java", "void adds()", "void adds() throws Exception"),
]


@pytest.mark.parametrize(("path", "old", "new"), KEPT)
@pytest.mark.parametrize("about_test", [True, False])
def test_as_strict_as_before(path: str, old: str, new: str, about_test: bool) -> None:
    before = FILES[path]
    assert before.replace(old, new) != before
    assert weakening(path, before, before.replace(old, new), about_test=about_test) is None


def test_an_empty_assertion_may_become_a_real_one() -> None:
    before = PYTHON.replace("total(rows) == n", "True")
    assert weakening("test_a.py", before, PYTHON, about_test=True) is None
    assert weakening("test_a.py", before, PYTHON, about_test=False) is not None


def test_data_of_tests_is_changed_only_for_its_own_sake() -> None:
    path = "tests/golden/report.md"
    assert weakening(path, "Total: 3\n", "Total: 4\n", about_test=False) is not None
    assert weakening(path, "Total: 3\n", "Total: 4\n", about_test=True) is None


@pytest.mark.parametrize("text", ["/*" * 100_000, "a" + "\n" * 200_000 + "b", "<!--" * 50_000, "x." + "\n.a" * 50_000])
def test_hostile_texts_are_read_once(text: str) -> None:
    assert weakening("a.test.ts", text, f"{text}\n", about_test=True) is None


def test_a_constant_is_no_name() -> None:
    before = PYTHON.replace("total(rows) == n", "total(rows) is True")
    assert weakening("test_a.py", before, before.replace("True", "False"), about_test=False) is not None
