"""The formats taken from detect-secrets: found, quiet on ordinary code, masked by the redactor, never a silent pass."""

import re
import time

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from orchestrator.checks.secret_library import LibraryError, SecretFormat, library_kinds, load_formats, worth_a_look
from orchestrator.redaction import MASK, redact
from tests.support.secrets import BODY, HEX, LIBRARY_SECRETS

FORMATS = load_formats()
EXPRESSIONS = [(one, expression) for one in FORMATS for expression in one.expressions]
ASCII = st.characters(codec="ascii", exclude_categories=["Cc"])
CLEAN = {
    "documented sample pair": 'aws_secret_access_key = "wJalrXUtnFEMI/K7MDENG/bPxRfiCY' + 'EXAMPLEKEY"',
    "commit beside a cloud": 'aws_key_commit("' + "0f4c9a72" * 5 + '")',
    "crosses": "glpat" + "-" + "x" * 20 + "1",
    "account number": 'account = "AC' + HEX[:32] + '"',
    "prefix of a class": "return [APBackgroundTask new], APFoundationWithManyWords2",
    "prefix of a name": "use std::APCustomisation;",
    "dotted names": "MyVeryLongPackageNameHere1.module.functionWithTwentySevenChars",
    "time and digest": "1700000000:" + "0f4c9a7" * 5,
    "key of a map": "key: " + BODY[:44],
    "name given to a token": "cl_token = createCancellationTokenSource()",
    "template": "//registry.example.org/:_authToken=${NPM_TOKEN_1}",
    "part of more": "blob = '" + BODY[:30] + "AKIAQ3EGRIMRT7WZ2LXB" + BODY[:30] + "'",
    "address": 'HOST = "203.0.113.77:8080"',
    "user and stand-in": "postgres://user:password@localhost:5432/app",
    "marker of a key": '_SK_START = b"-----BEGIN OPENSSH PRIVATE KEY-----"',
    "alphabet": 'A = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"',
    "digest": 'sha256 = "' + HEX + '"',
}


@pytest.mark.parametrize(("kind", "line", "value"), LIBRARY_SECRETS)
def test_each_kind_is_found_and_masked(kind: str, line: str, value: str) -> None:
    assert worth_a_look(line)
    assert kind in library_kinds(line, FORMATS)
    assert value not in redact(line)[0]
    assert MASK in redact(line)[0]


@pytest.mark.parametrize("spaces", [0, 1, 20, 21, 27, 3_000])
def test_a_registry_token_is_masked_however_far_it_stands_behind_its_name(spaces: int) -> None:
    token = "-".join(HEX[start : start + 7] for start in range(0, 35, 7))[:36]
    line = f"//registry.example.org/:_authToken={' ' * spaces}{token}"
    assert "NPM tokens" in library_kinds(line, FORMATS)
    assert token not in redact(line)[0]


def test_every_planted_kind_but_those_with_patterns_of_our_own_is_here() -> None:
    ours = {"GitHub Token", "PyPI Token", "SendGrid API Key", "Stripe Access Key"}
    assert {one.kind for one in FORMATS} - {kind for kind, _, _ in LIBRARY_SECRETS} == ours


@pytest.mark.parametrize("line", CLEAN.values(), ids=CLEAN.keys())
def test_ordinary_lines_are_left_alone(line: str) -> None:
    assert list(library_kinds(line, FORMATS)) == []


def varied(text: str, alphabet: str) -> str:
    """`text` with its runs of zeros, which generated text is full of, spelled with `alphabet`."""
    return re.sub("0{3,}", lambda run: "".join(alphabet[n * n % len(alphabet)] for n in range(len(run[0]))), text)


# Shrinking such lines takes minutes and explains nothing; on a busy machine making them is slow.
@settings(
    max_examples=60,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow],
)
@given(st.data())
def test_whatever_counts_is_looked_at_and_masked(data: st.DataObject) -> None:
    """Lines made from the library's own expressions: the quick look misses none, the redactor leaves none."""
    one, expression = data.draw(st.sampled_from(EXPRESSIONS))
    around = st.sampled_from(["", " ", "_", "-", "= '", 'a "', "(", "1"])
    alphabet = data.draw(st.sampled_from(["0123456789", "0a1b2c3d4e5f", "0A1B2C3D4E", "0aB1cD2eF"]))
    middle = varied(data.draw(st.from_regex(expression, fullmatch=True, alphabet=ASCII)), alphabet)
    line = " ".join((data.draw(around) + middle + data.draw(around)).split("\n"))
    for match in expression.finditer(line):
        if one.counts(match):
            assert worth_a_look(line)
            assert match[0] not in redact(line)[0]


@pytest.mark.parametrize("column", [0, 700, 990, 4_990, 60_000])
def test_a_secret_far_out_on_a_long_line_is_found(column: int) -> None:
    kind, line, _ = LIBRARY_SECRETS[-1]
    assert kind in library_kinds("x" * column + " " + line + " " + "y" * 9_000, FORMATS)


@pytest.mark.parametrize(
    "unit", ["aws key '", "token" + " " * 400, "//a/:_authToken=", "sl_key = a1", "gldt-1", "Mabcdefgh1"]
)
def test_time_grows_with_the_line_and_no_faster(unit: str) -> None:
    few = (BODY + " " + unit * (20_000 // len(unit)), BODY + " " + unit * (80_000 // len(unit)))
    spent = []
    for text in few:
        start = time.process_time()
        list(library_kinds(text, FORMATS))
        spent.append(time.process_time() - start)
    assert spent[1] < 10 * max(spent[0], 0.02)


def test_a_library_that_breaks_is_named_without_the_line_it_read() -> None:
    def breaks(match: re.Match[str]) -> bool:
        raise TypeError(match.string)

    broken = SecretFormat("Kind", (re.compile("k"),), breaks)
    kind, line, value = LIBRARY_SECRETS[0]
    with pytest.raises(LibraryError) as raised:
        list(library_kinds(line + " k", (broken,)))
    assert str(raised.value) == "detect-secrets crashed: TypeError"
    assert value not in str(raised.value) + kind
