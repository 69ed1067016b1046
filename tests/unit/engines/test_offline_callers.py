"""Signatures that change under callers that do not: what breaks, and what goes on working."""

import pytest

from orchestrator.values.finding import Confidence, Severity
from tests.unit.engines.offline_kit import places, spots

PACKAGE = {"app/__init__.py": ""}
OLD = "def load(path, mode):\n    return open(path, mode)\n"
USER = {"app/use.py": "from app.io import load\n\n\ndef go():\n    return load('a', 'r')\n"}


@pytest.mark.parametrize(
    ("new", "word"),
    [
        ("def load(path, mode, encoding):\n    return open(path, mode)\n", "passes no encoding"),
        ("def load(path):\n    return open(path)\n", "passes 2 arguments by position where 1 fit"),
        ("def load(path, *, mode):\n    return open(path, mode)\n", "by position"),
        ("def load(path, mode, *, encoding):\n    return open(path, mode)\n", "passes no encoding"),
        ("async def load(path):\n    return open(path)\n", "passes 2"),
    ],
)
def test_a_call_that_no_longer_fits_is_an_error_that_names_its_place(new: str, word: str) -> None:
    (found,) = spots("broken-callers", {"app/io.py": new}, {"app/io.py": OLD}, extra=PACKAGE | USER)
    assert (found.file, found.line, found.category) == ("app/io.py", 1, "broken-caller")
    assert (found.severity, found.confidence) == (Severity.ERROR, Confidence.HIGH)
    assert "app/use.py:5" in found.message
    assert word in found.message


@pytest.mark.parametrize(
    "user",
    [
        "from app import io\nio.load('a', mode='r')\n",
        "import app.io\napp.io.load('a', mode='r')\n",
        "import app.io as files\nfiles.load('a', mode='r')\n",
        "from .io import load as read\nread('a', mode='r')\n",
        "from app.api import load\nload('a', mode='r')\n",
    ],
)
def test_a_renamed_keyword_is_followed_through_every_way_of_importing(user: str) -> None:
    new = OLD.replace("mode", "flags")
    extra = PACKAGE | {"app/api.py": "from app.io import load\n", "app/use.py": user}
    (found,) = spots("broken-callers", {"app/io.py": new}, {"app/io.py": OLD}, extra=extra)
    assert "app/use.py:2 passes mode=, which no longer exists" in found.message


@pytest.mark.parametrize(
    "user",
    [
        "from app.io import load\nload('a', *rest)\n",
        "from app.io import load\nload(**options)\n",
        "from app.other import load\nload('a', 'r')\n",
        "from app.io import load\n\ndef go(load):\n    load('a', 'r')\n",
        "from app.io import load\nwith pytest.raises(TypeError):\n    load('a', 'r')\n",
        "try:\n    from app.io import load\nexcept ImportError:\n    load = None\nload('a', 'r')\n",
        "from app.io import load\nload('a', 'r', encoding='x')\n",
        "from app.io import load\nload()\n",
        "load('a', 'r')\n",
    ],
)
def test_calls_that_fit_or_may_mean_something_else_are_left_alone(user: str) -> None:
    new = "def load(path, mode, encoding):\n    return open(path, mode)\n"
    extra = PACKAGE | {"app/other.py": "def load(a, b): ...\n", "app/use.py": user}
    assert spots("broken-callers", {"app/io.py": new}, {"app/io.py": OLD}, extra=extra) == ()


@pytest.mark.parametrize(
    "new",
    [
        "def load(path, mode, encoding='utf-8'):\n    return open(path, mode)\n",
        "def load(*args, **kwargs):\n    return open(*args)\n",
        "def load(name, flags):\n    return open(name, flags)\n",
        "@command\ndef load(path, mode, encoding):\n    return open(path, mode)\n",
        "class load:\n    pass\n",
        "def load(path, mode:\n",
    ],
)
def test_changes_that_keep_old_calls_valid_are_no_finding(new: str) -> None:
    assert spots("broken-callers", {"app/io.py": new}, {"app/io.py": OLD}, extra=PACKAGE | USER) == ()


