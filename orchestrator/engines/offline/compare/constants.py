"""Business values that the repository knows twice: a constant with two values, a status compared by its spelling."""

import re
from collections.abc import Iterator

from orchestrator.engines.offline.compare.places import place
from orchestrator.engines.offline.detectors.base import Spot, View
from orchestrator.engines.offline.detectors.kinds import has_suffix, is_product_code, is_python
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Confidence, Severity

_CONSTANT = re.compile(
    r"^\s*(?:export\s+)?(?:(?:public|private|protected|static|final|readonly|const|let|var)\s+)*(?:[A-Za-z][\w<>]*\s+)?(?P<name>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)"
    r"(?:\s*:\s*[\w\[\]. ]+)?\s*=\s*(?P<value>-?\d[\d_.]*|(?:new\s+)?(?:Decimal|BigDecimal)\(\s*[\"']?-?\d[\d_.]*[\"']?\s*\))[\sLlFfDd]*;?\s*(?:#.*|//.*)?$"
)
_BUSINESS = frozenset(
    {
        *(
            "VAT",
            "TAX",
            "RATE",
            "PRICE",
            "FEE",
            "DISCOUNT",
            "MIN",
            "MAX",
            "MINIMUM",
            "MAXIMUM",
            "LIMIT",
            "QUOTA",
            "THRESHOLD",
            "ORDER",
        ),
        *(
            "ORDERS",
            "PAYMENT",
            "INVOICE",
            "REFUND",
            "CREDIT",
            "SHIPPING",
            "TRIAL",
            "GRACE",
            "INTEREST",
            "COMMISSION",
            "BONUS",
            "AGE",
        ),
        *(
            "PASSWORD",
            "ATTEMPTS",
            "MEMBERS",
            "SEATS",
            "DAYS",
            "MONTHS",
            "PERCENT",
            "CURRENCY",
            "POINTS",
            "STOCK",
            "USERS",
        ),
    }
)
_TECHNICAL = frozenset(
    {
        *(
            "TIMEOUT",
            "BUFFER",
            "CHUNK",
            "BATCH",
            "CACHE",
            "PORT",
            "RETRY",
            "RETRIES",
            "BACKOFF",
            "POOL",
            "THREADS",
            "WORKERS",
            "SAMPLE",
        ),
        *(
            "FRAME",
            "PAGE",
            "LENGTH",
            "WIDTH",
            "HEIGHT",
            "SIZE",
            "PIXELS",
            "BYTES",
            "DEPTH",
            "LEVEL",
            "MS",
            "SECONDS",
            "LOG",
            "FILES",
        ),
        *(
            "INT",
            "UINT",
            "FLOAT",
            "VALUE32",
            "ITERATIONS",
            "RECURSION",
            "CONCURRENCY",
            "CONNECTIONS",
            "QUEUE",
            "SAMPLES",
            "EPOCHS",
        ),
    }
)
_PER_PLACE = re.compile(
    r"(?:^|/)(?:[^/]*(?:config|settings|environ|sample|example|demo|migration|mock|stub|seed|legacy|vendor)[^/]*)(?:/|$)",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"(?P<left>[A-Za-z_$][\w$]*(?:(?:\.|\?\.|->)[A-Za-z_$][\w$]*)*)(?:\(\))?\s*(?:===?|!==?)\s*(?P<quote>[\"'])(?P<value>[A-Za-z][\w -]{1,40})(?P=quote)"
    r"|(?P<receiver>[A-Za-z_]\w*(?:\.\w+)*?)(?:\(\))?\.equals\(\"(?P<text>[A-Za-z][\w -]{1,40})\"\)"
)
_PYTHON_ENUM = re.compile(
    r"^class\s+(?P<name>\w+)\([^)\n]*(?:Enum|TextChoices)\b[^)\n]*\):(?P<body>(?:\n(?:[ \t]+[^\n]*|[ \t]*))*)",
    re.MULTILINE,
)
_BRACE_ENUM = re.compile(r"\benum\s+(?P<name>\w+)[^{}\n]*\{(?P<body>[^{}]*)", re.MULTILINE)
_MEMBER = re.compile(r"^\s*(?P<name>[A-Za-z_]\w*)\s*=\s*\(?\s*[\"'](?P<value>[^\"'\n]+)[\"']", re.MULTILINE)
_JAVA_MEMBER = re.compile(r"(?:^|[,{])\s*(?P<name>[A-Z][A-Z0-9_]*)\s*(?=[,;(}\n]|$)", re.MULTILINE)
_LAST_WORD = re.compile(r"[A-Z]?[a-z0-9]+$|[A-Z0-9]+$")


