"""The library of one run: it opens a reading for each attempt."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from orchestrator.dispatch.reading.answers import Answer, Style
from orchestrator.dispatch.reading.arguments import BadCallError, number_of, parse, text_of
from orchestrator.dispatch.reading.finder import Finder
from orchestrator.dispatch.reading.holdings import Holdings
from orchestrator.dispatch.reading.search import Search
from orchestrator.dispatch.reading.tools import READ_FILE, SEARCH, TOOLS
from orchestrator.seams import Clock
from orchestrator.values.turn import Payload, Shown, ToolCall, ToolDefinition


class ForeignTool(Protocol):
    """A tool of a server that the settings name."""

    @property
    def definition(self) -> ToolDefinition:
        """What engines are told of it."""
        ...

    async def call(self, arguments: Mapping[str, object]) -> str:
        """Its answer as text; a failure is an answer too. Never raises for what a server does."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What one attempt may read: `calls` of tools, `size` bytes of answers, `seconds` from its start; `results` is how
    many lines one search may find. Whatever of the first three is reached withdraws the tools."""

    calls: int
    size: int
    results: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderLibrary:
    """Everything readings of one run share. `masks` says for a lens whether its engine must not see secrets."""

    holdings: Holdings
    finder: Finder
    clock: Clock
    bounds: Bounds
    marker: str
    masks: Callable[[str], bool]
    foreign: tuple[ForeignTool, ...] = ()

    def open(self, payload: Payload) -> "Reader":
        """A reading with a whole budget."""
        style = Style(self.marker, self.masks(payload.lens.name))
        return Reader(self, style, self.clock.monotonic())


@dataclass(slots=True)
class Reader:
    """The reading of one attempt. `offered` is the one source for what prompts name and requests hold."""

    library: ReaderLibrary
    style: Style
    started: float
    shown: dict[str, Shown] = field(default_factory=dict)
    calls: int = 0
    size: int = 0

    @property
    def offered(self) -> tuple[ToolDefinition, ...]:
        """The tools, until the budget is spent."""
        return () if self.withdrawn else self._tools()

    @property
    def withdrawn(self) -> str:
        """The bound that was reached and ended the reading, empty until then."""
        return self._reached()

    async def run(self, call: ToolCall) -> str:
        """The answer to `call`. What cannot be done is said in one line."""
        reached = self._reached()
        if reached:
            known = call.name in {tool.name for tool in self._tools()}
            what = f"{call.name} is withdrawn" if known else "the reader tools are withdrawn"
            return f"Not done: {what}, since {reached}. Go on with what you have read."
        self.calls += 1
        try:
            answer = await self._answer(call)
        except BadCallError as error:
            answer = Answer(f"Not done: {' '.join(str(error).split())}")
        self.size += len(answer.text.encode("utf-8", "surrogatepass"))
        self._keep(answer)
        ended = self.withdrawn
        return (
            f"{answer.text}\nThe reader tools are withdrawn now: {ended}. Go on without them." if ended else answer.text
        )

    def _reached(self) -> str:
        bounds = self.library.bounds
        if self.calls >= bounds.calls:
            return f"max_tool_calls ({bounds.calls}) is reached"
        if self.size >= bounds.size:
            return f"max_read_bytes ({bounds.size}) is reached"
        if self.library.clock.monotonic() - self.started >= bounds.seconds:
            return f"tool_deadline_ratio is reached: the {bounds.seconds:g} s for reading are over"
        return ""

    def _tools(self) -> tuple[ToolDefinition, ...]:
        return (*TOOLS, *(one.definition for one in self.library.foreign))

    async def _answer(self, call: ToolCall) -> Answer:
        arguments = parse(call.arguments)
        if call.name not in {tool.name for tool in TOOLS}:
            tool = next((one for one in self.library.foreign if one.definition.name == call.name), None)
            if tool is None:
                known = ", ".join(sorted(tool.name for tool in self._tools()))
                raise BadCallError(f"there is no tool {call.name[:80]}; there are {known}")
            return self.style.foreign(await tool.call(arguments))
        holdings = self.library.holdings
        if call.name == READ_FILE:
            path = holdings.file(text_of(arguments, "path"))
            text = holdings.text(path) or ""
            return self.style.file(path, text, number_of(arguments, "start"), number_of(arguments, "end"))
        if call.name == SEARCH:
            search = Search(holdings, self.library.finder, self.style, self.library.bounds.results)
            return await search.answer(arguments)
        return self.style.folder(holdings.folder(text_of(arguments, "path", "")), holdings.paths)

    def _keep(self, answer: Answer) -> None:
        """What was shown is evidence. A text shown whole takes the place of its parts, never the reverse."""
        shown = ((answer.path, answer.shown),) if answer.path else ()
        for path, part in (*shown, *answer.more):
            before = self.shown.get(path, ())
            if isinstance(before, str):
                continue
            self.shown[path] = part if isinstance(part, str) else (*before, *part)