def test_a_repaired_caller_in_the_same_change_is_no_finding() -> None:
    new = {
        "app/io.py": OLD.replace("mode)", "mode, lock)", 1),
        "app/use.py": USER["app/use.py"].replace("'r'", "'r', 1"),
    }
    assert spots("broken-callers", new, {"app/io.py": OLD, **USER}, extra=PACKAGE) == ()


def test_constructors_and_own_methods_count_as_certain() -> None:
    old = "class Box:\n    def __init__(self, size):\n        self.fill(size)\n\n    def fill(self, size):\n        pass\n"
    new = old.replace("self, size)", "self, size, unit)")
    extra = PACKAGE | {"app/use.py": "from app.box import Box\n\nbox = Box(3)\n"}
    found = spots("broken-callers", {"app/box.py": new}, {"app/box.py": old}, extra=extra)
    assert [(spot.line, spot.severity) for spot in found] == [(2, Severity.ERROR), (5, Severity.ERROR)]
    assert "app/use.py:3" in found[0].message
    assert "app/box.py:3" in found[1].message


def test_a_method_on_an_unknown_object_is_a_warning_and_only_when_one_class_has_it() -> None:
    old = "class Box:\n    def fill_level(self, size):\n        pass\n"
    new = old.replace("size", "size, unit")
    extra = PACKAGE | {"app/use.py": "def go(box):\n    box.fill_level(1)\n"}
    (found,) = spots("broken-callers", {"app/box.py": new}, {"app/box.py": old}, extra=extra)
    assert (found.severity, found.confidence) == (Severity.WARNING, Confidence.MEDIUM)
    second = {"app/jar.py": "class Jar:\n    def fill_level(self, size):\n        pass\n"}
    assert spots("broken-callers", {"app/box.py": new}, {"app/box.py": old}, extra=extra | second) == ()


def test_parameters_that_change_places_are_a_warning_where_calls_go_by_position() -> None:
    new = "def load(mode, path):\n    return open(path, mode)\n"
    (found,) = spots("broken-callers", {"app/io.py": new}, {"app/io.py": OLD}, extra=PACKAGE | USER)
    assert (found.severity, found.confidence) == (Severity.WARNING, Confidence.MEDIUM)
    assert "swapped" in found.message
    named = {"app/use.py": "from app.io import load\nload(path='a', mode='r')\n"}
    assert spots("broken-callers", {"app/io.py": new}, {"app/io.py": OLD}, extra=PACKAGE | named) == ()


TS_OLD = "export function send(to: string, text: string) {\n  return post(to, text);\n}\n"


@pytest.mark.parametrize(
    ("suffix", "new", "severity", "word"),
    [
        ("ts", TS_OLD.replace("text: string", "text: string, from: string"), Severity.ERROR, "does not compile"),
        ("ts", TS_OLD.replace(", text: string", ""), Severity.ERROR, "does not compile"),
        (
            "js",
            "export function send(to, text, from) {\n  return post(to, text);\n}\n",
            Severity.WARNING,
            "from is undefined",
        ),
        ("js", "export function send(text, to) {\n  return post(to, text);\n}\n", Severity.WARNING, "wrong place"),
    ],
)
def test_scripts(suffix: str, new: str, severity: Severity, word: str) -> None:
    old = TS_OLD if suffix == "ts" else TS_OLD.replace(": string", "")
    extra = {f"src/use.{suffix}": 'import { send as mail } from "./send";\n\nmail("a", "b");\n'}
    (found,) = spots("broken-brace-callers", {f"src/send.{suffix}": new}, {f"src/send.{suffix}": old}, extra=extra)
    assert found.severity is severity
    assert f"src/use.{suffix}:3" in found.message
    assert word in found.message


