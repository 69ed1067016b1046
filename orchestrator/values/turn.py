"""One turn with an engine: what is asked and what comes back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from orchestrator.values.analysis import ToolFinding
from orchestrator.values.change import ChangedFile
from orchestrator.values.finding import Finding
from orchestrator.values.fix import Edit
from orchestrator.values.lens import Lens


class ToolUse(StrEnum):
    """How an engine can use tools that we define."""

    NATIVE = "native"
    JSON_LIST = "json-list"
    OWN = "own"
    NONE = "none"


class Purpose(StrEnum):
    """Why a reviewer is asked: to find defects, to say whether one is gone, to look at all fixes once more, to mend one,
    to check what a review record answers to a finding, to try to refute one."""

    DISCOVERY = "discovery"
    VERIFICATION = "verification"
    CLOSING = "closing"
    FIX = "fix"
    CHECK = "check"
    CHALLENGE = "challenge"


class FailureKind(StrEnum):
    """Why a turn or a whole attempt gave no usable reply. Decided on the transport, never on what a text says."""

    TIMEOUT = "timeout"
    CRASH = "crash"
    TOOL = "tool"
    RETRYABLE = "retryable"
    FINAL = "final"
    CUT = "cut"
    REFUSED = "refused"
    MALFORMED = "malformed"
    UNREAD = "unread"
    BUDGET = "budget"
    DOWN = "down"
    TAMPERED = "tampered"


class OmissionKind(StrEnum):
    """Why a file of a lens's scope was not shown whole."""

    UNREAD = "unread"
    BUDGET = "budget"
    PARTIAL = "partial"
    BINARY = "binary"
    IGNORED = "ignored"
    GENERATED = "generated"

    @property
    def incomplete(self) -> bool:
        """True when the omission leaves the run without a verdict."""
        return self in {OmissionKind.UNREAD, OmissionKind.BUDGET}


@dataclass(frozen=True, slots=True)
class Omission:
    """A file that was left out of what a lens saw, wholly or in part."""

    file: str
    reason: str
    kind: OmissionKind


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one or more calls; `usd` is None when the price of any of them is not known."""

    input: int = 0
    cached_read: int = 0
    cached_write: int = 0
    output: int = 0
    usd: float | None = None

    def __add__(self, other: "Usage") -> "Usage":
        priced = [one.usd for one in (self, other) if one.tokens or one.usd is not None]
        known = [value for value in priced if value is not None]
        return Usage(
            self.input + other.input,
            self.cached_read + other.cached_read,
            self.cached_write + other.cached_write,
            self.output + other.output,
            sum(known) if known and len(known) == len(priced) else None,
        )

    @property
    def tokens(self) -> int:
        """Tokens of every kind."""
        return self.input + self.cached_read + self.cached_write + self.output


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Some consecutive lines of the new side, the first of which has the number `start`."""

    start: int
    lines: tuple[str, ...]


