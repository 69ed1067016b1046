"""The direction of imports, kept by reading the source."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path("orchestrator")
PURE = ["settings", "scope", "lenses", "modes", "dispatch", "findings", "recording", "fixloop", "record"]
WORLD = ["system", "checks", "engines", "report", "gate"]
STAGES = [
    "scope",
    "checks",
    "lenses",
    "modes",
    "dispatch",
    "engines",
    "findings",
    "recording",
    "fixloop",
    "record",
    "report",
    "gate",
]
BOTTOM = {"", "values", "errors", "seams", "redaction", "schemas", "strict_yaml"}
MAX_LINES, MAX_FUNCTION = 400, 60


@cache
def sources() -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py")}


@cache
def parsed() -> dict[Path, tuple[ast.AST, ...]]:
    """Every node of every file, the whole file first."""
    return {path: tuple(ast.walk(ast.parse(text))) for path, text in sources().items()}


def modules() -> dict[str, tuple[ast.AST, ...]]:
    return {
        ".".join(path.with_suffix("").parts).removesuffix(".__init__"): nodes
        for path, nodes in parsed().items()
        if "_data" not in path.parts
    }


def imports(nodes: tuple[ast.AST, ...]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("orchestrator"))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("orchestrator"):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def part(name: str) -> str:
    return ([*name.split("."), ""])[1]


def allowed(importer: str, imported: str) -> bool:
    if importer == imported or imported in BOTTOM or importer in {"cli", "__main__"}:
        return True
    if importer in BOTTOM:
        return False
    if importer in {"wiring", "review", "solo"}:
        return imported != "cli"
    if importer in STAGES and imported in STAGES and STAGES.index(imported) > STAGES.index(importer):
        return False
    return imported in (PURE if importer in PURE else PURE + WORLD)


def test_no_import_points_the_wrong_way() -> None:
    wrong = [
        f"{name} imports {target}"
        for name, nodes in modules().items()
        for target in imports(nodes)
        if not allowed(part(name), part(target))
    ]
    assert wrong == []


def test_there_is_no_cycle() -> None:
    known = modules()
    graph = {
        name: {next(m for m in (target, target.rpartition(".")[0]) if m in known) for target in imports(nodes)} - {name}
        for name, nodes in known.items()
    }
    assert len(list(TopologicalSorter(graph).static_order())) == len(known)


def test_the_pure_stages_do_not_reach_outside() -> None:
    outside = {"subprocess", "socket", "shutil", "tempfile", "os", "urllib", "http"}
    wrong = []
    for name, nodes in modules().items():
        if part(name) not in PURE:
            continue
        for node in nodes:
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            wrong += [f"{name} imports {found}" for found in names if found.split(".")[0] in outside]
    assert wrong == []


def test_sizes() -> None:
    wrong = []
    sizes = []
    for path, text in sources().items():
        if text.count("\n") > MAX_LINES:
            wrong.append(f"{path} has {text.count(chr(10))} lines")
        for node in parsed()[path]:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                sizes.append((node.end_lineno or node.lineno) - node.lineno + 1)
                if sizes[-1] > MAX_FUNCTION:
                    wrong.append(f"{path}:{node.lineno} {node.name} has {sizes[-1]} lines")
    assert wrong == []
    assert sum(size < 30 for size in sizes) >= 0.9 * len(sizes)


def test_imports_inside_functions_say_why() -> None:
    wrong = []
    for path, text in sources().items():
        lines = text.splitlines()
        for function in parsed()[path]:
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            inner = [n for n in ast.walk(function) if isinstance(n, ast.Import | ast.ImportFrom)]
            above = "\n".join(lines[function.lineno - 1 : inner[0].lineno - 1]) if inner else "#"
            if "#" not in above:
                wrong.append(f"{path}:{function.lineno}")
    assert wrong == []


def test_importing_the_package_has_no_side_effect() -> None:
    code = "import sys; before = set(sys.modules); import orchestrator; print(sorted(set(sys.modules) - before))"
    shown = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "['orchestrator']"