@pytest.mark.parametrize(
    ("new", "user"),
    [
        (TS_OLD.replace("text: string", "text: string, from?: string"), 'send("a", "b");'),
        (TS_OLD.replace("text: string", 'text: string, from = "me"'), 'send("a", "b");'),
        (TS_OLD.replace("text: string", "text: string, ...more: string[]"), 'send("a", "b");'),
        (TS_OLD.replace("text: string", "text: string, from: string"), 'send("a", ...rest);'),
        (TS_OLD.replace("text: string", "text: string, from: string"), 'mailer.send("a", "b");'),
        (TS_OLD.replace("text: string", "text: string, from: string"), '// send("a", "b");'),
        (TS_OLD.replace("to: string", "receiver: string"), 'send("a", "b");'),
    ],
)
def test_scripts_whose_calls_still_fit(new: str, user: str) -> None:
    extra = {"src/use.ts": f'import {{ send }} from "./send";\n{user}\n'}
    assert spots("broken-brace-callers", {"src/send.ts": new}, {"src/send.ts": TS_OLD}, extra=extra) == ()


GO_OLD = "package mail\n\nfunc Send(to string, text string) error {\n\treturn post(to, text)\n}\n"
GO_NEW = GO_OLD.replace("text string)", "text string, retry int)")


def test_go_callers_of_the_package_and_of_others() -> None:
    extra = {
        "go.mod": "module example.org/shop\n",
        "mail/all.go": 'package mail\n\nfunc All() {\n\tSend("a", "b")\n}\n',
        "web/web.go": 'package web\n\nimport m "example.org/shop/mail"\n\nfunc Go() {\n\tm.Send("a", "b")\n}\n',
    }
    (found,) = spots("broken-brace-callers", {"mail/send.go": GO_NEW}, {"mail/send.go": GO_OLD}, extra=extra)
    assert found.severity is Severity.ERROR
    assert "mail/all.go:4, web/web.go:6" in found.message


@pytest.mark.parametrize(
    "user",
    [
        'package web\n\nimport "other.org/mail"\n\nfunc Go() {\n\tmail.Send("a", "b")\n}\n',
        'package web\n\nimport "example.org/shop/mail"\n\nfunc Go() {\n\tmail.Send("a", "b", 3)\n}\n',
        'package web\n\nimport "example.org/shop/mail"\n\nfunc Go() {\n\tmail.Send(parts())\n}\n',
    ],
)
def test_go_calls_that_fit_or_belong_to_another_package(user: str) -> None:
    extra = {"go.mod": "module example.org/shop\n", "web/web.go": user}
    assert spots("broken-brace-callers", {"mail/send.go": GO_NEW}, {"mail/send.go": GO_OLD}, extra=extra) == ()


def test_java_static_methods_and_constructors() -> None:
    old = "package a;\nclass Mail {\n  public Mail(String to) {\n  }\n  static void send(String to) {\n  }\n}\n"
    new = old.replace("String to)", "String to, int retry)")
    use = 'package a;\nclass Use {\n  void go() {\n    new Mail("a");\n    Mail.send("a");\n  }\n}\n'
    found = spots("broken-brace-callers", {"a/Mail.java": new}, {"a/Mail.java": old}, extra={"a/Use.java": use})
    assert [(spot.line, spot.severity) for spot in found] == [(3, Severity.ERROR), (5, Severity.ERROR)]
    overloaded = new.replace("  static", "  static void send(String to) {\n  }\n  static")
    (rest,) = spots(
        "broken-brace-callers", {"a/Mail.java": overloaded}, {"a/Mail.java": old}, extra={"a/Use.java": use}
    )
    assert rest.line == 3


def test_files_that_cannot_be_read_do_no_harm() -> None:
    extra: dict[str, str] = PACKAGE | {"app/bad.py": "def load(:\n", "app/zero.py": "load\0\n"}
    new = OLD.replace("mode)", "mode, lock)", 1)
    assert places(spots("broken-callers", {"app/io.py": new}, {"app/io.py": OLD}, extra=extra | USER)) == [
        ("app/io.py", 1, "broken-caller")
    ]


def test_an_expression_deeper_than_the_interpreter_goes_hides_its_file_and_nothing_else() -> None:
    deep = {"app/deep.py": "from app.io import load\nx = " + "+".join(["load('a', 'r')"] * 3000) + "\n"}
    new = {"app/io.py": OLD.replace("mode)", "mode, lock)", 1)}
    (found,) = spots("broken-callers", new, {"app/io.py": OLD}, extra=PACKAGE | USER | deep)
    assert "app/use.py:5" in found.message
