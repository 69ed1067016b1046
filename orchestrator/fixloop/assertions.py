"""What a test checks, read from its text, and whether a fix leaves it checking less."""

import builtins
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from orchestrator.fixloop.python_tests import Check, Checks, python_checks
from orchestrator.fixloop.tokens import substitution
from orchestrator.scope.among_tests import is_test_file

_SKIPS = re.compile(
    r"\b(?:x(?:it|describe|test|context|specify)|f(?:it|describe|context))\b(?=[ \t]*[(\"'])"
    r"|\b(?:it|test|describe|context|suite|specify|t|bench|cy)\.(?:skip|only|todo|failing|fixme|fails|skipIf|runIf)\w*"
    r"|\b(?:mark|pytest|unittest|self)\.(?:skip\w*|xfail|importorskip|expectedFailure)|\b(?:SkipTest|expectedFailure|collect_ignore\w*)\b"
    r"|@(?:[\w.]*\.)?(?:Disabled\w*|Ignore\w*|Skip\w*|skip\w*|pytest\.mark\.skip|xfail)\b|\[(?:Ignore|Explicit|Skip)\b|\bSkip[ \t]*=[ \t]*\""
    r"|#\[ignore\b|\b[tb]\.(?:Skip\w*|SkipNow)\(|\btesting\.Short\(|\bGTEST_SKIP\b|\bDISABLED_\w+|\b(?:assume|assumeTrue|assumeFalse|assumeThat)\("
    r"|\bpending\b(?=[ \t]*(?:[(\"']|$))|\bskip\b(?=[ \t]+(?:[\"']|if\b))|__test__[ \t]*=|\bmarkTest(?:Skipped|Incomplete)\b|\bXCTSkip\w*",
    re.MULTILINE,
)
_TESTS = re.compile(
    r"\b(?:it|test|specify|scenario|Scenario)(?:\.(?:each|concurrent))?[ \t]*(?:\([^\n)]*\)[ \t]*)?[(`\"'][^\n]*"
    r"|\bfunc[ \t]+(?:\([^\n)]*\)[ \t]*)?(?:Test|Benchmark|Fuzz)\w+|\b(?:def|fun|function|sub)[ \t]+test\w*|@(?:Test|ParameterizedTest)\b"
    r"|#\[(?:\w+::)*test\b|\b(?:TEST|TEST_F|TEST_P|TEST_CASE)\([^\n]*|\[(?:Test|Fact|Theory|TestMethod|TestCase)\b|^[ \t]*(?:Scenario|Example):[^\n]*|@test[ \t]+\"[^\n]*",
    re.MULTILINE,
)
_ASSERTION = re.compile(
    r"\b(?:assert\w*|expect\w*|should\w*|require\.\w+|check\w*|verify\w*|refute\w*|must_\w+|wont_\w+|ensure\w*|EXPECT_\w+|ASSERT_\w+|REQUIRE\w*|CHECK\w*)\b"
    r"|\b[tb]\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow|is|deepEqual|equal|not|truthy|throws|ok)\(|\bXCT\w+|\bAssert\.|\bpanic!|^[ \t]*(?:Then|And|But)\b",
    re.MULTILINE,
)
_WEAK = re.compile(
    r"toBeTruthy|toBeFalsy|toBeDefined|toBeUndefined|toBeNull|not\.toBeNull|NotNull|NotNil|NotEmpty|toBeInstanceOf|toExist|IsType|"
    r"not\.toThrow|doesNotThrow|anything\(\)|expect\.any|assert(?:True|_true|!)?\([ \t]*(?:true|1)[ \t]*[,)]|expect\([ \t]*(?:true|1)[ \t]*\)|\.pass\(",
    re.IGNORECASE,
)
_STRONG = re.compile(
    r"equal|\bis\(|toBe\(|toEqual|toStrictEqual|Same|==|_eq\b|EQ\(|CalledWith|toMatch(?:Object|Snapshot)|toThrow\(.|Throws|eql\b|\beq\b",
    re.IGNORECASE,
)
_BLOCK_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--.*?(?:-->|\Z)", re.DOTALL)
_LINE_COMMENT = re.compile(
    r"^[ \t]*(?://|#(?!\[|!|pragma|include|if|define)|--|;)[^\n]*|(?<=[\s;)}])//[^\n]*", re.MULTILINE
)
_CONSTANTS = frozenset({*dir(builtins), "true", "false", "null", "nil", "undefined", "NaN"})
_GIVEN = re.compile(r"\w*(?:Error|Exception)")
_PART = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|=>|\w+|\n|[^\S\n]+|[^\w\s]")
_BEFORE_LITERAL = frozenset({"(", "[", "{", ",", ":", "=", "return"})
_CHAIN = re.compile(r"(?<!\s)(?=[^\S\n]*\n)\s++\.(?=\w)")
_LITERAL = re.compile(
    r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|\b\d[\w.]*|\b(?:true|false|null|nil|None|True|False)\b"
)
_GUARD = re.compile(r"\bif[ \t]*\([ \t]*(?:false|0|!1)\b|\bif[ \t]+false\b|\bcatch\b|\brescue\b|\breturn\b")


