"""The language of search expressions: what it means in both notations, and what is refused by name."""

import pytest

from orchestrator.dispatch.reading.arguments import BadCallError
from orchestrator.dispatch.reading.pattern import checked, expression


@pytest.mark.parametrize(
    ("pattern", "posix", "rust"),
    [
        ("foo.*bar", "foo.*bar", "foo.*bar"),
        ("foo.*?bar", "foo.*bar", "foo.*bar"),
        ("a{2,}?", "a{2,}", "a{2,}"),
        ("a{,3}", "a{0,3}", "a{0,3}"),
        ("(?:a|b)+", "(a|b)+", "(a|b)+"),
        (r"f\(\) {", r"f\(\) \{", r"f\(\) \{"),
        ("^a$", "^a\r?$", "^a\r?$"),
        (r"\bé+", r"\b(é)+", r"\b(é)+"),
        (r"\d", "[0-9]", r"[\x30-\x39]"),
        (r"\D", "[^0-9]", r"[^\x30-\x39]"),
        (r"[]^\-[]", "[][^-]", r"[\x2d\x5b\x5d\x5e]"),
        ("[^^]", "[^^]", r"[^\x5e]"),
        (r"[\^]", r"\^", r"\^"),
        ("[-^]", "[-^]", r"[\x2d\x5e]"),
        (r"[\w.]", "[.0-9A-Z_a-z]", r"[\x2e\x30-\x39\x41-\x5a\x5f\x61-\x7a]"),
        (r"\t\/\-", "\t/-", "\t/-"),
    ],
)
def test_an_expression_is_written_in_both_notations(pattern: str, posix: str, rust: str) -> None:
    assert expression(pattern) == (posix, rust)


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("*a", "nothing to repeat"),
        ("a|{2}", "nothing to repeat"),
        ("^*", "^ cannot be repeated"),
        (r"\b+", r"\b cannot be repeated"),
        ("a**", "repetition of a repetition"),
        ("a++", "repetition of a repetition"),
        ("a{2}{3}", "repetition of a repetition"),
        ("a{3,2}", "{3,2} counts downwards"),
        ("a{1001}", "multiply to more than 1000"),
        ("(a{40}){40}", "multiply to more than 1000"),
        ("()", "empty"),
        ("a||b", "empty"),
        ("a|", "empty"),
        ("(a", "a ( is never closed"),
        ("a)", "a ) closes nothing"),
        ("(" * 300, "nested more than"),
        ("[a", "a [ is never closed"),
        ("[]", "a [ is never closed"),
        ("[z-a]", "the range z-a inside brackets counts downwards"),
        (r"[a-\d]", "from one character to another"),
        ("[é]", "write alternatives, such as (a|é)"),
        ("[[:word:]]", "no class [:word:]"),
        ("[[.a.]]", "[. inside brackets"),
        (r"[\D]", r"\D inside brackets"),
        (r"\1", r"references back (\1)"),
        ("(?=a)", "look-around"),
        ("(?i)a", "flags"),
        ("(?P<n>a)", "named groups"),
        (r"\p{L}", r"\p is not supported"),
        (r"\n", r"\n is not supported"),
        (r"\x41", r"\x is not supported"),
        (r"\B", r"\B is not supported"),
        (r"\<a", r"\< is not supported"),
        (r"\é", "is not supported"),
        ("a\\", "ends in a backslash"),
    ],
)
def test_what_programs_read_differently_is_refused_by_name(pattern: str, why: str) -> None:
    with pytest.raises(BadCallError) as caught:
        expression(pattern)
    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("pattern", "why"),
    [(" \t", "empty"), ("x" * 301, "longer than 300"), ("a\rb", "one line"), ("\ud800", "half a character")],
)
def test_a_pattern_is_one_line_of_text(pattern: str, why: str) -> None:
    with pytest.raises(BadCallError, match=why):
        checked(pattern)
    assert checked(" a ") == " a "