Shown = str | tuple[Excerpt, ...]
"""What somebody was shown of a file: its whole text, or parts of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """What fits into one request, word for word the same for every lens that is sent any of it.

    `files` holds the changes (a file whose change is too large has only some of its hunks here), `contents` texts of
    files shown whole, `excerpts` parts of files that are not; `omissions` what is missing.
    """

    files: tuple[ChangedFile, ...]
    contents: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    excerpts: Mapping[str, tuple[Excerpt, ...]] = field(default_factory=lambda: MappingProxyType({}))
    omissions: tuple[Omission, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Payload:
    """What one lens is shown. Evidence is sought in exactly this.

    `contents` maps path to new-side text (only files shown whole), `excerpts` holds parts of others, `tree` lists every
    path of the subject that is not ignored, `ignored` says which changed files are, `context` is the institutional context, `tools` the availability of optional tools as short
    lines. `pack` is what it was cut from, sent as the part that all lenses share. `sharers` counts the lenses of the
    same model that are sent the change, the files and the tree of this pack; None when nobody has counted. `fixed` are
    the findings whose fixes the change consists of, as they were reported. `writes` lets a program that works in a
    folder of its own change the files there, for a fix.
    """

    lens: Lens
    files: tuple[ChangedFile, ...]
    has_diff: bool
    contents: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    excerpts: Mapping[str, tuple[Excerpt, ...]] = field(default_factory=lambda: MappingProxyType({}))
    pack: Pack | None = None
    sharers: tuple[int, int, int] | None = None
    tree: tuple[str, ...] = ()
    changed_list: tuple[tuple[str, str], ...] = ()
    static: tuple[ToolFinding, ...] = ()
    static_left_out: int = 0
    context: str = ""
    tools: tuple[str, ...] = ()
    omissions: tuple[Omission, ...] = ()
    ignored: str = ""
    purpose: Purpose = Purpose.DISCOVERY
    fixed: tuple[Finding, ...] = ()
    writes: bool = False


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the conversation; `role` is system, user, assistant or tool.

    `cache` marks the end of a part that other lenses of the run send as well, word for word: an engine whose provider
    keeps prefixes sets a breakpoint there. `call` and `calls` join the results of tools with what asked for them.
    """

    role: str
    content: str
    cache: bool = False
    call: str = ""
    calls: tuple["ToolCall", ...] = ()


def _nothing() -> None:
    """Nobody waits for the first byte."""


@dataclass(frozen=True, slots=True)
class ToolDefinition:
    """A tool offered to the engine; `schema` is JSON Schema as JSON text."""

    name: str
    description: str
    schema: str


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool the engine wants run; `arguments` is JSON text as it arrived."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRequest:
    """One turn. `call` counts the calls of this lens in this run from 1; `seconds` is what is left of its time.

    `schema` is the JSON Schema of the reply as JSON text. The engine calls `begun` when the first byte of the answer
    has arrived, so that others may rely on what the provider keeps of the prefix from then on. `max_tokens` bounds the
    answer and `temperature` its sampling; None leaves either to the engine.
    """

    payload: Payload
    messages: tuple[Message, ...]
    model: str
    effort: str
    call: int
    seconds: float
    tools: tuple[ToolDefinition, ...] = ()
    schema: str = ""
    begun: Callable[[], None] = _nothing
    max_tokens: int | None = None
    temperature: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The engine answered. `omissions` are files the engine itself could not look at, `notes` what it had to leave
    out of the request, e.g. an effort that the model does not know, `read` whole texts that it could read by itself, by
    path: they count as shown. `edits` is what a program that was let changed in its folder.
    """

    text: str
    tool_calls: tuple[ToolCall, ...] = ()
    model: str = ""
    usage: Usage = Usage()
    omissions: tuple[Omission, ...] = ()
    notes: tuple[str, ...] = ()
    read: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnFailure:
    """The engine did not answer. `detail` is one line for the report.

    `retry_after` is how many seconds the provider asked to wait, `usage` what the failed call cost. `everybody` says
    that no other lens will get an answer from this engine either: a key that is refused, a limit that is spent.
    """

    kind: FailureKind
    detail: str
    retry_after: float | None = None
    usage: Usage = Usage()
    everybody: bool = False


Turn = Reply | TurnFailure


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineInfo:
    """What an engine is and can do. `max_*` are characters; None means the engine has no such limit.

    `keeps_prefix`: its provider answers a repeated prefix faster and cheaper once a first answer has begun. `efforts`
    are the reasoning levels it offers for any model, empty when it has no such setting; `default_model` is what
    `inherit` means for it, `window` the context window of its models in tokens unless the settings say otherwise.

    `rule_based` engines read the payload and quote by program; `limits` says what a reader must not take the answers
    for, and is empty for a model.
    """

    name: str
    label: str
    rule_based: bool
    tool_use: ToolUse = ToolUse.NONE
    leaves_machine: bool = False
    paid: bool = False
    max_file_chars: int | None = 200_000
    max_total_chars: int | None = 1_500_000
    limits: str = ""
    keeps_prefix: bool = False
    efforts: tuple[str, ...] = ()
    default_model: str = ""
    window: int | None = None
    needs_model: bool = False
