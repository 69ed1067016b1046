"""Decisions, expectations and error handling that a change weakens without anybody noticing."""

import pytest

from orchestrator.values.finding import Confidence, Severity
from tests.unit.engines.offline_kit import places, spots

TESTS = {"tests/test_a.py": "def test_a():\n    assert f(1) == 1\n"}


def _function(condition: str) -> str:
    return f"def f(x, y):\n    z = x\n    {condition}\n        return z\n    return y\n"


@pytest.mark.parametrize(
    ("old", "new", "category", "word"),
    [
        ("if x < y:", "if x <= y:", "missing-boundary", "from `<` to `<=`"),
        ("if x > 10:", "if x > 12:", "missing-boundary", "from 10 to 12"),
        ("while x and y:", "while x or y:", "untested-behaviour", "joined by `or`"),
        ("if x.ready:", "if not x.ready:", "untested-behaviour", "turned round"),
        ("if x == y:", "if x != y:", "untested-behaviour", "turned round"),
        ("for n in range(x):", "for n in range(x + 1):", "missing-boundary", "one step elsewhere"),
    ],
)
def test_a_condition_that_decides_otherwise_without_any_test(old: str, new: str, category: str, word: str) -> None:
    found = spots("unproved-conditions", {"a.py": _function(new)}, {"a.py": _function(old)}, extra=TESTS)
    assert places(found) == [("a.py", 3, category)]
    assert (found[0].severity, found[0].confidence) == (Severity.WARNING, Confidence.MEDIUM)
    assert word in found[0].message


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("a.ts", "  if (a && !b) {", "  if (a || !b) {"),
        ("a.ts", "  if (a) {", "  if (!a) {"),
        ("a.js", "  for (let i = 0; i < n; i++) {", "  for (let i = 0; i <= n; i++) {"),
        ("a.go", "\tif age >= 18 {", "\tif age > 18 {"),
        ("A.java", "    return total == 0 ? a : b;", "    return total != 0 ? a : b;"),
    ],
)
def test_conditions_of_other_languages(path: str, old: str, new: str) -> None:
    found = spots("unproved-conditions", {path: f"a\n{new}\nb\n"}, {path: f"a\n{old}\nb\n"}, extra=TESTS)
    assert [(spot.file, spot.line) for spot in found] == [(path, 2)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("if x < y:", "if width < y:"),
        ("if x < y:", "if x < y and z:"),
        ("if x < y:", "if (x < y):"),
        ("if x == None:", "if x is None:"),
        ("if x in (1, 2):", "if x in (1, 3):"),
        ("if x == 'a < b':", "if x == 'a > b':"),
        ("if sys.version_info < (3, 8):", "if sys.version_info <= (3, 8):"),
        ("call(x, 1)", "call(x, 2)"),
    ],
)
def test_conditions_that_say_the_same_or_were_rewritten(old: str, new: str) -> None:
    assert spots("unproved-conditions", {"a.py": _function(new)}, {"a.py": _function(old)}, extra=TESTS) == ()


def test_a_guard_clause_instead_of_a_nested_block_is_a_refactoring() -> None:
    old = "def f(x):\n    if x:\n        a(x)\n        b(x)\n    else:\n        return\n"
    new = "def f(x):\n    if not x:\n        return\n    a(x)\n    b(x)\n"
    assert spots("unproved-conditions", {"a.py": new}, {"a.py": old}, extra=TESTS) == ()


