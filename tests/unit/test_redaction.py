"""Secrets never leave: formats, assignments, keys, URLs; ordinary code stays as it is."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orchestrator.redaction import MASK, is_secret_file, redact

# Put together here so that no scanner takes this file for a leak.
AWS = "AKIA" + "IOSFODNN7EXAMPLE"
GITHUB = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
STRIPE = "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc"
JWT = "eyJhbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiIxMjM0NTY3ODkwIn0" + ".dozjgNryP4J3jVmNHl0w5N"
BEGIN = "-----BEGIN RSA PRIVATE " + "KEY-----"
END = "-----END RSA PRIVATE " + "KEY-----"
BODY = "MIIEpAIBAAKCAQEA7bq0oVJxk9yB3sLZtq8r"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"key = {AWS}", AWS),
        (f'client("{GITHUB}")', GITHUB),
        (f"+STRIPE: '{STRIPE}'", STRIPE),
        (f"Authorization: Bearer {JWT}", JWT),
        ("Authorization: Bearer abcdefgh12345678ijkl", "abcdefgh12345678ijkl"),
        ("Authorization: Basic dXNlcjpwYXNzd29yZA==", "dXNlcjpwYXNzd29yZA=="),
        ('password = "hunter2"', "hunter2"),
        ("DB_PASSWORD = 'correct horse battery'", "correct horse battery"),
        ('password: str = "hunter2"', "hunter2"),
        ("const dbPassword: string = `hunter2`;", "hunter2"),
        ('{"password": "hunter2"}', "hunter2"),
        ('{\\"password\\": \\"hunter2\\"}', "hunter2"),
        ('config["password"] = "hunter2"', "hunter2"),
        ('if password == "hunter2":', "hunter2"),
        ('pwd="ab\\"cd9"', "cd9"),
        ('api_key="a8f5f167f44f4964"', "a8f5f167f44f4964"),
        ("apiKey: 'a8f5f167f44f4964',", "a8f5f167f44f4964"),
        ("export API_TOKEN=a8f5f167f44f4964", "a8f5f167f44f4964"),
        ("  12 | +SECRET_KEY=abcdefghij", "abcdefghij"),
        ("password: hunter2hunter2", "hunter2hunter2"),
        ("aws_secret_access_key = wJalrXUtnFEMIK7MDENGbPxRfiCYzz", "wJalrXUtnFEMIK7MDENGbPxRfiCYzz"),
        ("postgres://app:s3cr3t@db:5432/x", "s3cr3t"),
        ("https://x.example/a?access_token=a8f5f167f44f4964&b=1", "a8f5f167f44f4964"),
        ("run --password hunter2x", "hunter2x"),
        ("<password>hunter2</password>", "hunter2"),
    ],
)
def test_a_secret_value_is_replaced_and_its_surroundings_stay(text: str, secret: str) -> None:
    redacted, count = redact(text)

    assert secret not in redacted
    assert MASK in redacted
    assert count >= 1
    assert redacted.split(MASK)[0] == text[: len(redacted.split(MASK)[0])]


@pytest.mark.parametrize(
    "text",
    [
        "password = get_password()",
        'password = os.environ["DB_PASSWORD"]',
        "def login(password: str, token: str | None = None) -> None:",
        'password = "${DB_PASSWORD}"',
        'password = "{password}"',
        'password = "[redacted]"',
        'if token == "identifier":',
        'TOKEN_URL = "https://example.org/oauth"',
        "http://localhost:8080/path@version",
        "max_tokens: 200000000",
        "SECRET_KEY=$OTHER",
        "the bearer internationalization",
        "no secret here",
        'if "-----BEGIN PRIVATE ' + 'KEY-----" in text:\n    return\nfound = True',
    ],
)
def test_ordinary_code_is_left_alone(text: str) -> None:
    assert redact(text) == (text, 0)


def test_a_private_key_block_loses_its_body_and_keeps_its_lines() -> None:
    text = f"before\n+{BEGIN}\n+{BODY}\n+{BODY}\n+Ab3=\n+{END}\nafter = 1\n"

    redacted, count = redact(text)

    assert count == 1
    assert BODY not in redacted
    assert "Ab3=" not in redacted
    assert redacted.count("\n") == text.count("\n")
    assert redacted.startswith(f"before\n+{BEGIN}\n")
    assert redacted.endswith(f"{END}\nafter = 1\n")


def test_a_key_that_was_cut_off_is_masked_up_to_the_cut() -> None:
    redacted, count = redact(f"{BEGIN}\n{BODY}\n{BODY}")

    assert (redacted, count) == (f"{BEGIN}\n{MASK}\n{MASK}", 1)


def test_a_key_on_one_line_is_masked() -> None:
    redacted, count = redact(f'KEY = "{BEGIN}\\n{BODY}\\n{END}"; after')

    assert BODY[1:] not in redacted
    assert redacted.endswith(f'{END}"; after')
    assert count == 1


def test_two_secrets_on_two_lines_are_counted_apart() -> None:
    assert redact(f'a = "{GITHUB}"\npassword = "x1y2"')[1] == 2


PIECES = st.sampled_from(
    [
        AWS,
        GITHUB,
        JWT,
        BEGIN,
        END,
        BODY,
        'password = "',
        '"',
        "'",
        ": ",
        "=",
        "\n",
        " ",
        "@",
        "://u:",
        MASK,
        "TOKEN=",
        "+",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.one_of(PIECES, st.text(max_size=8)), max_size=14).map("".join))
def test_redacting_twice_changes_nothing_and_lines_are_kept(text: str) -> None:
    once, _ = redact(text)

    assert redact(once) == (once, 0)
    assert once.count("\n") == text.count("\n")


@pytest.mark.parametrize(
    "hostile", ["password" * 30_000, "a" * 300_000, "password: " + " " * 100_000, "x://" * 60_000, '"' * 200_000]
)
def test_hostile_text_takes_no_longer_than_its_length(hostile: str) -> None:
    started = time.process_time()
    redact(hostile)

    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    "path", [".env", "app/.env.production", "deploy/ID_RSA", "certs/server.pem", "x/.aws/credentials"]
)
def test_secret_files_are_known_by_name(path: str) -> None:
    assert is_secret_file(path)


@pytest.mark.parametrize("path", [".env.example", "id_rsa.pub", "src/env.py", "docs/keys.md", "credentials.py"])
def test_files_without_secrets_are_not(path: str) -> None:
    assert not is_secret_file(path)