def find_second_values(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """An added business constant that another file of the repository defines with another value."""
    for file in files:
        if not view.has_diff or _PER_PLACE.search(file.path):
            continue
        for number, line in view.reviewed(file.path):
            found = _CONSTANT.match(line)
            words = set(found["name"].split("_")) if found else set()
            if not found or not words & _BUSINESS or words & _TECHNICAL:
                continue
            other = _other_value(view, file.path, found["name"], _number(found["value"]))
            if other is not None:
                where, value = other
                yield Spot(
                    file=file.path,
                    line=number,
                    severity=Severity.WARNING,
                    confidence=Confidence.MEDIUM,
                    category="duplicated-rule",
                    message=f"{found['name']} is {found['value']} here and {value} at {where}: two parts of the product now decide by different rules under one name.",
                    fix=f"Import the one at {where}, or name the two after what tells them apart.",
                )


def _other_value(view: View, path: str, name: str, value: float | None) -> tuple[str, str] | None:
    for user in view.sources.using(name):
        if user == path or not is_product_code(user) or _PER_PLACE.search(user):
            continue
        for number, line in enumerate(view.sources.text(user).split("\n"), 1):
            found = _CONSTANT.match(line) if name in line and len(line) < 300 else None
            if found and found["name"] == name and _number(found["value"]) != value:
                return place(user, number), found["value"]
    return None


def _number(text: str) -> float | None:
    found = re.search(r"-?\d[\d_]*(?:\.[\d_]+)?", text)
    return float(found[0].replace("_", "")) if found else None


def find_spelled_states(view: View, files: tuple[ChangedFile, ...]) -> Iterator[Spot]:
    """An added comparison with a string that an enumeration of the repository has a member for."""
    hits = [hit for file in files if view.has_diff for hit in _comparisons(view, file.path)]
    if not hits:
        return
    enums = list(_enums(view))
    for path, number, left, value in hits:
        match = next((enum for enum in enums if _speaks_of(enum, path, left, value)), None)
        if match is not None:
            name, members, where = match
            yield Spot(
                file=path,
                line=number,
                severity=Severity.WARNING,
                confidence=Confidence.MEDIUM,
                category="language-drift",
                message=f'"{value}" is compared by its spelling although {name} ({where}) has a member for it: when that member changes, this branch is never taken again and nothing warns.',
                fix=f"Compare with {name}.{members[value]}.",
            )


def _comparisons(view: View, path: str) -> Iterator[tuple[str, int, str, str]]:
    code = view.code(path)
    for number, line in view.reviewed(path):
        for found in _COMPARED.finditer(line) if '"' in code[number - 1] or "'" in code[number - 1] else ():
            left = (found["left"] or found["receiver"]).rpartition(".")[2]
            if code[number - 1][found.start() : found.start() + 1].strip():
                yield path, number, left, found["value"] or found["text"]


_Enum = tuple[str, dict[str, str], str]


def _enums(view: View) -> Iterator[_Enum]:
    """Name, members by value, and place of every enumeration of strings."""
    words = ("Enum", "StrEnum", "TextChoices", "enum")
    for path in dict.fromkeys(path for word in words for path in view.sources.using(word)):
        if not is_product_code(path):
            continue
        text = view.sources.text(path)
        pattern = _PYTHON_ENUM if is_python(path) else _BRACE_ENUM
        for found in pattern.finditer(text):
            members = {member["value"]: member["name"] for member in _MEMBER.finditer(found["body"])}
            if path.endswith(".java"):
                members |= {member["name"]: member["name"] for member in _JAVA_MEMBER.finditer(found["body"])}
            if members:
                yield found["name"], members, place(path, text.count("\n", 0, found.start()) + 1)


def _speaks_of(enum: _Enum, path: str, left: str, value: str) -> bool:
    """True when the compared name and the enumeration end in the same word, in the same language family."""
    name, members, where = enum
    mine, its = _LAST_WORD.search(left), _LAST_WORD.search(name)
    same = mine is not None and its is not None and mine[0].lower() == its[0].lower()
    return value in members and same and has_suffix(where.rpartition(":")[0], _family(path))


def _family(path: str) -> tuple[str, ...]:
    families = ((".py",), (".ts", ".tsx", ".js", ".jsx", ".mjs", ".mts"), (".java", ".kt"))
    return next((family for family in families if has_suffix(path, family)), ("." + path.rpartition(".")[2],))
