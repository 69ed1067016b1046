"""Names and files that go away while others still ask for them."""

import pytest

from orchestrator.values.finding import Confidence, Severity
from tests.unit.engines.offline_kit import places, spots

PACKAGE = {"app/__init__.py": ""}
OLD = "LIMIT = 3\n\n\ndef load(path):\n    return path\n\n\ndef save(path):\n    return path\n"
WITHOUT_LOAD = "LIMIT = 3\n\n\ndef save(path):\n    return path\n"


@pytest.mark.parametrize(
    "user",
    [
        "from app.io import load\n",
        "from app.io import save, load\n",
        "from .io import (\n    load as read,\n)\n",
    ],
)
def test_a_removed_name_that_an_import_asks_for(user: str) -> None:
    (found,) = spots(
        "removed-python", {"app/io.py": WITHOUT_LOAD}, {"app/io.py": OLD}, extra=PACKAGE | {"app/use.py": user}
    )
    assert (found.file, found.quote, found.category) == ("app/io.py", "def load(path):", "broken-caller")
    assert (found.severity, found.confidence) == (Severity.ERROR, Confidence.HIGH)
    assert "still imported at app/use.py:1" in found.message


def test_a_name_that_only_types_or_a_function_need_is_a_warning() -> None:
    user = {"app/use.py": "def go():\n    from app.io import LIMIT\n    return LIMIT\n"}
    new = OLD.replace("LIMIT = 3", "MAXIMUM = 3")
    (found,) = spots("removed-python", {"app/io.py": new}, {"app/io.py": OLD}, extra=PACKAGE | user)
    assert (found.quote, found.severity) == ("LIMIT = 3", Severity.WARNING)


@pytest.mark.parametrize(
    ("new", "user"),
    [
        (WITHOUT_LOAD + "from app.more import load\n", "from app.io import load\n"),
        (WITHOUT_LOAD + "if True:\n    load = save\n", "from app.io import load\n"),
        (WITHOUT_LOAD + "from app.more import *\n", "from app.io import load\n"),
        (WITHOUT_LOAD + "def __getattr__(name):\n    return name\n", "from app.io import load\n"),
        (WITHOUT_LOAD, "try:\n    from app.io import load\nexcept ImportError:\n    load = None\n"),
        (WITHOUT_LOAD, "from app.other import load\n"),
        (WITHOUT_LOAD, "from io import load\n"),
        (WITHOUT_LOAD, "load = 1\n"),
        ("def load(:\n", "from app.io import load\n"),
    ],
)
def test_names_that_are_still_there_or_not_asked_for(new: str, user: str) -> None:
    extra = PACKAGE | {"app/more.py": "def load(path): ...\n", "app/other.py": "load = 1\n", "app/use.py": user}
    assert spots("removed-python", {"app/io.py": new}, {"app/io.py": OLD}, extra=extra) == ()


def test_an_import_that_is_repaired_in_the_same_change() -> None:
    before = {"app/io.py": OLD, "app/use.py": "from app.io import load\n"}
    after = {"app/io.py": OLD.replace("def load", "def read"), "app/use.py": "from app.io import read\n"}
    assert spots("removed-python", after, before, extra=PACKAGE) == ()


@pytest.mark.parametrize("user", ["from app.io import load\n", "from app import io\n", "import app.io\n"])
def test_a_deleted_module_that_is_still_imported(user: str) -> None:
    found = spots("removed-python", {}, {"app/io.py": OLD}, extra=PACKAGE | {"app/use.py": user})
    assert [(spot.file, spot.severity) for spot in found] == [("app/io.py", Severity.ERROR)]
    assert "app/use.py:1" in found[0].message


def test_a_module_that_became_a_package_or_that_nobody_imports() -> None:
    user = {"app/use.py": "from app.io import load\n"}
    assert spots("removed-python", {"app/io/__init__.py": OLD}, {"app/io.py": OLD}, extra=PACKAGE | user) == ()
    assert spots("removed-python", {}, {"app/io.py": OLD}, extra=PACKAGE | {"app/use.py": "import io\n"}) == ()


SCRIPT = "export function load() {}\nexport const save = 1;\n"


@pytest.mark.parametrize(
    ("user", "severity"),
    [
        ('import { load } from "./io";\n', Severity.ERROR),
        ('import {\n  save,\n  load as read,\n} from "./io.js";\n', Severity.ERROR),
        ('export { load } from "./io";\n', Severity.ERROR),
        ('const { load } = require("./io");\n', Severity.WARNING),
        ('import type { load } from "./io";\n', Severity.WARNING),
    ],
)
def test_a_removed_export(user: str, severity: Severity) -> None:
    new = SCRIPT.replace("load", "read")
    (found,) = spots("removed-exports", {"src/io.js": new}, {"src/io.js": SCRIPT}, extra={"src/use.js": user})
    assert (found.quote, found.severity) == ("export function load() {}", severity)
    assert "src/use.js:1" in found.message


