"""Architectural impact: signals where there are any, silence only where it is proven."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestrator.lenses.impact import change_impact
from orchestrator.values.change import ChangedFile, Status
from tests.unit.lenses.builders import edited, file


def signals(*files: ChangedFile) -> tuple[str, ...]:
    impact = change_impact(files, [one.path for one in files])
    assert impact.has_architectural_impact is (impact.skip_lenses == ())
    return impact.signals


def silent(*files: ChangedFile) -> bool:
    impact = change_impact(files, [one.path for one in files])
    return impact.skip_lenses == ("arch-review",) and impact.signals == () and bool(impact.reason)


GUARD = {
    "a.py": " def pay(amount):\n     total = amount\n+    if amount < 0:\n+        return None\n     return total",
    "b.ts": " export function pay(amount: number) {\n   const total = amount\n+  if (amount < 0) {\n+    return null\n+  }\n   return total",
    "c.go": " func pay(amount int) int {\n \ttotal := amount\n+\tif amount < 0 {\n+\t\treturn 0\n+\t}\n \treturn total",
    "D.java": " int pay(int amount) {\n   int total = amount;\n+  if (amount < 0) {\n+    return 0;\n+  }\n   return total;",
    "e.rs": " fn pay(amount: i32) -> i32 {\n   let total = amount;\n+  if amount < 0 {\n+    return 0;\n+  }\n   total",
    "F.cs": " int Pay(int amount) {\n   int total = amount;\n+  if (amount < 0) {\n+    return 0;\n+  }\n   return total;",
    "g.rb": " def pay(amount)\n   total = amount\n+  return 0 if amount < 0\n   total",
    "h.php": " function pay($amount) {\n   $total = $amount;\n+  if ($amount < 0) {\n+    return 0;\n+  }\n   return $total;",
    "i.c": " int pay(int amount) {\n   int total = amount;\n+  if (amount < 0)\n+    return 0;\n   return total;",
    "j.kt": " fun pay(amount: Int): Int {\n   total = amount\n+  if (amount < 0) {\n+    return 0\n+  }\n   return total",
    "k.vue": " <script>\n const total = amount\n+if (amount < 0) total = 0\n </script>",
}


@pytest.mark.parametrize("path", GUARD)
def test_a_guard_clause_moves_no_boundary(path: str) -> None:
    assert silent(edited(path, GUARD[path]))


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("a.py", "import os"),
        ("a.py", "    from .b import c"),
        ("a.py", "x = 1; import os"),
        ("a.py", "    m = importlib.import_module('b')"),
        ("a.ts", 'import { a } from "./a"'),
        ("a.ts", 'const b = require("./b")'),
        ("a.ts", '  const c = await import("./c")'),
        ("a.ts", 'export * from "./d"'),
        ("a.vue", '} from "./x"'),
        ("a.go", 'import "fmt"'),
        ("A.java", "import java.util.List;"),
        ("a.kt", "import kotlin.math.max"),
        ("a.rs", "use crate::a::B;"),
        ("a.rs", "pub mod b;"),
        ("A.cs", "using System.Text;"),
        ("a.rb", 'require_relative "b"'),
        ("a.php", "use App\\Models\\User;"),
        ("a.php", "$x = require_once 'b.php';"),
        ("a.cpp", "#include <vector>"),
    ],
)
@pytest.mark.parametrize("mark", ["+", "-"])
def test_an_import_on_either_side_is_a_dependency(path: str, line: str, mark: str) -> None:
    assert "dependency" in signals(edited(path, f" x = f(1);\n{mark}{line}"))


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("a.py", "def pay(amount):"),
        ("a.py", "    async def pay(self):"),
        ("a.py", "    def __call__(self):"),
        ("a.py", "class Payment:"),
        ("a.py", "LIMIT = 3"),
        ("a.py", "    amount: int = 0"),
        ("a.py", "@app.get('/pay')"),
        ("a.ts", "export const LIMIT = 3"),
        ("a.ts", "export default class Payment {"),
        ("a.ts", "export interface Payment {"),
        ("a.ts", "  pay(amount: number): void {"),
        ("a.js", "module.exports = { pay }"),
        ("a.go", "func Pay(amount int) int {"),
        ("a.go", "func (p *payer) Pay() {"),
        ("a.go", "type Payment struct {"),
        ("a.go", "\tAmount int"),
        ("A.java", "  public int pay(int amount) {"),
        ("A.java", "  int pay(int amount);"),
        ("a.kt", "  fun pay(amount: Int): Int {"),
        ("a.rs", "  pub fn pay() {}"),
        ("a.rs", "impl Pay for Payment {"),
        ("A.cs", "  public int Pay(int amount)"),
        ("A.cs", "  [HttpGet]"),
        ("a.rb", "  def pay(amount)"),
        ("a.php", "  public function pay() {"),
        ("a.c", "int pay(int amount) {"),
        ("a.c", "#define LIMIT 3"),
        ("a.h", "  int hidden;"),
        ("a.d.ts", "  hidden;"),
    ],
)
@pytest.mark.parametrize("mark", ["+", "-"])
def test_a_public_declaration_on_either_side_is_interface(path: str, line: str, mark: str) -> None:
    assert "interface" in signals(edited(path, f" x = f(1);\n{mark}{line}"))


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("a.py", "     y = g(1)\n+    def _helper(self):\n     z = 1"),
        ("a.py", " y = g(1)\n+    # import os, one day\n z = f(1)"),
        ("a.ts", " y = g(1);\n+// export const x = 1\n z = f(1);"),
        ("a.go", " \ty := g(1)\n+\tvar x int\n \tz := 1"),
        ("a.rs", "   let y = g(1);\n+  let x = y;\n   let z = 1;"),
        ("a.c", "   y = g(1);\n+  static_counter += 1;\n   z = 1;"),
        ("a.py", "     call(\n         a,\n+        b,\n     )"),
    ],
)
def test_private_things_are_silent(path: str, body: str) -> None:
    assert silent(edited(path, body))


@pytest.mark.parametrize(
    ("path", "body", "expected"),
    [
        ("a.py", " from x import (\n     a,\n+    b,\n )", "dependency"),
        ("a.ts", ' import {\n   a,\n+  type B,\n } from "x"', "dependency"),
        ("a.go", ' import (\n \t"fmt"\n+\t"os"\n )', "dependency"),
        ("a.rs", " use a::{\n   b,\n+  c,\n };", "dependency"),
        ("a.py", " def pay(\n     amount: int,\n+    limit: int = 3,\n ) -> None:", "interface"),
        ("a.ts", " export interface P {\n   a: string;\n+  b?: number;\n }", "interface"),
        ("A.java", " enum P {\n   A,\n+  B,\n }", "interface"),
        ("a.ts", "   pay(\n     amount: number,\n+    limit = 3,\n   ) {", "interface"),
    ],
)
def test_a_list_that_began_earlier_counts_with_what_began_it(path: str, body: str, expected: str) -> None:
    assert expected in signals(edited(path, body))


@pytest.mark.parametrize(
    ("path", "body"), [("a.py", "     a,\n     b,\n+    c,"), ("a.ts", "   a: string;\n+  b: number;")]
)
def test_a_list_whose_beginning_is_not_shown_is_doubt(path: str, body: str) -> None:
    assert signals(edited(path, body)) == ("interface",)


def test_a_minified_line_is_doubt() -> None:
    assert signals(edited("a.js", " f(1);\n+" + "g(1);" * 200)) == ("interface",)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("package.json", "manifest"),
        ("web/tsconfig.build.json", "manifest"),
        ("requirements-dev.txt", "manifest"),
        ("src/App.csproj", "manifest"),
        ("build.gradle.kts", "manifest"),
        ("go.sum", "manifest"),
        ("Dockerfile", "infra"),
        ("docker-compose.prod.yml", "infra"),
        ("main.tf", "infra"),
        (".github/workflows/ci.yml", "infra"),
        ("k8s/app.yaml", "infra"),
        ("docs/adr/0001-use-x.md", "adr"),
        ("docs/decisions/x.md", "adr"),
        ("adr-0004.md", "adr"),
    ],
)
def test_paths_that_speak_for_themselves(path: str, expected: str) -> None:
    assert expected in signals(edited(path, " a\n+b"))


def test_signals_keep_their_order() -> None:
    files = (
        edited("docs/adr/1.md", "+x", status=Status.ADDED),
        edited("package.json", "+x"),
        edited("Dockerfile", "+FROM x"),
        edited("a.py", "+import os\n+def pay():"),
    )
    assert signals(*files) == ("structure", "dependency", "manifest", "infra", "interface", "adr")


@pytest.mark.parametrize("status", [Status.ADDED, Status.DELETED, Status.RENAMED, Status.COPIED])
def test_a_file_that_comes_goes_or_moves_is_structure(status: Status) -> None:
    assert "structure" in signals(file("a.py", status, old_path="b.py"))


def test_prose_and_plain_configuration_are_silent() -> None:
    assert silent(edited("README.md", " a\n+import os"), edited("config/app.json", ' {\n+"a": 1,\n }'), file("a.py"))


@pytest.mark.parametrize(
    "unclear",
    [
        edited("a.sql", "+select 1"),
        edited("Makefile.unknown", "+x"),
        edited("CLAUDE.md", "+x"),
        ChangedFile(path="a.py", status=Status.MODIFIED, binary=True),
        ChangedFile(path="a.py", status=Status.MODIFIED, old_mode="100644", new_mode="100644"),
        ChangedFile(path="a.py", status=None),
    ],
)
def test_what_cannot_be_judged_keeps_every_lens(unclear: ChangedFile) -> None:
    impact = change_impact((edited("README.md", "+x"), unclear), ["README.md", unclear.path])
    assert impact.has_architectural_impact
    assert impact.skip_lenses == ()
    assert impact.reason is not None
    assert unclear.path in impact.reason


@pytest.mark.parametrize(
    ("diff", "files"), [(None, ["a.py"]), ((), []), ((), ["a.py"]), ((edited("README.md", "+x"),), ["b.md"])]
)
def test_an_unreadable_or_incomplete_diff_keeps_every_lens(
    diff: tuple[ChangedFile, ...] | None, files: list[str]
) -> None:
    impact = change_impact(diff, files)
    assert impact.has_architectural_impact
    assert impact.skip_lenses == ()
    assert impact.reason


@given(
    st.sampled_from(["py", "ts", "go", "java", "kt", "rs", "cs", "rb", "php", "cpp"]),
    st.lists(st.text(alphabet="(){}[]<>,:;=.'\" \tab_AZ#/*@", max_size=40), min_size=1, max_size=8),
)
def test_no_line_breaks_the_scan(extension: str, lines: list[str]) -> None:
    body = "\n".join(f"+{line}" for line in lines)
    impact = change_impact((edited(f"a.{extension}", body),), [f"a.{extension}"])
    assert set(impact.signals) <= {"dependency", "interface"}
    assert impact.has_architectural_impact is bool(impact.signals)
