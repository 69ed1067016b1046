"""Any program as an engine: one JSON request on standard input, one JSON answer on standard output."""

import json
from dataclasses import dataclass

from orchestrator.engines.answer import AnswerError, read_answer
from orchestrator.engines.programs.endings import broken_off
from orchestrator.engines.programs.program import Start
from orchestrator.engines.programs.room import PrivateFiles
from orchestrator.engines.request import request_object
from orchestrator.seams import Finished
from orchestrator.values.turn import EngineInfo, FailureKind, ToolUse, Turn, TurnFailure, TurnRequest

NAME = "command"


@dataclass(frozen=True, slots=True)
class CommandSpeaker:
    """`argv` is started as it is, without a shell; `label` is how reports call it."""

    argv: tuple[str, ...]
    label: str = ""
    leaves_machine: bool = True

    @property
    def info(self) -> EngineInfo:
        """An engine that nobody but the person who configured it knows."""
        return EngineInfo(
            name=NAME,
            label=self.label or "a program of the settings",
            rule_based=False,
            tool_use=ToolUse.OWN,
            leaves_machine=self.leaves_machine,
            window=None,
        )

    @property
    def passes(self) -> tuple[str, ...]:
        """Nothing beyond what every program gets."""
        return ()

    def start(self, request: TurnRequest, files: PrivateFiles) -> Start:
        """Everything goes by standard input."""
        del files
        return Start(self.argv, json.dumps(request_object(request), ensure_ascii=False) + "\n")

    def read(self, request: TurnRequest, done: Finished) -> Turn:  # noqa: ARG002 - the protocol's
        """A failure that the program names counts whatever its exit code; a reply counts with exit code 0 only."""
        try:
            turn = read_answer(done.stdout, NAME)
        except AnswerError as error:
            if done.code or not done.stdout.strip():
                return broken_off(NAME, done)
            return TurnFailure(FailureKind.MALFORMED, f"what {NAME} printed is no answer: {error}")
        return turn if isinstance(turn, TurnFailure) or done.code == 0 else broken_off(NAME, done)