@pytest.mark.parametrize(
    ("new", "user"),
    [
        ("export const save = 1;\nfunction load() {}\nexport { load };\n", 'import { load } from "./io";\n'),
        ("export const save = 1;\nexport * from './more';\n", 'import { load } from "./io";\n'),
        ("export const save = 1;\n", 'import { load } from "./other";\n'),
        ("export const save = 1;\n", 'import { load } from "io";\n'),
        ("export const save = 1;\n", '// import { load } from "./io";\n'),
        ("export const save = 1;\n", 'import { save } from "./io";\nload();\n'),
        ("module.exports = create();\n", 'import { load } from "./io";\n'),
    ],
)
def test_exports_that_are_still_there_or_not_asked_for(new: str, user: str) -> None:
    assert spots("removed-exports", {"src/io.js": new}, {"src/io.js": SCRIPT}, extra={"src/use.js": user}) == ()


def test_a_deleted_script_and_one_that_became_a_folder() -> None:
    user = {"src/use.ts": 'import { load } from "./io";\n'}
    (found,) = spots("removed-exports", {}, {"src/io.ts": SCRIPT}, extra=user)
    assert (found.file, found.severity) == ("src/io.ts", Severity.ERROR)
    assert spots("removed-exports", {"src/io/index.ts": SCRIPT}, {"src/io.ts": SCRIPT}, extra=user) == ()


GO = "package mail\n\nfunc Send(to string) {}\n\ntype Letter struct{}\n"


def test_go_names_that_others_use() -> None:
    extra = {
        "go.mod": "module example.org/shop\n",
        "mail/all.go": "package mail\n\nfunc All() {\n\tx := Letter{}\n\t_ = x\n}\n",
        "web/web.go": 'package web\n\nimport "example.org/shop/mail"\n\nfunc Go() {\n\tmail.Send("a")\n}\n',
    }
    found = spots("removed-compiled", {"mail/send.go": "package mail\n"}, {"mail/send.go": GO}, extra=extra)
    assert [(spot.quote, spot.severity) for spot in found] == [
        ("func Send(to string) {}", Severity.ERROR),
        ("type Letter struct{}", Severity.ERROR),
    ]
    assert "web/web.go:6" in found[0].message
    assert "mail/all.go:4" in found[1].message


@pytest.mark.parametrize(
    "other",
    [
        "package mail\n\nfunc Send(to string) {}\n\nfunc All() {\n\tSend(1)\n}\n",
        "package mail\n\nfunc All(x T) {\n\tx.Send(1)\n}\n",
        "package mail\n\ntype Sender interface {\n\tSend(to string) error\n}\n",
        "package other\n\nfunc All() {\n\tSend(1)\n}\n",
    ],
)
def test_go_names_that_live_on_or_mean_something_else(other: str) -> None:
    extra = {"go.mod": "module example.org/shop\n", "mail/all.go": other}
    assert spots("removed-compiled", {"mail/send.go": "package mail\n"}, {"mail/send.go": GO}, extra=extra) == ()


JAVA = "package a.b;\npublic class Mail {\n  public static void send(String to) {\n  }\n}\n"


def test_java_classes_and_static_methods() -> None:
    use = {"a/c/Use.java": "package a.c;\nimport a.b.Mail;\nclass Use {\n  void go() {\n    Mail.send(null);\n  }\n}\n"}
    renamed = JAVA.replace("send", "post")
    (method,) = spots("removed-compiled", {"a/b/Mail.java": renamed}, {"a/b/Mail.java": JAVA}, extra=use)
    assert (method.severity, "a/c/Use.java:5" in method.message) == (Severity.ERROR, True)
    (gone,) = spots("removed-compiled", {}, {"a/b/Mail.java": JAVA}, extra=use)
    assert "a/c/Use.java:2" in gone.message


def test_java_names_that_moved_or_are_inherited() -> None:
    use = {"a/c/Use.java": "package a.c;\nimport a.b.Mail;\nclass Use {\n  void go() {\n    Mail.send(null);\n  }\n}\n"}
    child = JAVA.replace("send", "post").replace("Mail {", "Mail extends Base {")
    assert spots("removed-compiled", {"a/b/Mail.java": child}, {"a/b/Mail.java": JAVA}, extra=use) == ()
    assert spots("removed-compiled", {"src/a/b/Mail.java": JAVA}, {"a/b/Mail.java": JAVA}, extra=use) == ()
    far = {"a/c/Use.java": "package a.c;\nimport x.Mail;\nclass Use {\n  void go() {\n    Mail.send(null);\n  }\n}\n"}
    renamed = JAVA.replace("send", "post")
    assert places(spots("removed-compiled", {"a/b/Mail.java": renamed}, {"a/b/Mail.java": JAVA}, extra=far)) == []
