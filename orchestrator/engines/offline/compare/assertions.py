"""Tests that still assert something about a value, and no longer what it is."""

import re
from collections.abc import Iterator

from orchestrator.engines.offline.compare.runs import Exchange, exchanges
from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.values.change import ChangedFile, DiffLine
from orchestrator.values.finding import Confidence, Severity

_EXACT = re.compile(
    r"^\s*assert\s+[^=!<>]+?\s(?:==|is)\s+(?!not\s+None\b)\S|\bassert(?:Equals?|Is|DictEqual|ListEqual|AlmostEqual|Same|ArrayEquals)\s*\("
    r"|\.(?:toBe|toEqual|toStrictEqual|toMatchObject|toHaveBeenCalledWith|toThrow)\(\s*[^)\s]|\.to\.(?:deep\.)?(?:equal|eql)\("
    r"|\b(?:assert|require|t)\.(?:Equal|Exactly|EqualValues|JSONEq|equal|strictEqual|deepEqual|deepStrictEqual|same|is)\(|\.isEqualTo\(|\.isSameAs\("
    r"|\.assert_(?:called_once_with|called_with|has_calls)\("
)
_LOOSE = re.compile(
    r"^\s*assert\s+(?:not\s+)?[\w.\[\]()\"', ]+\s*(?:,\s*[\"'f].*)?$|^\s*assert\s+.+\bis\s+not\s+None\b|^\s*assert\s+(?:isinstance|bool|len)\(.*\)\s*$"
    r"|\bassert(?:True|IsNotNone|IsInstance|NotNull)\s*\(|\.(?:toBeTruthy|toBeDefined|toBeInstanceOf|toHaveBeenCalled|toThrow)\(\s*\)"
    r"|\.not\.(?:toBeNull|toBeUndefined)\(|\.(?:toBe|toEqual)\(\s*expect\.any|\.to\.(?:exist|be\.ok)\b|\b(?:assert|require|t)\.(?:NotNil|NotEmpty|True|ok|truthy)\("
    r"|\.isNotNull\(|\.isNotEmpty\(|\.assert_called(?:_once)?\(\s*\)|\b(?:assert\.)?ok\("
)
_ANY_ERROR = re.compile(
    r"\braises\(\s*(?:Base)?Exception\s*\)|\bassertRaises\(\s*(?:Base)?Exception\b|assertThrows\(\s*(?:Exception|Throwable)\.class"
)
_AN_ERROR = re.compile(r"\braises\(\s*\w|\bassertRaises\(\s*\w|assertThrows\(\s*\w")
_WORD = re.compile(r"[A-Za-z_]\w*")
_FRAMEWORK = frozenset(
    {
        *(
            "assert",
            "t",
            "self",
            "expect",
            "not",
            "None",
            "is",
            "in",
            "isinstance",
            "len",
            "bool",
            "require",
            "True",
            "False",
            "null",
        ),
        *(
            "toBe",
            "toEqual",
            "toStrictEqual",
            "toBeTruthy",
            "toBeDefined",
            "Equal",
            "NotNil",
            "assertEqual",
            "assertTrue",
        ),
        *(
            "assertThat",
            "isEqualTo",
            "isNotNull",
            "any",
            "undefined",
            "equal",
            "strictEqual",
            "deepEqual",
            "ok",
            "nil",
            "to",
            "be",
        ),
        *(
            "assertEquals",
            "assertNotNull",
            "assertIsNotNone",
            "assertIsInstance",
            "raises",
            "pytest",
            "with",
            "Exception",
        ),
    }
)


def find_weakened_assertions(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """One spot per assertion that named the expected value and now accepts almost any."""
    for file in files:
        for hunk in file.hunks if view.has_diff and not file.deleted else ():
            for run in exchanges(hunk):
                yield from _weakened(file.path, run)


def _weakened(path: str, run: Exchange) -> Iterator[Spot]:
    exact = [line for line in run.removed if _EXACT.search(line.text) or _names_error(line.text)]
    kept = [line for line in run.added if _is_exact(line.text)]
    # As many exact ones as before, in whatever form, means that they were rewritten.
    if not exact or len(kept) >= len(exact):
        return
    for new in run.added:
        if not _is_loose(new.text) or new.new is None:
            continue
        old = next((line for line in exact if _same_subject(line, new)), None)
        if old is not None:
            exact.remove(old)
            yield Spot(
                file=path,
                line=new.new,
                severity=Severity.WARNING,
                confidence=Confidence.MEDIUM,
                category="weak-assertion",
                message=f"This test expected an exact result (`{old.text.strip()[:90]}`) and now accepts almost any: a wrong one passes unnoticed.",
                fix="Assert the value that is right now, as exactly as before.",
            )


def _is_exact(text: str) -> bool:
    return not _is_loose(text) and (_EXACT.search(text) is not None or _names_error(text))


def _is_loose(text: str) -> bool:
    if _ANY_ERROR.search(text):
        return True
    compares = re.search(r"^\s*assert\b.*(?:==|!=|<|>|\bin\b|\bis\s+(?!not\s+None))", text)
    return compares is None and _LOOSE.search(text) is not None


def _names_error(text: str) -> bool:
    return _AN_ERROR.search(text) is not None and _ANY_ERROR.search(text) is None


def _same_subject(old: DiffLine, new: DiffLine) -> bool:
    """True when what is asserted about is named in both lines; two ways to expect an error have the same subject anyway."""
    if _names_error(old.text):
        return _ANY_ERROR.search(new.text) is not None
    words = {word for word in _WORD.findall(new.text) if not word.startswith("assert")} - _FRAMEWORK
    return bool(words) and len(words & set(_WORD.findall(old.text))) * 2 > len(words)
