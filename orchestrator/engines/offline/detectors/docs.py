"""Documents that point to what is not there, and documents that still describe what this change removes."""

import ast
import posixpath
import re
from collections.abc import Iterator
from urllib.parse import unquote

from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.functions import PythonFunction, parse_python, python_functions
from orchestrator.engines.offline.detectors.kinds import has_suffix, is_product_code, is_prose
from orchestrator.values.change import ChangedFile, DiffLine
from orchestrator.values.finding import Confidence, Severity
from orchestrator.values.text import printable_path

_LINK = re.compile(
    r"\[[^\]\[\n]{0,200}\]\(\s{0,3}<?([^)\s>(]{1,300})>?(?:\s{1,3}[\"'(][^)\n]{0,200})?\)|^\s{0,3}\[(?!\^)[^\]\n]{1,200}\]:\s{1,20}<?([^\s>]{1,300})"
)
# What names a file and not, as Sphinx allows, a label or an object.
_FILE = re.compile(r"/|\.(?:md|rst|txt|html?|py|png|jpe?g|svg|gif|pdf|ya?ml|json|toml|ipynb|sh)$", re.IGNORECASE)
_CODE_SPAN = re.compile(r"`[^`\n]*`")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//|/|#|\{|<|\$|@", re.IGNORECASE)
_DEFINITION = re.compile(
    r"^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:def|class|function|func|interface|type)\s+(?P<name>[A-Za-z]\w{3,})"
    r"|^export\s+const\s+(?P<const>[A-Za-z]\w{3,})"
)
_HISTORY = re.compile(r"(?:^|/)(?:change(?:s|log)|history|news|releases?|migrat\w*|upgrad\w*)\b", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_MOST_DOCUMENTS = 300
_NAMED = 3


def is_markdown(path: str) -> bool:
    """True where Markdown links are read."""
    return has_suffix(path, (".md", ".mdx", ".markdown"))


def find_broken_links(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Relative links whose target is not in the reviewed tree."""
    known = set(view.paths())
    folders = {"", *(folder for path in known for folder in _parents(path))}
    for file in files:
        labels = any(f"{folder}/conf.py" in known for folder in _parents(file.path))
        touched = dict(view.reviewed(file.path))
        for number, line in _outside_fences(view.lines(file.path)):
            if number not in touched:
                continue
            for target in _targets(line):
                place = posixpath.normpath(posixpath.join(posixpath.dirname(file.path), target))
                if place.startswith("..") or place in known or place.rstrip("/") in folders or place == ".":
                    continue
                if labels and not _FILE.search(target):
                    continue
                yield Spot(
                    file=file.path,
                    line=number,
                    severity=Severity.WARNING,
                    confidence=Confidence.HIGH,
                    category="broken-reference",
                    message=f"The link to {printable_path(target)} leads nowhere: {printable_path(place)} is not in the repository, "
                    "and readers end at an error page.",
                    fix="Correct the path, or add the file it names.",
                )


def _parents(path: str) -> Iterator[str]:
    while path := posixpath.dirname(path):
        yield path


def _outside_fences(lines: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    fenced = False
    for number, line in enumerate(lines, 1):
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            yield number, line


def _targets(line: str) -> Iterator[str]:
    for found in _LINK.finditer(_CODE_SPAN.sub("", line)):
        target = unquote((found[1] or found[2] or "").split("#", 1)[0].split("?", 1)[0])
        if target and not _ELSEWHERE.match(target) and not any(char in target for char in "{}<>*|"):
            yield target


def find_stale_mentions(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """Public definitions and files that this change removes while a document goes on describing them."""
    documents = [path for path in view.paths() if is_prose(path) and not _HISTORY.search(path)]
    if not view.has_diff or len(documents) > _MOST_DOCUMENTS:
        return
    in_use = _words_in_code(view)
    for file in files:
        for position, line, name in _removed_names(view, file, in_use):
            pattern = re.compile(rf"`[^`\n]*\b{re.escape(name)}\b[^`\n]*`|\b{re.escape(name)}\(")
            if mentions := _mentions(view, documents, pattern):
                yield _stale(file.path, position, line, name, mentions)
        first = next(iter(view.removed(file.path)), None)
        if file.deleted and first is not None:
            pattern = re.compile(rf"(?<![\w/.-]){re.escape(file.path)}(?![\w/-])")
            if mentions := _mentions(view, documents, pattern):
                yield _stale(file.path, first[0], first[1], printable_path(file.path), mentions)


def _words_in_code(view: View) -> frozenset[str]:
    """Every word of the changed code as it is now; one set, because a large change asks for hundreds of names."""
    texts = (view.text(file.path) for file in view.files if is_product_code(file.path))
    return frozenset(word for text in texts for word in _WORD.findall(text))


def _removed_names(view: View, file: ChangedFile, in_use: frozenset[str]) -> Iterator[tuple[int, DiffLine, str]]:
    for position, line in view.removed(file.path):
        found = _DEFINITION.match(line.text)
        name = (found["name"] or found["const"]) if found else ""
        if name and name not in in_use:
            yield position, line, name


def _mentions(view: View, documents: list[str], pattern: re.Pattern[str]) -> tuple[str, ...]:
    """Every place that matches, as path:line."""
    return tuple(
        f"{printable_path(path)}:{number}"
        for path in documents
        for number, line in enumerate(view.text(path).split("\n"), 1)
        if pattern.search(line)
    )


def _stale(path: str, position: int, line: DiffLine, name: str, mentions: tuple[str, ...]) -> Spot:
    more = f" and {len(mentions) - _NAMED} more" if len(mentions) > _NAMED else ""
    places = ", ".join(mentions[:_NAMED]) + more
    return Spot(
        file=path,
        line=position,
        severity=Severity.WARNING,
        confidence=Confidence.HIGH,
        category="stale-doc",
        message=f"This change removes {name}, but documents still tell readers to use it ({places}): what they try will fail.",
        fix=f"Change or remove what stands at {places}.",
        quote=line.text,
    )


def find_missing_docstrings(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """New public Python functions without a docstring in a module whose other public functions have one."""
    for file in files:
        tree = parse_python(view.text(file.path))
        public = [found for found in python_functions(tree) if _needs_docstring(found)] if tree else []
        bare = [found for found in public if ast.get_docstring(found.node) is None]
        if len(public) - len(bare) < 3 or len(bare) > (len(public) - len(bare)) / 2:
            continue
        before = parse_python(view.old_text(file.path))
        old = {found.name for found in python_functions(before)} if before else set()
        for node in (found.node for found in bare if found.name not in old):
            if view.has_diff and view.changed.touches(file.path, node.lineno):
                yield Spot(
                    file=file.path,
                    line=node.lineno,
                    severity=Severity.SUGGESTION,
                    confidence=Confidence.MEDIUM,
                    category="undocumented-public-change",
                    message=f"{node.name} is public and new, and the only kind here without a docstring: callers must read its body.",
                    fix="Say in one sentence what it returns and what it raises.",
                )


def _needs_docstring(found: PythonFunction) -> bool:
    """A function that others call by its name; not an overload, a setter, or one that repeats a documented parent."""
    decorators = " ".join(ast.unparse(decorator) for decorator in found.node.decorator_list)
    public = not any(part.startswith("_") for part in found.name.split("."))
    return public and not found.nested and not re.search(r"overload|override|\.setter|\.deleter", decorators)
