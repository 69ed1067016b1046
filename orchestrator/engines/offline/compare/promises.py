"""Routes, flags and variables that this change takes away while documents still promise them."""

import re
from collections.abc import Iterator

from orchestrator.engines.offline.compare.places import listed, place
from orchestrator.engines.offline.detectors.base import LONGEST_LINE, Spot, View
from orchestrator.engines.offline.detectors.kinds import has_suffix, is_product_code, is_prose
from orchestrator.values.change import ChangedFile, DiffLine
from orchestrator.values.finding import Confidence, Severity
from orchestrator.values.text import printable_path

_ROUTE = re.compile(
    r"@\w+(?:\.\w+)*\.(?:route|get|post|put|patch|delete)\(\s*[\"'](?P<decorated>/[^\"'\s]{2,})[\"']|@(?:Get|Post|Put|Patch|Delete|Request)(?:Mapping)?\(\s*(?:(?:value|path)\s*=\s*)?[\"'](?P<mapped>/[^\"'\s]{2,})[\"']"
    r"|\b(?:app|router|server|fastify|r|mux|http|e|g)\.(?:get|post|put|patch|delete|all|use|GET|POST|PUT|PATCH|DELETE|HandleFunc|Handle)\(\s*[\"'`](?:(?:GET|POST|PUT|PATCH|DELETE) )?(?P<called>/[^\"'`\s]{2,})[\"'`]"
)
_FLAG = re.compile(
    r"(?:add_argument|add_option|(?:click|typer)\.(?:option|Option)|\.option|\.requiredOption|@Option|@Parameter|Option)\((?:[^\"'\n]*[\"'][^\"'\n]*[\"']\s*,)*?[^\"'\n]*[\"'](?:-\w[, ]+)?(?P<flag>--[a-z][a-z0-9-]{2,})\b"
    r"|^\s*[\"'](?P<bare>--[a-z][a-z0-9-]{2,})[\"'/]|\bflag\.\w+\((?:&\w+\s*,\s*)?\"(?P<go>[a-z][a-z0-9-]{2,})\""
)
_VARIABLE = re.compile(
    r"(?:os\.environ(?:\.get|\.pop)?[\[(]|os\.getenv\(|System\.getenv\(|os\.Getenv\(|os\.LookupEnv\(|env(?:iron)?(?:\.\w+)?\(|process\.env\[)\s*[\"'](?P<read>[A-Z][A-Z0-9_]{3,})[\"']|\bprocess\.env\.(?P<member>[A-Z][A-Z0-9_]{3,})\b"
)
_KINDS = (("route", _ROUTE), ("option", _FLAG), ("variable", _VARIABLE))
_HISTORY = re.compile(r"(?:^|/)(?:change(?:s|log)|history|news|releases?|migrat\w*|upgrad\w*)\b", re.IGNORECASE)
_SPECIFICATION = re.compile(
    r"(?:openapi|swagger|api-?spec|asyncapi)[^/]*\.(?:ya?ml|json)$|(?:^|/)(?:\.env\.(?:example|sample|template)|docker-compose[^/]*\.ya?ml|Dockerfile)$",
    re.IGNORECASE,
)
_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>|:(\w+)|\{(\w+)(?::[^}]*)?\}")
_MOST_DOCUMENTS = 400
_Gone = tuple[int, DiffLine, str, str]


def find_broken_promises_of_documents(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """One spot per removed route, command-line option or environment variable that a document still names."""
    gone = [(file.path, found) for file in files if view.has_diff for found in _gone(view, file)]
    if not gone:
        return
    documents = [
        path
        for path in view.sources.paths
        if (is_prose(path) or _SPECIFICATION.search(path)) and not _HISTORY.search(path)
    ][:_MOST_DOCUMENTS]
    view.sources.load((*documents, *view.sources.code))
    for path, (position, line, kind, name) in gone:
        mentions = _mentions(view, documents, kind, name) if not _lives(view, name) else []
        if mentions:
            where = listed(mentions)
            yield Spot(
                file=path,
                line=position,
                severity=Severity.WARNING,
                confidence=Confidence.HIGH,
                category="interface-mismatch",
                message=f"The {kind} {printable_path(name)} is gone from the code, and still promised at {where}: users who follow the document get an error or no effect.",
                fix=f"Bring it back, or change {where} and say how users move on.",
                quote=line.text,
            )


def _gone(view: View, file: ChangedFile) -> Iterator[_Gone]:
    seen: set[str] = set()
    for position, line in view.removed(file.path):
        if len(line.text) > LONGEST_LINE or line.text.lstrip().startswith(("*", "//", "/*", "#")):
            continue  # an example in a comment is no promise of the code
        for kind, pattern in _KINDS:
            for found in pattern.finditer(line.text):
                name = next(group for group in found.groups() if group)
                name = f"--{name}" if kind == "option" and not name.startswith("--") else name
                if name not in seen:
                    seen.add(name)
                    yield position, line, kind, name


def _lives(view: View, name: str) -> bool:
    """True when code or templates still hold the name, wherever that is."""
    bare = name.removeprefix("--")
    paths = (path for path in view.sources.code if is_product_code(path))
    pattern = re.compile(rf"(?<![\w-])(?:--)?{re.escape(bare)}(?![\w-])")
    underscored = bare.replace("-", "_") if name.startswith("--") else bare
    return any(
        (bare in text and pattern.search(text))
        or re.search(rf"(?<!\w){re.escape(underscored)}\s*[:=]\s*(?:\w+\s*=\s*)?(?:typer|click)", text)
        for text in map(view.sources.text, paths)
    )


def _mentions(view: View, documents: list[str], kind: str, name: str) -> list[str]:
    forms = [name]
    if kind == "route":
        forms += [_PARAMETER.sub(style, name) for style in (r"{\1\2\3}", r":\1\2\3", r"<\1\2\3>")]
    pattern = re.compile("|".join(rf"(?<![\w/.-]){re.escape(form)}(?![\w-]|/\w)" for form in dict.fromkeys(forms)))
    return [
        place(path, number)
        for path in documents
        for number, line in enumerate(view.sources.text(path).split("\n"), 1)
        if len(line) <= LONGEST_LINE and pattern.search(line)
    ]


def may_promise(path: str) -> bool:
    """True for product code in which routes, options and variables are read."""
    return is_product_code(path) and not has_suffix(path, (".d.ts", ".pyi"))
