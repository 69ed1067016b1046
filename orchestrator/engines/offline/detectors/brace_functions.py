"""Functions of languages that mark blocks with braces, found without a parser."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

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
_MAY_START_BODY = re.compile(r"\s*(?:[:{\[(*\w]|=>)")
_SCRIPT_TAIL = re.compile(r"\s*(?::\s*[^={};()\n]{1,120})?(?P<arrow>=>)?\s*(?=\{)")
_GO_TAIL = re.compile(r"\s*(?:\([^()]*\)|[\w.*\[\]]+)?\s*(?=\{)")
_TYPED_TAIL = re.compile(r"\s*(?:throws\s+[\w., ]+|where\s+[^{;]+)?\s*(?=\{)")
_BRANCH = re.compile(r"\b(?:if|for|while|case|catch)\b|&&|\|\||\?\?(?!=)|(?<![?\w])\?(?![?.:])")
_OPENS_BLOCK = re.compile(
    r"(?:\b(?:else|try|do|finally)\s*|\b(?:if|while|switch|catch|select)\b[^{};]*|\bfor\b[^{}\n]*)$"
)
_FLAG = re.compile(r"\b(?:bool|boolean)\b|=\s*(?:true|false)\s*$")


class _Head(NamedTuple):
    """Name of a function and where its head, its parameters and its body start."""

    name: str
    start: int
    open_at: int
    brace_at: int


class _Code(NamedTuple):
    """Masked text and its bracket pairs."""

    text: str
    pairs: Mapping[int, int]


def brace_functions(path: str, text: str) -> tuple[Function, ...]:
    """Named functions of JavaScript, TypeScript, Go, Java and C# text, by first line. Callbacks belong to their function."""
    if len(text) > _LARGEST or not (is_script(path) or has_suffix(path, (".go", ".java", ".cs"))):
        return ()
    code = mask(path, text)
    pairs = bracket_pairs(code)
    heads = sorted(_heads(path, code, pairs), key=lambda head: head.brace_at)
    return tuple(_measure(_Code(code, pairs), head, heads) for head in heads)


def bracket_pairs(code: str) -> dict[int, int]:
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


def _heads(path: str, code: str, pairs: Mapping[int, int]) -> Iterator[_Head]:
    tail = _SCRIPT_TAIL if is_script(path) else _GO_TAIL if has_suffix(path, (".go",)) else _TYPED_TAIL
    for open_at, close_at in pairs.items():
        if code[open_at] != "(":
            continue
        after = tail.match(code, close_at + 1) if _MAY_START_BODY.match(code, close_at + 1) else None
        if after is None or after.end() not in pairs:
            continue
        head = _head(path, code, open_at, arrow=bool(after.groupdict().get("arrow")))
        if head is not None:
            yield _Head(*head, open_at, after.end())


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


def _measure(code: _Code, head: _Head, heads: Sequence[_Head]) -> Function:
    text, pairs = code
    end_at = pairs[head.brace_at]
    body = _own_body(code, head, heads)
    params = split_arguments(text[head.open_at + 1 : pairs[head.open_at]])
    line = text.count("\n", 0, head.start) + 1
    return Function(
        name=head.name,
        start=line,
        line=line,
        end=text.count("\n", 0, end_at) + 1,
        params=tuple(params),
        flags=sum(_FLAG.search(param) is not None for param in params),
        branches=1 + len(_BRANCH.findall(body)),
        depth=_depth(body),
        length=sum(bool(part.strip()) for part in body.split("\n")),
    )


def _own_body(code: _Code, head: _Head, heads: Sequence[_Head]) -> str:
    """What stands between the braces, without the named functions inside."""
    start, end = head.brace_at + 1, code.pairs[head.brace_at]
    pieces: list[str] = []
    for inner in heads:
        inner_end = code.pairs[inner.brace_at] + 1
        if start <= inner.start and inner_end <= end:
            pieces.append(code.text[start : inner.start])
            start = inner_end
    return "".join([*pieces, code.text[start:end]])


def split_arguments(text: str) -> list[str]:
    """The parts of masked `text` between its outermost commas."""
    parts: list[str] = []
    level = 0
    start = 0
    for position, char in enumerate(text):
        level += (char in "([{<") - (char in ")]}" or (char == ">" and text[position - 1 : position] != "="))
        if char == "," and level <= 0:
            parts.append(text[start:position])
            start = position + 1
    return [part.strip() for part in (*parts, text[start:]) if part.strip()]


def _depth(body: str) -> int:
    """Deepest nesting of braces that open a block; those of objects, types and callbacks do not count."""
    open_blocks: list[bool] = []
    deepest = 0
    for found in re.finditer(r"[{}]", body):
        if found[0] == "{":
            before = body[max(0, found.start() - 200) : found.start()]
            open_blocks.append(_OPENS_BLOCK.search(before) is not None)
            deepest = max(deepest, sum(open_blocks))
        elif open_blocks:
            open_blocks.pop()
    return deepest
