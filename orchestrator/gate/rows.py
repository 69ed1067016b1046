"""One row of the evidence ledger, and the line it is written as."""

import hashlib
import hmac
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum

START = "0" * 64
"""What the first row names as the one before it."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:,+-]{0,3999}")
_HEX = re.compile(r"[0-9a-f]{64}")
_HASHES = ("subject", "digest", "prev", "mac")


class RowKind(StrEnum):
    """What happened."""

    COMPLETED = "completed"
    DISPATCH_FAILURE = "dispatch-failure"
    EXEMPT = "exempt"
    GATE_RAN = "gate-ran"
    BYPASS = "bypass"
    VERDICT = "verdict"
    MENDED = "mended"

    @property
    def opens(self) -> bool:
        """True for evidence that speaks for a change; such a row counts only when it is proven to be ours."""
        return self in {RowKind.COMPLETED, RowKind.VERDICT, RowKind.EXEMPT}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Names, fixed words and hashes only: no path, no code and no text of a finding ever stands in a row.

    `ts` is ISO 8601 UTC with milliseconds; `subject`, `digest`, `prev` and `mac` are sha256 in hex or empty. For a
    lens `status` is its own verdict, for a verdict row the overall one. `rule` says why: the failure kind of a lens,
    the name of a gate or an exemption; in a verdict row what keeps it from counting, empty when it counts. The `agent`
    and the `engine` of a verdict row list those that took part, joined by commas.
    """

    ts: str
    kind: RowKind
    subject: str = ""
    agent: str = ""
    engine: str = ""
    model: str = ""
    status: str = ""
    digest: str = ""
    rule: str = ""
    prev: str = START
    mac: str = ""

    def __post_init__(self) -> None:
        for name in _HASHES:
            if getattr(self, name) and not _HEX.fullmatch(getattr(self, name)):
                raise ValueError(f"{name} of an evidence row is not a sha256")
        for name in ("agent", "engine", "model", "status", "rule"):
            if getattr(self, name) and not _NAME.fullmatch(getattr(self, name)):
                raise ValueError(f"{name} of an evidence row is not a name")

    @property
    def engines(self) -> frozenset[str]:
        """Who answered."""
        return frozenset(name for name in self.engine.split(",") if name)

    def sealed(self, key: bytes) -> "Row":
        """The row with its code; without a key, without one."""
        return replace(self, mac=_code(self, key) if key else "")

    def is_sealed_with(self, key: bytes) -> bool:
        """True when the code is that of `key`; without a key every row is as good as any other."""
        return not key or hmac.compare_digest(self.mac, _code(self, key))


def line_of(row: Row) -> str:
    """The row as one line of JSON, keys sorted, without its line end."""
    return json.dumps(
        {name: value for name, value in asdict(row).items() if value}, sort_keys=True, separators=(",", ":")
    )


def parse_row(line: bytes) -> Row:
    """The row of `line`; ValueError for anything that `line_of` does not write."""
    value = json.loads(line)
    if not isinstance(value, Mapping) or not all(isinstance(one, str) for one in value.values()):
        raise ValueError("not an evidence row")
    try:
        return Row(**{**value, "kind": RowKind(value["kind"])})
    except (KeyError, TypeError) as error:
        raise ValueError("not an evidence row") from error


def stamp(now: datetime) -> str:
    """`now` as rows carry it: texts in this form sort like the times they stand for."""
    return now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{now.microsecond // 1000:03d}Z"


def digest_of(data: bytes) -> str:
    """sha256 in hex."""
    return hashlib.sha256(data).hexdigest()


def name_of(text: str) -> str:
    """`text` made fit for a row: what is not allowed in a name becomes a dash."""
    cleaned = re.sub(r"[^A-Za-z0-9._:+-]+", "-", text).strip("-.")
    return cleaned[:80] if cleaned[:1].isalnum() else "unnamed" * bool(text)


def _code(row: Row, key: bytes) -> str:
    return hmac.new(key, line_of(replace(row, mac="")).encode(), hashlib.sha256).hexdigest()
