"""The hard-coded-key pattern of knowledge/owasp-detection.md, read from the page as a user of it would.

Planted secrets are put together from pieces, so that this file holds none.
"""

import time
from pathlib import Path

import pytest

from orchestrator.checks.secret_patterns import hardcoded_key_patterns, secret_kind

PAGE = Path(__file__).parents[3] / "knowledge" / "owasp-detection.md"
BODY = "q7" + "Zk3Vb9" * 10


PATTERNS = hardcoded_key_patterns(PAGE.read_text(encoding="utf-8"))


def hits(text: str) -> list[str]:
    """What the expressions find when they are tried line by line, as the secret gate does it."""
    found = (pattern.search(line) for line in text.split("\n") for pattern in PATTERNS)
    return [match[0] for match in found if match]


PLANTED = {
    "aws access key": "client(" + '"AKIA' + 'Q3EGRIMRT7WZ2LXB")',
    "github token": "git clone with gh" + "p_" + BODY[:36],
    "gitlab token": "glpat" + "-" + BODY[:20],
    "slack token": "xoxb" + "-" + "204815162342-" + BODY[:24],
    "payment key": "stripe.api" + "_key = 'sk_" + "live_" + BODY[:24] + "'",
    "google key": "AI" + "za" + BODY[:35],
    "npm token": "//registry.npmjs.org/:_authToken=n" + "pm_" + BODY[:36],
    "signed web token": "eyJ" + BODY[:20] + ".eyJ" + BODY[:40] + "." + BODY[:43],
    "private key": "-----BEGIN RSA PRIVATE" + " KEY-----\nMIIE" + BODY,
    "private key in one line": '"-----BEGIN PRIVATE' + " KEY-----\\nMIIE" + BODY + '"',
    "encrypted private key": "-----BEGIN RSA PRIVATE"
    " KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0F\n\n" + BODY,
    "password in a url": "postgres://app:" + "tr0ub4dor" + "@db.internal:5432/shop",
    "sendgrid key": "SG." + BODY[:22] + "." + BODY[:43],
    "model provider key": "sk" + "-proj-" + BODY[:40],
    "package index token": "pypi" + "-AgE" + BODY,
    "cloud token": "dop" + "_v1_" + "0f" * 32,
    "chat hook": "https://hooks.slack" + ".com/services/T0A1B2C3D/B0A1B2C3D/" + BODY[:24],
    "bearer header": 'headers["Authorization"] = "Bear' + "er " + BODY[:40] + '"',
    "python password": "DB_PASS" + 'WORD = "tr0ub4' + 'dor&3"',
    "typed password": "pass" + 'word: str = "tr0ub4' + 'dor&3"',
    "compared password": "if pass" + "word == 'tr0ub4" + "dor&3':",
    "json secret": '{"client_sec' + 'ret": "' + BODY[:24] + '"}',
    "go key": "apiK" + 'ey := "' + BODY[:32] + '"',
    "ruby hash": "{ :auth_tok" + "en => '" + BODY[:32] + "' }",
    "environment file": "SMTP_PASS" + "WORD=tr0ub4" + "dor3",
    "compose file": "      POSTGRES_PASS" + "WORD: tr0ub4" + "dor3",
    "container file": "ENV API_" + "KEY=" + BODY[:32],
}

CLEAN = {
    "environment look-up": 'password = os.environ["DB_PASSWORD_2"]',
    "getenv with name": 'api_key = os.getenv("STRIPE_API_KEY_V2", "")',
    "node environment": "const token = process.env.GITHUB_TOKEN_V3;",
    "angle placeholder": 'password = "<your-key-1234>"',
    "changeme": 'password = "changeme123"',
    "crosses": 'token = "xxxxxxxxxxxxxxxxxxxxxxx1"',
    "your key": 'api_key = "your-api-key-goes-here-123"',
    "stars": 'secret = "********1"',
    "empty": 'password = ""',
    "translation": '"password": "Passwortbestaetigung"',
    "template": 'password: "${DB_PASSWORD_1}"',
    "moustache": 'token: "{{ secrets.DEPLOY_TOKEN_2 }}"',
    "format field": 'url = f"https://{user}:{password1}@{host}/"',
    "prompt": 'password = getpass("Password for account 12: ")',
    "name of a setting": 'TOKEN_KEY = "session_token_version_2"',
    "css selector": 'const password = "#password-field-2";',
    "endpoint": 'token = "https://auth.example.org/oauth2/token"',
    "private key marker in code": 'if "-----BEGIN RSA PRIVATE KEY-----" in text:',
    "url stand-in": "postgres://user:password@localhost:5432/app",
    "url same twice": "postgres://postgres:postgres@localhost/app",
    "several hosts": "https://foo.example:123,bar:456@host",
    "documented sample key": "AKIA" + "IOSFODNN7EXAMPLE",
    "bearer variable": 'headers["Authorization"] = f"Bearer {access_token_2}"',
    "bearer in prose": "send the bearer token with each request",
    "shell command": "TOKEN=$(cat /run/secrets/token2)",
    "shell variable": 'export API_KEY="$OTHER_KEY_2"',
    "empty environment file": "SMTP_PASSWORD=",
    "hash of a file": 'sha256 = "' + "9f86d081884c7d65" * 4 + '"',
    "uuid of a thing": 'id = "3b241101-e2bb-4255-8caf-4136c566a962"',
    "type declaration": "token: Base64Str",
    "password hash function": 'password_hasher = "argon2id$v19"',
}


def test_page_holds_one_block() -> None:
    section = PAGE.read_text(encoding="utf-8").split("\n## Hardcoded-key pattern\n", 1)[1].split("\n## ", 1)[0]
    assert section.count("```") == 2
    assert len(PATTERNS) > 10


@pytest.mark.parametrize("text", PLANTED.values(), ids=PLANTED.keys())
def test_finds_planted_secret(text: str) -> None:
    assert [secret_kind(hit) for hit in hits(text) if secret_kind(hit)]


@pytest.mark.parametrize("text", CLEAN.values(), ids=CLEAN.keys())
def test_leaves_clean_text_alone(text: str) -> None:
    assert hits(text) == []


def test_every_expression_finds_something_planted() -> None:
    lines = [line for text in PLANTED.values() for line in text.split("\n")]
    idle = [pattern.pattern for pattern in PATTERNS if not any(pattern.search(line) for line in lines)]
    assert idle == []


def test_pages_and_lenses_hold_no_match() -> None:
    root = PAGE.parents[1]
    pages = [*root.glob("agents/*.md"), *root.glob("knowledge/*.md"), Path(__file__)]
    assert len(pages) > 20
    assert {page.name for page in pages if hits(page.read_text(encoding="utf-8"))} == set()


def seconds(text: str) -> float:
    """Processor time of one search by all expressions, the best of three."""
    times = []
    for _ in range(3):
        start = time.process_time()
        hits(text)
        times.append(time.process_time() - start)
    return min(times)


@pytest.mark.parametrize(
    "unit",
    ["aaaaaaaaa", "A_", "eyJ", "secret=", "http://a:", "password:", "-----BEGIN PRIVATE KEY-----"],
    ids=["letters", "upper", "web tokens", "assignments", "urls", "colons", "key markers"],
)
def test_time_grows_with_the_text_and_no_faster(unit: str) -> None:
    """Four times the text: about 4 when linear, 16 when quadratic."""
    few = 10_000 // len(unit)
    assert seconds(unit * (4 * few)) / seconds(unit * few) < 10
