"""Following commands of a shell."""

import pytest

from orchestrator.gate.shell.values import FIXED, LOOSE
from orchestrator.gate.shell.walk import invocations


def programs(text: str) -> list[tuple[str, ...]]:
    return [found.fields for found in invocations(text, "/repo", "/home/u") if found.fields]


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("a 'b c' \"d e\" f\\ g", ("a", "b c", "d e", "f g")),
        ("a\\\nb c", ("ab", "c")),
        ("a \"b\\\nc\" 'd\\\ne'", ("a", "bc", "d\\\ne")),
        ('a "\\$x \\" \\a"', ("a", '$x " \\a')),
        ("a $'\\x67\\150\\t\\u00e9'", ("a", "gh\té")),
        ("a ~ ~/b x~", ("a", "/home/u", "/home/u/b", "x~")),
        ("a {b,c}d {e}", ("a", "bd", "cd", "{e}")),
        ('a *.py [ab] "*"', ("a", f"{LOOSE}.py", LOOSE, "*")),
        ('a $x "$x" "$@"', ("a", LOOSE, FIXED, LOOSE)),
        ("a '' \"\"", ("a", "", "")),
        ("a # b", ("a",)),
        ("a#b", ("a#b",)),
        ("a $((1 + 2))b", ("a", f"{LOOSE}b")),
    ],
)
def test_words(text: str, fields: tuple[str, ...]) -> None:
    assert programs(text)[-1] == fields


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("x='b c'; a $x", ("a", "b", "c")),
        ("x='b c'; a \"$x\"", ("a", "b c")),
        ("IFS=_; x=b_c; a $x", ("a", "b", "c")),
        ("x=b; x=c; a $x", ("a", "c")),
        ("x=b; y && x=c; a $x", ("a", LOOSE)),
        ("x=b; for i in 1 2; do x=c; done; a $x", ("a", LOOSE)),
        ("x=b; (x=c); a $x", ("a", "b")),
        ("x=b; unset x; a $x", ("a", LOOSE)),
        ("export x=b; a $x", ("a", "b")),
        ("a $(echo b c)", ("a", "b", "c")),
        ('a "$(printf %s-%s b c)"', ("a", "b-c")),
        ("echo b | xargs a", ("a", "b")),
        ("cat > f <<'E'\na $b\nE\nsh f", ("a", LOOSE)),
        ("x=b; sh <<E\na $x\nE", ("a", "b")),
        ("echo YSBi | base64 -d | sh", ("a", "b")),
        ("sudo -u me sh -c 'a b'", ("a", "b")),
        ("case x in y) z ;; *) a b ;; esac", ("a", "b")),
        ("(( x << 2 )); a b", ("a", "b")),
        ('x=(b c); a "${x[@]}"', ("a", "b", "c")),
        ("read x <<< b; a $x", ("a", "b")),
        ("read x <<< $'b\\nc'; a $x", ("a", LOOSE)),
        ("read x y <<< 'b c d'; a $y $x", ("a", "c", "d", "b")),
        ("IFS=: read x y <<< b:c; a $y", ("a", "c")),
        ("read -p x y <<< b; a $y $x", ("a", "b", LOOSE)),
        ("read x y <<< b; a $y", ("a", LOOSE)),
        ("alias x='a b'; x c", ("a", "b", "c")),
        ("x[$(a b)]=1", ("a", "b")),
        ("env -S 'a b'", ("a", "b")),
        ("! a b", ("a", "b")),
    ],
)
def test_what_is_known_of_values(text: str, fields: tuple[str, ...]) -> None:
    assert programs(text)[-1] == fields


def test_a_document_begins_after_its_line_and_is_no_command() -> None:
    assert programs("cat <<A <<'B' | x; y\na\nA\nb $z\nB\nw") == [("cat",), ("x",), ("y",), ("w",)]


def test_commands_inside_of_a_document_run() -> None:
    assert programs("cat <<E\n$(a b) `c`\nE") == [("a", "b"), ("c",), ("cat",)]
    assert programs("cat <<'E'\n$(a b) `c`\nE") == [("cat",)]


def test_files_that_are_written_are_named() -> None:
    found = invocations("a > b 2>> c 2>&1 >| d &> e < f", "/repo")[0]
    assert found.writes == ("b", "c", "d", "e")


@pytest.mark.parametrize(
    "text",
    [
        "a 'b",
        'a "b',
        "a $(b",
        "a `b",
        "if a; then b",
        "a ${b",
        "a &&",
        "| a",
        "a )",
        ";; a",
        "a <<E\nb",
        "{ a",
        "a <",
        "",
    ],
)
def test_what_is_unfinished_is_read_as_far_as_it_goes(text: str) -> None:
    assert text == "" or "a" in [fields[0] for fields in programs(text)]


@pytest.mark.parametrize("text", ["(" * 5000, "$(" * 5000, "eval " * 40 + "x", "".join("sh -c '" for _ in range(3))])
def test_nesting_ends(text: str) -> None:
    try:
        invocations(text, "/repo")
    except RecursionError:
        return
    assert len(text) < 300


def test_loops_within_loops_do_not_take_for_ever() -> None:
    with pytest.raises(RecursionError):
        invocations("for a in b; do " * 40 + "c" + "; done" * 40, "/repo")


@pytest.mark.parametrize(
    "text",
    [
        "time;",
        "! <x",
        "coproc)",
        "time",
        "!",
        "${",
        "@(",
        "<<",
        "((",
        "a=(",
        "cat <<E\n$(\nE",
        "case",
        "for",
        "function",
        "[[",
    ],
)
def test_odd_ends_do_no_harm(text: str) -> None:
    assert all(len(found) > 0 for found in programs(text))
