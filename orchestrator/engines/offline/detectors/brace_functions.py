"""Functions of languages that mark blocks with braces, found without a parser."""

import re
from collections.abc import Iterator, Mapping

from orchestrator.engines.offline.detectors.function_model import Function
from orchestrator.engines.offline.detectors.kinds import has_suffix, is_script
from orchestrator.engines.offline.detectors.masking import mask

_LARGEST = 500_000
_PAIRS: Mapping[str, str] = {")": "(", "}": "{", "]": "["}
_KEYWORDS = frozenset(
    {
        *("if", "for", "while", "switch", "catch", "with", "return", "new", "await", "typeof", "do", "else"),
        *("function", "sizeof", "using", "lock"),
    }
)
_MODIFIERS = (
    r"(?:export|default|async|static|get|set|public|private|protected|internal|override|abstract|final|readonly|"
    r"synchronized|virtual|sealed|partial|function|\*)"
)
_SCRIPT_HEAD = re.compile(rf"^[ \t]*(?:{_MODIFIERS}\s+|\*\s*)*(?P<name>[#\w$]+)?\s*(?:<[^<>(){{}};]*>)?\s*$")
_FUNCTION_HEAD = re.compile(r"\bfunction\b\s*\*?\s*(?P<name>[\w$]*)\s*(?:<[^<>(){};]*>)?\s*$")
_ARROW_HEAD = re.compile(r"(?P<name>[#\w$]+)\s*(?::[^=;{}()]{1,120})?\s*[=:]\s*(?:async\s*)?(?:<[^<>(){};]*>)?\s*$")
_GO_HEAD = re.compile(r"\bfunc\s*(?:\([^()]*\)\s*)?(?P<name>\w+)\s*(?:\[[^\]]*\])?$")
_TYPED_HEAD = re.compile(r"^[ \t]*(?:[\w@<>\[\],.?]+[ \t]+)+(?P<name>\w+)\s*$")
_SCRIPT_TAIL = re.compile(r"\s*(?::\s*[^={};()]{1,200})?\s*(?P<arrow>=>)?\s*(?=\{)")
_GO_TAIL = re.compile(r"\s*(?:\([^()]*\)|[\w.*\[\]]+)?\s*(?=\{)")
_TYPED_TAIL = re.compile(r"\s*(?:throws\s+[\w., ]+|where\s+[^{;]+)?\s*(?=\{)")
_BRANCH = re.compile(r"\b(?:if|for|while|case|catch)\b|&&|\|\||\?\?(?!=)|(?<![?\w])\?(?![?.:])")
_OPENS_BLOCK = re.compile(
    r"(?:\b(?:else|try|do|finally)\s*|\b(?:if|while|switch|catch|select)\b[^{};]*|\bfor\b[^{}\n]*)$"
)
_FLAG = re.compile(r"\b(?:bool|boolean)\b|=\s*(?:true|false)\s*$")


def brace_functions(path: str, text: str) -> tuple[Function, ...]:
    """Named functions of JavaScript, TypeScript, Go, Java and C# text, by first line. Callbacks belong to their function."""
    if len(text) > _LARGEST or not (is_script(path) or has_suffix(path, (".go", ".java", ".cs"))):
        return ()
    code = mask(path, text)
    pairs = _pairs(code)
    found = [_measure(code, pairs, *head) for head in _heads(path, code, pairs)]
    return tuple(sorted(found, key=lambda function: function.start))


def _pairs(code: str) -> dict[int, int]:
    """Position of each opening bracket to that of its closing one; brackets that do not match are left out."""
    pairs: dict[int, int] = {}
    waiting: list[int] = []
    for found in re.finditer(r"[(){}\[\]]", code):
        position, char = found.start(), found[0]
        if char not in _PAIRS:
            waiting.append(position)
        elif waiting and code[waiting[-1]] == _PAIRS[char]:
            pairs[waiting.pop()] = position
    return pairs


def _heads(path: str, code: str, pairs: Mapping[int, int]) -> Iterator[tuple[str, int, int, int]]:
    """Name, start of the head, opening parenthesis and opening brace of each function."""
    tail = _SCRIPT_TAIL if is_script(path) else _GO_TAIL if has_suffix(path, (".go",)) else _TYPED_TAIL
    for open_at, close_at in pairs.items():
        if code[open_at] != "(":
            continue
        after = tail.match(code, close_at + 1)
        if after is None or after.end() not in pairs:
            continue
        head = _head(path, code, open_at, arrow=bool(after.groupdict().get("arrow")))
        if head is not None:
            yield head[0], head[1], open_at, after.end()


def _head(path: str, code: str, open_at: int, *, arrow: bool) -> tuple[str, int] | None:
    line_start = code.rfind("\n", 0, open_at) + 1
    before = code[max(line_start, open_at - 300) : open_at]
    if arrow:
        patterns: tuple[re.Pattern[str], ...] = (_ARROW_HEAD,)
    elif is_script(path):
        patterns = (_FUNCTION_HEAD, _SCRIPT_HEAD)
    else:
        patterns = (_GO_HEAD,) if has_suffix(path, (".go",)) else (_TYPED_HEAD,)
    for pattern in patterns:
        found = pattern.search(before)
        if found and found["name"] and found["name"] not in _KEYWORDS and not re.search(r"\bnew\s+\w+\s*$", before):
            return found["name"], line_start
    return None


def _measure(code: str, pairs: Mapping[int, int], name: str, head_at: int, open_at: int, brace_at: int) -> Function:
    end_at = pairs[brace_at]
    params = _split(code[open_at + 1 : pairs[open_at]])
    body = code[brace_at + 1 : end_at]
    line = code.count("\n", 0, head_at) + 1
    return Function(
        name=name,
        start=line,
        line=line,
        end=code.count("\n", 0, end_at) + 1,
        params=tuple(params),
        flags=sum(_FLAG.search(param) is not None for param in params),
        branches=1 + len(_BRANCH.findall(body)),
        depth=_depth(code, pairs, brace_at, end_at),
        length=sum(bool(part.strip()) for part in body.split("\n")),
    )


def _split(text: str) -> list[str]:
    parts: list[str] = []
    level = 0
    start = 0
    for position, char in enumerate(text):
        level += (char in "([{<") - (char in ")]}" or (char == ">" and text[position - 1 : position] != "="))
        if char == "," and level <= 0:
            parts.append(text[start:position])
            start = position + 1
    return [part.strip() for part in (*parts, text[start:]) if part.strip()]


def _depth(code: str, pairs: Mapping[int, int], brace_at: int, end_at: int) -> int:
    ends: list[int] = []
    deepest = 0
    for position in range(brace_at + 1, end_at):
        if code[position] != "{" or position not in pairs:
            continue
        while ends and ends[-1] < position:
            ends.pop()
        if _OPENS_BLOCK.search(code[max(brace_at + 1, position - 200) : position]):
            ends.append(pairs[position])
            deepest = max(deepest, len(ends))
    return deepest
