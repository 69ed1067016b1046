"""Secrets out of text: every writer of prompts, reports, corrections and logs passes its text through here.

Redacting keeps the number of lines, so that line numbers and quotes still fit the text they were taken from.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

MASK = "[redacted]"

SECRET_FILE_PATTERNS: tuple[str, ...] = (
    ".env",
    ".env.*",
    "*.env",
    "!.env.example",
    "!.env.sample",
    "!.env.template",
    "!.env.dist",
    "!example.env",
    "!sample.env",
    "*.pem",
    "*.key",
    "*.p12",
    "*.pfx",
    "*.jks",
    "*.keystore",
    "*.kdbx",
    "*.ppk",
    "id_rsa",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    ".netrc",
    ".pgpass",
    ".htpasswd",
    ".git-credentials",
    ".pypirc",
    ".npmrc",
    ".dockercfg",
    "**/.docker/config.json",
    "**/.aws/credentials",
    "**/.kube/config",
    "credentials.json",
    "service-account*.json",
    "*.tfstate",
    "*.tfstate.backup",
    "secrets.yml",
    "secrets.yaml",
)


class _Rule(NamedTuple):
    pattern: re.Pattern[str]
    accepts: Callable[[str], bool]


def _always(_value: str) -> bool:
    return True


def _has_digit(value: str) -> bool:
    return any(char.isdigit() for char in value)


def _looks_random(value: str) -> bool:
    """A literal that is no plain word: parsers and tests compare tokens with ordinary words all the time."""
    return len(value) >= 8 and (_has_digit(value) or (len(value) >= 20 and " " not in value))


def _is_mixed(value: str) -> bool:
    return _has_digit(value) and any(char.islower() for char in value) and any(char.isupper() for char in value)


# Every repetition is bounded: the time spent on a hostile text stays proportional to its length.
_GAP = r"[ \t]{0,20}"
_MARGIN = r"(?m:^)[ \t+\-|:\d]{0,60}"
_PLAIN = r"(?:pass(?:word|wd|phrase|code)|pwd|secret)"
_KEYED = r"(?:token|credentials?|(?:api|access|secret|private|encryption|signing|account|auth)[_-]?key)"
_ANY = rf"(?:{_PLAIN}|{_KEYED})"
# Between name and literal: the closing quote of a key, a type annotation, an assignment or a comparison.
_ASSIGNED = (
    r"\d{0,4}\\?[\"'`]?\]?(?:"
    + _GAP
    + r":[\w.\[\]|, ]{1,40}?)?"
    + _GAP
    + r"(?:[:?!]?={1,3}|=>|:)"
    + _GAP
    + r"[brfu]{0,2}"
)
_LITERAL = r"(?P<q>\\?[\"'`])(?P<value>(?:\\.|(?!(?P=q))[^\n]){4,400}?)(?P=q)"
# Formats that are secrets by themselves: `_TOKENS` always, `_LIKELY` when the text is no plain word.
_TOKENS = (
    r"(?:A3T[A-Z0-9]|ABIA|ACCA|AKIA|ASIA|AGPA|AIDA|AROA|ANPA)[A-Z0-9]{16}(?![A-Za-z0-9])",
    r"(?:gh[pousr]|github_pat)_[A-Za-z0-9_]{20,}",
    r"(?:glpat|gldt|glft|glsoat|glrt|glcbt|glimt|glptt|glagent|gloas)-[\w-]{20,}",
    r"GR1348941[\w-]{20,}",
    r"(?i:xox[abeoprs]-[a-z0-9-]{10,})",
    r"(?i:hooks\.slack\.com/services/[a-z0-9_/]{20,})",
    r"[srp]k_(?:live|test)_[A-Za-z0-9]{10,}",
    r"sk-[A-Za-z0-9_-]{20,}",
    r"AIza[\w-]{35,}",
    r"(?:npm|hf)_[A-Za-z0-9]{30,}",
    r"pypi-[\w-]{50,}",
    r"dop_v1_[a-f0-9]{64,}",
    r"SG\.[\w-]{16,200}\.[\w-]{16,}",
    r"SK[0-9a-z]{32}(?![A-Za-z0-9])",
    r"eyJ[\w-]{10,4000}\.[\w-]{10,8000}\.[\w-]{5,}",
    r"AKC[A-Za-z0-9]{10,}",
    r"[0-9a-z]{32}-us[0-9]{1,2}(?![A-Za-z0-9])",
    r"sq0csp-[\w\\-]{43,}",
)
_LIKELY = (
    r"AP[0-9A-F][A-Za-z0-9]{8,}",
    r"[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27}(?![A-Za-z0-9])",
    r"\d{8,10}:[\w-]{35}(?![A-Za-z0-9])",
)
_ALONE = r"(?<![A-Za-z0-9])"
_KEYWORD = r"(?:key|pwd|pw|password|pass|token)"
_RULES: tuple[_Rule, ...] = tuple(
    _Rule(re.compile(pattern), accepts)
    for pattern, accepts in (
        (f"{_ALONE}(?P<value>{'|'.join(_TOKENS)})", _always),
        (f"{_ALONE}(?P<value>{'|'.join(_LIKELY)})", _is_mixed),
        (r"AccountKey=(?P<value>[A-Za-z0-9+/=]{20,})", _always),
        (r":_authToken=[^\S\n]*(?P<value>[^\s\"'`$<{]{8,})", _always),
        (r"(?i)api.softlayer.com/soap/v3(?:.1)?/(?P<value>[a-z0-9]{64,})", _always),
        (rf"(?i)aws.{{0,20}}?{_KEYWORD}.{{0,20}}?[\"'](?P<value>[0-9a-z/+]{{40}})[\"']", _is_mixed),
        (
            rf"(?i){_KEYWORD}[\"']?\]?[ ]{{0,200}}(?:::|:=|=>|=|:|(?<= ))[ ]{{0,200}}[\"']?(?P<value>[a-z0-9_-]{{44,}})",
            _has_digit,
        ),
        ("(?i)" + _PLAIN + _ASSIGNED + _LITERAL, _always),
        ("(?i)" + _KEYED + _ASSIGNED + _LITERAL, _looks_random),
        (r"(?i)(?<![a-z])[a-z][a-z0-9+.-]{1,20}://[^\s/:@\"'<>]{0,100}:(?P<value>[^\s/@\"'<>]{1,200})@", _always),
        (r"(?i)\bbearer[ \t]{1,20}(?P<value>[A-Za-z0-9+/=._~-]{16,})", _has_digit),
        (
            r"(?i)\bauthorization[\"']?"
            + _GAP
            + "[:=]"
            + _GAP
            + r"[\"']?basic[ \t]{1,20}(?P<value>[A-Za-z0-9+/=]{8,})",
            _always,
        ),
        (r"(?i)[?&][\w-]{0,40}?" + _ANY + r"=(?P<value>[^&\s\"'#<>]{8,})", _looks_random),
        ("(?i)--" + _ANY + r"[= ](?P<value>[^\s\"'$<{\[(-][^\s\"'`]{5,})", _always),
        ("(?i)<" + _ANY + r">(?P<value>[^<\n]{4,400})</", _always),
        (
            _MARGIN + r"(?:(?:export|set|ENV)[ \t]{1,20})?[A-Z0-9_]{0,60}?"
            r"(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|KEY)=(?P<value>[^\s\"'`$<({\[#;,][^\s\"'`#;,)]{5,})",
            _always,
        ),
        (
            "(?i)" + _MARGIN + r"[\w.-]{0,60}?" + _ANY + _GAP + r":[ \t]{1,20}"
            r"(?P<value>[^\s\"'`$<({\[&*!|>#][^\s#,;()\[\]{}<>\"'`]{7,})" + _GAP + r"(?m:#.*$|$)",
            _has_digit,
        ),
        ("(?i)" + _ANY + _GAP + "=" + _GAP + r"(?P<value>[A-Za-z0-9+/=_-]{20,})(?![\w(.\[])", _is_mixed),
    )
)
_STAND_IN = re.compile(
    r"\[redacted\]|\$\{.*\}|\$\w+|\{\{.*\}\}|\{[\w.]*\}|<[^>]*>|%\(?\w*\)?s?|\*{3,}|[xX]{3,}|\.{3}|…", re.DOTALL
)
_KEY_START = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_KEY_END = re.compile(r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_KEY_RUN = re.compile(r"\[redacted\]|[A-Za-z0-9+/=]{4,}")
_KEY_BODY = re.compile(r"[A-Za-z0-9+/=]{16,}|\[redacted\]")
_KEY_HEADER = re.compile(r"^\W*(?:(?:Proc-Type|DEK-Info|Version|Comment):.*)?$")
_KEY_TAIL = re.compile(r"^[ \t\d|:\"']*[A-Za-z0-9+/=]+(?:\\n)?[\"',;]*\s*$")


def redact(text: str) -> tuple[str, int]:
    """`text` with every secret value replaced by `[redacted]`, and how many values were replaced.

    Known token formats, private key blocks, literals given to a name like `password`, and passwords inside URLs. The
    number of lines stays the same. Redacting a redacted text changes nothing.
    """
    total = 0
    while True:  # Ends: each round turns some literal text into the mask, which no rule touches.
        text, count = _once(text)
        if not count:
            return text, total
        total += count


def is_secret_file(path: str) -> bool:
    """True when `path` (relative, `/`) names a file that exists to hold secrets; upper and lower case alike."""
    return _secret_files().match_file(path.lower())


@cache
def _secret_files() -> "GitIgnoreSpec":
    # Imported late: the gate's hooks redact texts with nothing but the standard library on the path.
    from pathspec import GitIgnoreSpec  # noqa: PLC0415

    return GitIgnoreSpec.from_lines(SECRET_FILE_PATTERNS)


def _once(text: str) -> tuple[str, int]:
    text, total = _redact_keys(text)
    for rule in _RULES:
        text, count = _replace(text, rule)
        total += count
    return text, total


def _replace(text: str, rule: _Rule) -> tuple[str, int]:
    pieces: list[str] = []
    last = count = 0
    for match in rule.pattern.finditer(text):
        value = match["value"]
        if _STAND_IN.fullmatch(value) or not rule.accepts(value):
            continue
        pieces += (text[last : match.start("value")], MASK)
        last = match.end("value")
        count += 1
    return ("".join([*pieces, text[last:]]), count) if count else (text, 0)


def _redact_keys(text: str) -> tuple[str, int]:
    """Masks what stands between the two marker lines of a private key, or as much as there is of a cut one."""
    if "PRIVATE KEY" not in text:
        return text, 0
    lines = text.split("\n")
    blocks: set[int] = set()
    start: int | None = None
    masked = False
    for number, line in enumerate(lines):
        opening = _KEY_START.search(line)
        if opening:
            start, masked = number, False
        if start is None:
            continue
        first = opening.end() if opening else 0
        closing = _KEY_END.search(line, first)
        body = line[first : closing.start() if closing else len(line)]
        if _KEY_BODY.search(body) or (masked and not closing and _KEY_TAIL.match(body)):
            masked = True
            lines[number] = line[:first] + _KEY_RUN.sub(MASK, body) + line[first + len(body) :]
            blocks |= {start} if lines[number] != line else set()
        elif closing or not (opening or _KEY_HEADER.match(body)):
            start = None
        start = None if closing else start
    return "\n".join(lines), len(blocks)