@dataclass(frozen=True, slots=True)
class Weakening:
    """What a fix takes away from a test, in words for people."""

    reason: str


def weakening(path: str, before: str, after: str, *, about_test: bool) -> Weakening | None:
    """What the test file `path` no longer checks after a fix; None when it checks at least as much.

    Where the fix is for something else than the test (`about_test` is false) every assertion and every value has to
    stay as it is, and so has data; otherwise one may be replaced by one that is as strict. A name changed throughout changes nothing.
    """
    more = _skips(after) - _skips(before)
    if more:
        return Weakening(f"it switches tests off ({next(iter(more))})")
    if not about_test and not is_test_file(path):
        return Weakening("it changes data that tests rely on")
    old, new = _checks(path, before), _checks(path, after)
    if old is None:
        return None
    if new is None:
        return Weakening("the test can no longer be read")
    free = about_test or _is_rename(before, after)
    return _structure(old, new, free=free) or (_fewer(old.checks, new.checks) if free else _missing(old, new))


def _is_rename(before: str, after: str) -> bool:
    """What a language gives a name to stays what it is: putting another in its place is no rename."""
    names = substitution(before, after)
    return names is not None and not any(name in _CONSTANTS or _GIVEN.fullmatch(name) for name in names)


def _structure(old: Checks, new: Checks, *, free: bool) -> Weakening | None:
    gone = old.tests - new.tests
    if gone and (not free or new.tests.total() < old.tests.total()):
        return Weakening(f"the test {_short(next(iter(gone)))} is gone")
    if old.leaves < new.leaves:
        return Weakening("tests end, or pass over a failure, where they did not before")
    return Weakening("tests are run with fewer cases") if new.cases < old.cases else None


def _missing(old: Checks, new: Checks) -> Weakening | None:
    gone = Counter(old.checks) - Counter(new.checks)
    if gone:
        return Weakening(f"the assertion {_short(next(iter(gone)).text)} is gone or changed")
    # What is expected often stands in a line of its own.
    values = old.values - new.values
    return Weakening(f"the value {_short(next(iter(values)))} is gone or changed") if values else None


def _fewer(old: Sequence[Check], new: Sequence[Check]) -> Weakening | None:
    """Compares the strictest with the strictest, and so on down; what is new may only add."""
    was, now = _ranked(old), _ranked(new)
    if len(now) < len(was):
        return Weakening(f"there are {len(was) - len(now)} assertions fewer")
    if any(after < before for before, after in zip(was, now, strict=False)):
        return Weakening("an assertion is replaced by one that is less strict")
    return None


def _ranked(checks: Iterable[Check]) -> list[int]:
    return sorted((one.strength for one in checks), reverse=True)


def _skips(text: str) -> Counter[str]:
    return Counter(found[0].strip() for found in _SKIPS.finditer(text))


def _checks(path: str, text: str) -> Checks | None:
    if PurePosixPath(path).suffix in {".py", ".pyi"}:
        return python_checks(text)
    code = _folded(_LINE_COMMENT.sub("", _BLOCK_COMMENT.sub("", text)))
    lines = [" ".join(line.split()) for line in code.split("\n") if _ASSERTION.search(line)]
    return Checks(
        tests=Counter(" ".join(found[0].split()) for found in _TESTS.finditer(code)),
        checks=tuple(Check(line, _strength(line)) for line in lines),
        cases=0,
        leaves=len(_GUARD.findall(code)),
        values=Counter(_LITERAL.findall(code)),
    )


def _folded(code: str) -> str:
    """`code` with each call and each literal that goes over several lines on one line; bodies stay as they are."""
    pieces: list[str] = []
    inside: list[bool] = []  # whether each open bracket holds lines of one statement
    last = ""
    for word in _PART.findall(code):
        if word == "\n" or word.isspace():
            pieces.append(" " if inside and inside[-1] else word)
            continue
        if word in "([{":
            inside.append(word != "{" or last in _BEFORE_LITERAL)
        elif word in ")]}" and inside:
            inside.pop()
        pieces.append(word)
        last = word
    # A chain of calls is one statement as well.
    return _CHAIN.sub(".", "".join(pieces))


def _strength(line: str) -> int:
    if _WEAK.search(line):
        return 0
    return 2 if _STRONG.search(line) else 1


def _short(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= 80 else f"{line[:79]}…")
