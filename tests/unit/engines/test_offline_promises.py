"""Business values known twice, and what documents and schemas promise."""

import json

import pytest

from orchestrator.values.finding import Confidence, Severity
from tests.unit.engines.offline_kit import places, spots


@pytest.mark.parametrize(
    ("path", "line", "other", "text"),
    [
        ("shop/cart.py", "VAT_RATE = 0.19", "shop/bill.py", "VAT_RATE = 0.16\n"),
        ("shop/cart.py", 'MIN_ORDER_VALUE = Decimal("20")', "shop/bill.py", 'MIN_ORDER_VALUE = Decimal("25.00")\n'),
        ("src/cart.ts", "export const MAX_ORDER_LINES: number = 50;", "src/bill.ts", "const MAX_ORDER_LINES = 40;\n"),
        ("A.java", "  public static final int TRIAL_DAYS = 14;", "B.java", "  static final int TRIAL_DAYS = 30;\n"),
    ],
)
def test_one_name_with_two_values(path: str, line: str, other: str, text: str) -> None:
    (found,) = spots("second-values", {path: line + "\n"}, {}, extra={other: text})
    assert (found.file, found.line, found.category) == (path, 1, "duplicated-rule")
    assert (found.severity, found.confidence) == (Severity.WARNING, Confidence.MEDIUM)
    assert f"{other}:1" in found.message


@pytest.mark.parametrize(
    ("path", "line", "other"),
    [
        ("shop/cart.py", "VAT_RATE = 0.160", "shop/bill.py"),
        ("shop/cart.py", "CACHE_LIMIT_TIMEOUT = 3", "shop/bill.py"),
        ("shop/config/test.py", "VAT_RATE = 0.19", "shop/config/live.py"),
        ("shop/cart.py", "VAT_RATE = load()", "shop/bill.py"),
        ("shop/cart.py", "x = VAT_RATE == 3", "shop/bill.py"),
        ("shop/cart.py", "VAT_RATE = 0.19", "tests/test_bill.py"),
    ],
)
def test_values_that_agree_or_differ_for_a_reason(path: str, line: str, other: str) -> None:
    text = "VAT_RATE = 0.16\nCACHE_LIMIT_TIMEOUT = 9\n"
    assert spots("second-values", {path: line + "\n"}, {}, extra={other: text}) == ()


def test_an_old_difference_is_not_this_change() -> None:
    old = {"shop/cart.py": "VAT_RATE = 0.19\n"}
    extra = {"shop/bill.py": "VAT_RATE = 0.16\n"}
    assert spots("second-values", {"shop/cart.py": "VAT_RATE = 0.19\nx = 1\n"}, old, extra=extra) == ()


ENUMS = {
    "shop/states.py": 'class OrderStatus(StrEnum):\n    """States."""\n\n    OPEN = "open"\n    SHIPPED = "shipped"\n',
    "src/states.ts": 'export enum OrderStatus {\n  Open = "open",\n  Shipped = "shipped",\n}\n',
    "OrderStatus.java": "enum OrderStatus { OPEN, SHIPPED; }\n",
}


@pytest.mark.parametrize(
    ("path", "line", "member"),
    [
        ("shop/cart.py", 'if order.status == "shipped":', "OrderStatus.SHIPPED"),
        ("shop/cart.py", "if status != 'open':", "OrderStatus.OPEN"),
        ("src/cart.ts", "if (order.status === 'shipped') {", "OrderStatus.Shipped"),
        ("Cart.java", 'if (order.status.equals("SHIPPED")) {', "OrderStatus.SHIPPED"),
    ],
)
def test_a_state_compared_by_its_spelling(path: str, line: str, member: str) -> None:
    (found,) = spots("spelled-states", {path: line + "\n"}, {}, extra=ENUMS)
    assert (found.file, found.line, found.category) == (path, 1, "language-drift")
    assert (found.severity, found.confidence) == (Severity.WARNING, Confidence.MEDIUM)
    assert member in found.fix


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("shop/cart.py", 'if door == "open":'),
        ("shop/cart.py", 'if order.status == "unknown":'),
        ("shop/cart.py", "if order.status == OrderStatus.OPEN:"),
        ("shop/cart.py", '# order.status == "open"'),
        ("shop/cart.py", "text = 'order.status == \"open\"'"),
        ("src/cart.go", 'if order.Status == "open" {'),
    ],
)
def test_other_comparisons(path: str, line: str) -> None:
    assert spots("spelled-states", {path: line + "\n"}, {}, extra=ENUMS) == ()