def test_a_test_in_the_change_is_taken_for_its_proof_and_no_tests_at_all_for_a_suggestion() -> None:
    before, after = {"a.py": _function("if x < y:")}, {"a.py": _function("if x <= y:")}
    with_test = {"tests/test_a.py": TESTS["tests/test_a.py"] + "    assert f(2) == 2\n"}
    assert spots("unproved-conditions", after | with_test, before | TESTS) == ()
    (found,) = spots("unproved-conditions", after, before)
    assert found.severity is Severity.SUGGESTION


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("tests/test_a.py", "    assert total(cart) == 12", "    assert total(cart)"),
        ("tests/test_a.py", "    assert total(cart) == 12", "    assert total(cart) is not None"),
        ("tests/test_a.py", "    self.assertEqual(total(cart), 12)", "    self.assertTrue(total(cart))"),
        ("tests/test_a.py", "    with pytest.raises(EmptyCart):", "    with pytest.raises(Exception):"),
        ("tests/test_a.py", "    mailer.assert_called_once_with('a')", "    mailer.assert_called()"),
        ("a.test.ts", "  expect(total(cart)).toBe(12);", "  expect(total(cart)).toBeTruthy();"),
        ("a.test.ts", "  expect(total(cart)).toEqual({ a: 1 });", "  expect(total(cart)).toBeDefined();"),
        ("a.test.ts", "  expect(total(cart)).toBe(12);", "  expect(total(cart)).toEqual(expect.any(Number));"),
        ("a_test.go", "\tassert.Equal(t, 12, total(cart))", "\tassert.NotNil(t, total(cart))"),
        ("ATest.java", "    assertEquals(12, total(cart));", "    assertNotNull(total(cart));"),
        ("ATest.java", "    assertThat(total(cart)).isEqualTo(12);", "    assertThat(total(cart)).isNotNull();"),
    ],
)
def test_an_exact_expectation_that_became_a_loose_one(path: str, old: str, new: str) -> None:
    found = spots("weakened-assertions", {path: f"a\n{new}\nb\n"}, {path: f"a\n{old}\nb\n"})
    assert places(found) == [(path, 2, "weak-assertion")]
    assert old.strip()[:20] in found[0].message


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("tests/test_a.py", "    assert total(cart) == 12", "    assert total(cart) == 13"),
        ("tests/test_a.py", "    assert total(cart)", "    assert total(cart) == 13"),
        ("tests/test_a.py", "    self.assertEqual(total(cart), 12)", "    assert total(cart) == 12"),
        ("tests/test_a.py", "    assert is_empty(cart) == True", "    assert stock.ready"),
        (
            "tests/test_a.py",
            "    assert total(cart) == 12",
            "    result = total(cart)\n    assert result\n    assert result == 12",
        ),
        ("tests/test_a.py", "    with pytest.raises(EmptyCart):", "    with pytest.raises(CartError):"),
        ("a.test.ts", "  expect(total(cart)).toBe(12);", "  expect(total(cart)).toStrictEqual(12);"),
    ],
)
def test_expectations_that_stay_as_exact(path: str, old: str, new: str) -> None:
    assert spots("weakened-assertions", {path: f"a\n{new}\nb\n"}, {path: f"a\n{old}\nb\n"}) == ()


@pytest.mark.parametrize(
    ("path", "old", "new", "quote"),
    [
        (
            "a.go",
            "\tdata, err := load(path)\n\tif err != nil {\n\t\treturn err\n\t}\n\tuse(data)\n",
            "\tdata, _ := load(path)\n\tuse(data)\n",
            "\tif err != nil {",
        ),
        (
            "a.go",
            "\tif err := save(x); err != nil {\n\t\treturn err\n\t}\n",
            "\tsave(x)\n",
            "\tif err := save(x); err != nil {",
        ),
        (
            "a.js",
            "x();\nload().then(show).catch(report);\n",
            "x();\nload().then(show);\n",
            "load().then(show).catch(report);",
        ),
        ("a.js", "load()\n  .then(show)\n  .catch(report);\n", "load()\n  .then(show)\n", "  .catch(report);"),
    ],
)
def test_handling_taken_off_a_call_that_stays(path: str, old: str, new: str, quote: str) -> None:
    found = spots("lost-handlers", {path: new}, {path: old})
    assert [(spot.category, spot.quote) for spot in found] == [("error-handling", quote)]


def test_handling_that_moved_to_another_file_is_not_lost() -> None:
    guarded = "def f():\n    try:\n        return load()\n    except LoadError:\n        return None\n"
    plain = "def f():\n    return load()\n"
    after = {"a.py": plain, "b.py": guarded.replace("f()", "g()").replace("load()", "f()")}
    assert spots("lost-handlers", after, {"a.py": guarded}) == ()
    assert len(spots("lost-handlers", {"a.py": plain}, {"a.py": guarded})) == 1
