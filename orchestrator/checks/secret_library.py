"""Formats of credentials as detect-secrets knows them: its expressions, without its settings, filters and network.

Left out are detectors that are loud on ordinary code (entropy, keywords, public addresses) and those that the runnable
expressions of `knowledge/owasp-detection.md` replace, because they know stand-ins.
"""

import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module

LIBRARY = "detect-secrets"
_PIECE = 1000
_OVERLAP = 250
_TOKEN = 10
# Runs of blanks cost some expressions of the library the third power of their length.
_WIDE = re.compile(r"[ \t]{3,}")
# A line must pass these three, the cheap ones first, before the library is asked: loading it takes longer than all else here.
_DIGIT = re.compile(r"\d")
_RUN = re.compile(r"[\w/+-]{20}|AKC|AP[\dA-F]")
_TRACE = re.compile(
    r"[\w-]{44}|AKC|AP[\dA-F]|A3T|A[BKS]IA|ACCA|AccountKey=|gh[opusr]_|gl[a-z]{2,6}-|GR1348941|-us\d|_authToken="
    r"|pypi-|SG\.|xox[abposr]-|hooks\.slack|sq0csp-|k_live_|\d:[\w-]{35}|SK[a-z0-9]{32}|\.[\w-]{6}\.[\w-]{27}"
    r"""|["'][\w/+]{40}["']""",
    re.IGNORECASE,
)
_STAND_IN = re.compile(r"(.)\1{5}|example|dummy|placeholder|change_?me|your[-_]|\$\{|\{\{", re.IGNORECASE)
_MIXED = re.compile(r"(?=.*\d)(?=.*[a-z])(?=.*[A-Z])", re.DOTALL)


class LibraryError(Exception):
    """The library is missing, or broke."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """One detector of the library, and which of its matches count.

    `alone`: nothing of the same alphabet may follow, for formats whose length is all there is to tell them by.
    `named`: what the match must hold besides, in lower case.
    """

    module: str
    detector: str
    accepts: re.Pattern[str] = re.compile(r"(?=.*\d)", re.DOTALL)
    alone: bool = False
    named: str = ""


@dataclass(frozen=True, slots=True)
class SecretFormat:
    """A kind of secret and the expressions that tell it; `kind` is the library's own name."""

    kind: str
    expressions: tuple[re.Pattern[str], ...]
    counts: Callable[[re.Match[str]], bool]


_CHOICES = (
    # Real ones are longer than the expressions ask for; short ones are class names.
    _Choice("artifactory", "ArtifactoryDetector", re.compile(r"A(?:KC|P)(?=\w{16})(?=.*\d.*\d)(?=.*[a-z])")),
    _Choice("aws", "AWSKeyDetector", re.compile(r"(?=.*\d)(?:[A-Z0-9]{20}\Z|(?=.*[a-z])(?=.*[A-Z]))"), alone=True),
    _Choice("azure_storage_key", "AzureStorageKeyDetector"),
    _Choice("cloudant", "CloudantDetector"),
    _Choice("discord", "DiscordBotTokenDetector", _MIXED, alone=True),
    _Choice("github_token", "GitHubTokenDetector"),
    _Choice("gitlab_token", "GitLabTokenDetector"),
    _Choice("ibm_cloud_iam", "IbmCloudIamDetector", _MIXED, named="ibm"),
    _Choice("ibm_cos_hmac", "IbmCosHmacDetector"),
    _Choice("mailchimp", "MailchimpDetector", alone=True),
    _Choice("npm", "NpmDetector", re.compile(r"(?=.*\d)(?:npm_\w{30}|[A-Fa-f0-9-]{36})")),
    _Choice("pypi_token", "PypiTokenDetector"),
    _Choice("sendgrid", "SendGridDetector"),
    _Choice("slack", "SlackDetector", re.compile(r"(?=.*\d)(?:x.{19}|https.{48})", re.IGNORECASE)),
    _Choice("softlayer", "SoftlayerDetector"),
    _Choice("square_oauth", "SquareOAuthDetector"),
    _Choice("stripe", "StripeDetector"),
    _Choice("telegram_token", "TelegramBotTokenDetector", re.compile(r"\d+:(?=.*[a-z])(?=.*[A-Z])"), alone=True),
    # The other half of this detector is the account's number, which is no secret.
    _Choice("twilio", "TwilioKeyDetector", re.compile(r"SK(?=.*\d)"), alone=True),
)


def worth_a_look(line: str) -> bool:
    """False when no format of the library can occur in `line`."""
    return all(needed.search(line) for needed in (_DIGIT, _RUN, _TRACE))


def load_formats() -> tuple[SecretFormat, ...]:
    """The formats that count. Takes some tenths of a second; raises LibraryError, whatever the library did."""
    try:
        with warnings.catch_warnings():
            # Its dependencies warn about each other's versions, which is nobody's business here.
            warnings.simplefilter("ignore")
            return tuple(map(_format, _CHOICES))
    # Code that is not ours and runs while it is imported: whatever it raises, the files were not checked.
    except Exception as error:
        raise _broken(error) from error


def library_kinds(line: str, formats: Sequence[SecretFormat]) -> Iterator[str]:
    """Kinds of the secrets in `line`. A long line is read in overlapping pieces. Raises LibraryError."""
    text = _WIDE.sub("  ", line)
    for start in range(0, max(1, len(text)), _PIECE - _OVERLAP):
        piece = text[start : start + _PIECE]
        if worth_a_look(piece):
            yield from _kinds(piece, formats)


def _kinds(piece: str, formats: Sequence[SecretFormat]) -> Iterator[str]:
    try:
        for one in formats:
            if any(one.counts(match) for expression in one.expressions for match in expression.finditer(piece)):
                yield one.kind
    # An expression of another type than the library promises, for instance in a later version.
    except (AttributeError, TypeError, IndexError, re.error) as error:
        raise _broken(error) from error


def _format(choice: _Choice) -> SecretFormat:
    detector = getattr(import_module(f"detect_secrets.plugins.{choice.module}"), choice.detector)
    expressions: Iterable[re.Pattern[str]] = detector.denylist
    kind = str(detector.secret_type)

    def counts(match: re.Match[str]) -> bool:
        """Whether a match is a secret and not a stand-in or a piece of something longer."""
        value = max((group for group in match.groups() if group), key=len, default="")
        if len(value) < _TOKEN:
            value = match[0]
            before, after = match.string[: match.start()][-1:], match.string[match.end() :][:1]
            if (_glued(before) and _glued(value[:1])) or (choice.alone and _glued(after)):
                return False
        if choice.named not in match[0].lower() or not value.isascii() or _STAND_IN.search(value):
            return False
        return choice.accepts.match(value.strip(' \t=:"')) is not None

    return SecretFormat(kind, tuple(expressions), counts)


def _glued(char: str) -> bool:
    return char.isascii() and char.isalnum()


def _broken(error: Exception) -> LibraryError:
    # The class alone: a message of the library could quote the line it stumbled over.
    return LibraryError(f"{LIBRARY} crashed: {type(error).__name__}")