@pytest.mark.parametrize(
    ("path", "line", "document", "text"),
    [
        ("app/a.py", '@app.route("/orders/<int:id>")', "README.md", "Ask `GET /orders/{id}`.\n"),
        ("src/a.ts", 'router.post("/orders/:id/cancel", cancel);', "openapi.yaml", "paths:\n  /orders/{id}/cancel:\n"),
        ("A.java", '@GetMapping("/orders")', "docs/api.md", "Ask /orders for all.\n"),
        ("a.go", 'mux.HandleFunc("/orders", list)', "docs/api.md", "Ask /orders for all.\n"),
        ("app/a.py", 'parser.add_argument("--dry-run", action="store_true")', "README.md", "Use `--dry-run` first.\n"),
        ("app/a.py", '@click.option("-n", "--dry-run", is_flag=True)', "README.md", "Use `--dry-run` first.\n"),
        ("a.go", 'dry := flag.Bool("dry-run", false, "no")', "README.md", "Use `--dry-run` first.\n"),
        ("app/a.py", 'url = os.environ["SHOP_URL"]', "docs/setup.rst", "Set SHOP_URL.\n"),
        ("src/a.js", "const url = process.env.SHOP_URL;", "docker-compose.yml", "environment:\n  SHOP_URL: x\n"),
    ],
)
def test_what_documents_still_promise(path: str, line: str, document: str, text: str) -> None:
    before, after = {path: f"{line}\nx = 1\n"}, {path: "x = 1\n"}
    (found,) = spots("broken-promises-of-documents", after, before, extra={document: text})
    assert (found.file, found.quote, found.category) == (path, line, "interface-mismatch")
    assert (found.severity, found.confidence) == (Severity.WARNING, Confidence.HIGH)
    assert f"{document}:" in found.message


@pytest.mark.parametrize(
    ("line", "new", "extra"),
    [
        ('@app.route("/orders")', 'app.add_url_rule("/orders")', {"README.md": "Ask /orders.\n"}),
        ('@app.route("/orders")', "", {"README.md": "Ask /orders/open.\n"}),
        ('@app.route("/orders")', "", {"CHANGELOG.md": "Removed /orders.\n"}),
        ('p.add_argument("--dry-run")', "", {"README.md": "Use --dry-run-all.\n"}),
        ('p.add_argument("--dry-run")', "", {"README.md": "Use --dry-run.\n", "b.py": 'p.add_argument("--dry-run")\n'}),
        ('url = os.environ["SHOP_URL"]', "url = config('SHOP_URL')", {"README.md": "Set SHOP_URL.\n"}),
        ('url = os.environ["SHOP_URL"]', "", {"README.md": "Set MY_SHOP_URL_2.\n"}),
    ],
)
def test_promises_that_are_kept_or_were_never_made(line: str, new: str, extra: dict[str, str]) -> None:
    before, after = {"app/a.py": f"{line}\nx = 1\n"}, {"app/a.py": f"{new}\nx = 1\n"}
    assert spots("broken-promises-of-documents", after, before, extra=extra) == ()


def test_a_document_corrected_in_the_same_change_promises_nothing() -> None:
    before = {"app/a.py": '@app.route("/orders")\nx = 1\n', "README.md": "Ask /orders.\n"}
    assert spots("broken-promises-of-documents", {"app/a.py": "x = 1\n", "README.md": "Ask nothing.\n"}, before) == ()


def _openapi(*required: str, version: str = "1.0") -> str:
    names = "".join(f"        - {name}\n" for name in required)
    listing = f"      required:\n{names}" if names else ""
    return (
        f'openapi: 3.0.0\ninfo:\n  version: "{version}"\ncomponents:\n  schemas:\n    Order:\n{listing}'
        "      properties:\n        id: {type: string}\n        city: {type: string}\n"
    )


def _schema(*required: str, name: str = "a", extra: bool = False) -> str:
    data: dict[str, object] = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": name}
    data |= {"properties": {"id": {}, "city": {}}, "required": list(required)}
    return (
        json.dumps(data | ({"$defs": {"new": {"properties": {"x": {}}, "required": ["x"]}}} if extra else {}), indent=1)
        + "\n"
    )


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("openapi.yaml", _openapi("id"), _openapi("id", "city")),
        ("openapi.yaml", _openapi(), _openapi("city")),
        ("order.schema.json", _schema("id"), _schema("id", "city")),
    ],
)
def test_a_schema_that_asks_for_more_under_its_old_version(path: str, old: str, new: str) -> None:
    (found,) = spots("stricter-schemas", {path: new}, {path: old})
    assert (found.category, found.severity, found.confidence) == (
        "interface-mismatch",
        Severity.WARNING,
        Confidence.HIGH,
    )
    assert "now requires city" in found.message
    assert "city" in new.split("\n")[found.line - 1]


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("openapi.yaml", _openapi("id"), _openapi("id", "city", version="2.0")),
        ("openapi.yaml", _openapi("id", "city"), _openapi("id")),
        ("order.schema.json", _schema("id", "city"), _schema("city", "id")),
        ("order.schema.json", _schema("id"), _schema("id", extra=True)),
        ("data.json", '{"required": ["a"], "properties": {}}\n', '{"required": ["a", "b"], "properties": {}}\n'),
        ("openapi.yaml", _openapi("id"), "openapi: [\n"),
    ],
)
def test_schemas_that_break_no_client(path: str, old: str, new: str) -> None:
    assert places(spots("stricter-schemas", {path: new}, {path: old})) == []


def test_a_schema_that_multiplies_itself_by_aliases_is_read_once() -> None:
    rows = "".join(f"x{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 30))
    text = f"openapi: 3.0.0\nx0: &a0 [1]\n{rows}"
    assert spots("stricter-schemas", {"openapi.yaml": text + "y: 2\n"}, {"openapi.yaml": text + "y: 1\n"}) == ()
