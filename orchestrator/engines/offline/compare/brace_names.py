"""What scripts, Go and Java files offer to others, and what they take from others, read without a parser."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from orchestrator.engines.offline.detectors.masking import mask

_DECLARED = re.compile(
    r"^[ \t]*export\s+(?:declare\s+)?(?:default\s+)?(?:abstract\s+)?(?:async\s+)?(?P<kind>function\s*\*?|class|const|let|var|interface|type|enum)\s+(?P<name>[A-Za-z_$][\w$]*)",
    re.MULTILINE,
)
_LIST = re.compile(r"^[ \t]*export\s+(?:type\s+)?\{(?P<names>[^{}]*)\}", re.MULTILINE)
_COMMON = re.compile(r"^[ \t]*(?:module\.)?exports\.(?P<name>[A-Za-z_$][\w$]*)\s*=(?!=)", re.MULTILINE)
_COMMON_OBJECT = re.compile(r"^[ \t]*module\.exports\s*=\s*\{(?P<names>[^{}]*)\}", re.MULTILINE)
_OPEN = re.compile(
    r"^[ \t]*export\s*\*\s*from|^[ \t]*export\s+(?:const|let|var)\s*[\[{]|^[ \t]*(?:module\.)?exports\s*=(?!\s*\{[^{}]*\}\s*;?\s*$)"
    r"|Object\.(?:assign|defineProperty|defineProperties)\(\s*(?:module\.)?exports|\bexports\[|__exportStar|^[ \t]*export\s*=",
    re.MULTILINE,
)
_IMPORT = re.compile(
    r"^[ \t]*(?:import|export)\s+(?P<type>type\s+)?(?:[\w$]+\s*,\s*)?\{(?P<names>[^{}]*)\}\s*from\s*[\"'](?P<from>[^\"'\n]+)[\"']"
    r"|^[ \t]*(?:const|let|var)\s*\{(?P<taken>[^{}]*)\}\s*=\s*require\(\s*[\"'](?P<required>[^\"'\n]+)[\"']\s*\)",
    re.MULTILINE,
)
_ITEM = re.compile(r"(?:type\s+)?(?P<name>[A-Za-z_$][\w$]*)(?:\s+as\s+(?P<as>[\w$]+)|\s*:\s*(?P<local>[\w$]+))?$")


@dataclass(frozen=True, slots=True)
class ScriptImport:
    """`name` of the module `target` bound as `local` on `line`; `hard` when a missing name stops the load, `types` when only types are meant."""

    name: str
    local: str
    target: str
    line: int
    hard: bool
    types: bool


def script_exports(path: str, text: str) -> frozenset[str] | None:
    """Names a script exports, or None when they cannot be read off it."""
    code = mask(path, text)
    if _OPEN.search(code):
        return None
    names = {found["name"] for pattern in (_DECLARED, _COMMON) for found in pattern.finditer(code)}
    for found in (*_LIST.finditer(code), *_COMMON_OBJECT.finditer(code)):
        for item in _items(found["names"]):
            # `export { a as b }` offers b, `module.exports = { a: b }` offers a.
            names.add(item["as"] or item["name"])
        if "..." in found["names"] or "(" in found["names"]:
            return None
    return frozenset(names)


def script_imports(path: str, text: str, name: str) -> Iterator[ScriptImport]:
    """The places where a script takes `name` by name from another module."""
    statements = [found for found in _IMPORT.finditer(text) if name in found[0]]
    code = mask(path, text) if statements else ""
    for found in statements:
        if not code[found.start() : found.end()].strip():
            continue  # inside a comment
        line = text.count("\n", 0, found.start() + len(found[0]) - len(found[0].lstrip())) + 1
        target = found["from"] or found["required"]
        for item in _items(found["names"] or found["taken"]):
            if item["name"] != name:
                continue
            types = bool(found["type"]) or item[0].startswith("type ")
            local = item["as"] or item["local"] or item["name"]
            yield ScriptImport(item["name"], local, target, line, found["from"] is not None, types)


def _items(names: str) -> Iterator[re.Match[str]]:
    for part in re.sub(r"/\*[\s\S]*?\*/|//[^\n]*", "", names).split(","):
        found = _ITEM.match(part.split("=")[0].strip())
        if found:
            yield found
