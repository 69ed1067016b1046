"""Packages declared and not used, used and not declared."""

import json

import pytest

from orchestrator.values.finding import Confidence, Severity
from tests.unit.engines.offline_kit import places, spots


def _package(*names: str, dev: tuple[str, ...] = ()) -> str:
    data = {
        "name": "shop",
        "dependencies": dict.fromkeys(names, "1.0.0"),
        "devDependencies": dict.fromkeys(dev, "1.0.0"),
    }
    return json.dumps(data, indent=2) + "\n"


def _project(*names: str) -> str:
    return "[project]\ndependencies = [\n" + "".join(f'  "{name}>=1",\n' for name in names) + "]\n"


def _go(*names: str) -> str:
    return "module example.org/shop\n\nrequire (\n" + "".join(f"\t{name} v1.2.3\n" for name in names) + ")\n"


def _pom(*names: str) -> str:
    rows = (name.split(":") for name in names)
    body = "".join(
        f"<dependency>\n<groupId>{g}</groupId>\n<artifactId>{a}</artifactId>\n</dependency>\n" for g, a in rows
    )
    return f"<project><dependencies>\n{body}</dependencies></project>\n"


@pytest.mark.parametrize(
    ("path", "old", "new", "line"),
    [
        ("package.json", _package("left-pad"), _package("left-pad", "moment"), 5),
        ("pyproject.toml", _project("requests"), _project("requests", "arrow"), 4),
        ("requirements.txt", "requests\n", "requests\narrow==1.0\n", 2),
        ("go.mod", _go("example.com/a/b"), _go("example.com/a/b", "github.com/x/y"), 5),
        ("pom.xml", _pom("org.acme:a"), _pom("org.acme:a", "com.other:thing"), 8),
    ],
)
def test_a_package_that_nobody_imports(path: str, old: str, new: str, line: int) -> None:
    extra = {
        "src/a.ts": 'import x from "left-pad";\n',
        "a.py": "import requests\n",
        "a.go": 'package a\nimport "fmt"\n',
    }
    (found,) = spots("unused-packages", {path: new}, {path: old}, extra=extra)
    assert (found.file, found.line, found.category) == (path, line, "dead-code")
    assert (found.severity, found.confidence) == (Severity.SUGGESTION, Confidence.MEDIUM)


@pytest.mark.parametrize(
    ("path", "new", "extra"),
    [
        ("package.json", _package("moment"), {"src/a.js": "const m = require('moment/locale');\n"}),
        ("package.json", _package("@types/node", "eslint-plugin-x", "react-dom"), {}),
        ("package.json", _package("moment"), {".babelrc.json": '{"presets": ["moment"]}\n'}),
        ("pyproject.toml", _project("PyYAML"), {"a.py": "import yaml\n"}),
        ("pyproject.toml", _project("beautifulsoup4"), {"a.py": "def f():\n    from bs4 import x\n"}),
        ("requirements.txt", "types-requests\npytest-cov\ngunicorn\n", {}),
        ("requirements.txt", "django-cors-headers\nsome-engine\n", {"a.py": "APPS = ['some_engine']\n"}),
        ("requirements-dev.txt", "arrow\n", {}),
        ("go.mod", _go("github.com/x/y"), {"a.go": 'package a\n\nimport "github.com/x/y/z"\n'}),
        ("go.mod", _go("github.com/x/y").replace("v1.2.3", "v1.2.3 // indirect"), {}),
        ("pom.xml", _pom("org.postgresql:postgresql"), {}),
        ("pom.xml", _pom("com.google.guava:guava"), {"A.java": "import com.google.common.Lists;\n"}),
    ],
)
def test_packages_that_are_used_or_need_no_import(path: str, new: str, extra: dict[str, str]) -> None:
    old = "{}\n" if path.endswith("json") else "# nothing yet\n"
    assert spots("unused-packages", {path: new}, {path: old}, extra=extra) == ()


def test_a_manifest_that_cannot_be_read_does_no_harm() -> None:
    for path in ("package.json", "pyproject.toml", "pom.xml", "go.mod"):
        assert spots("unused-packages", {path: "{[<\n"}, {path: "}\n"}) == ()


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        ("app/a.py", "import os\nimport arrow\n", 2),
        ("app/a.py", "from httpx import get\n", 1),
        ("src/a.ts", 'import fs from "fs";\nimport x from "moment";\n', 2),
        ("src/a.js", 'const x = require("@scope/thing/inner");\n', 1),
        ("src/a.ts", 'export { x } from "lodash/x";\n', 1),
    ],
)
def test_an_import_that_no_manifest_covers(path: str, text: str, line: int) -> None:
    extra = {"pyproject.toml": _project("requests"), "package.json": _package("left-pad"), "app/__init__.py": ""}
    found = spots("undeclared-packages", {path: text}, {}, extra=extra)
    assert places(found) == [(path, line, "undeclared-dependency")]
    assert (found[0].severity, found[0].confidence) == (Severity.WARNING, Confidence.MEDIUM)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("app/a.py", "import requests.sessions\nimport yaml\nfrom PIL import Image\nfrom app import b\nimport b\n"),
        ("app/a.py", "try:\n    import arrow\nexcept ImportError:\n    arrow = None\n"),
        ("app/a.py", "def f():\n    import arrow\n"),
        ("app/a.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import arrow\n"),
        (
            "src/a.ts",
            'import "./b";\nimport fs from "node:fs";\nimport { join } from "path";\nimport x from "left-pad/y";\n',
        ),
        (
            "src/a.ts",
            'import { a } from "@/a";\nimport { b } from "~/b";\nimport { c } from "app/c";\nimport { d } from "$lib/d";\n',
        ),
        ("src/a.ts", 'import { a } from "typed";\nimport { own } from "shop";\nimport dev from "vitest";\n'),
        ("src/a.ts", '// import x from "moment";\nconst y = `import x from "moment"`;\n'),
        ("src/a.ts", 'import { a } from "alias/a";\n'),
    ],
)
def test_imports_that_are_declared_own_or_optional(path: str, text: str) -> None:
    extra = {
        "pyproject.toml": _project("requests", "PyYAML", "Pillow"),
        "package.json": _package("left-pad", dev=("@types/typed", "vitest")),
        "tsconfig.json": '{"compilerOptions": {"paths": {"alias/*": ["x"]}}}\n',
        "app/__init__.py": "",
        "app/b.py": "",
    }
    assert spots("undeclared-packages", {path: text}, {}, extra=extra) == ()


def test_without_any_manifest_or_on_old_lines_nothing_is_said() -> None:
    assert spots("undeclared-packages", {"a.py": "import arrow\n"}, {}) == ()
    old = {"a.py": "import arrow\n"}
    extra = {"setup.py": "setup(install_requires=['requests'])\n"}
    assert spots("undeclared-packages", {"a.py": "import arrow\nx = 1\n"}, old, extra=extra) == ()
    assert len(spots("undeclared-packages", old, {}, extra=extra)) == 1
