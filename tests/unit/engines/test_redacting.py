"""Secrets out of what leaves the machine."""

import anyio

from orchestrator.engines.redacting import RedactingEngine, guarded, redactions_of
from orchestrator.values.turn import EngineInfo, Message, Reply, Turn, TurnRequest
from tests.support.wire import request

SECRET = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5"


class Listener:
    """An engine that remembers what it was sent."""

    def __init__(self, *, leaves_machine: bool = True) -> None:
        self.info = EngineInfo(name="listener", label="", rule_based=False, leaves_machine=leaves_machine)
        self.heard: list[TurnRequest] = []

    async def turn(self, request: TurnRequest) -> Turn:
        self.heard.append(request)
        return Reply(text="{}")


def test_every_message_is_redacted_and_keeps_its_lines_and_marks() -> None:
    listener = Listener()
    engine = guarded(listener)
    shared = Message("user", f"one\ntoken = '{SECRET}'\nthree", cache=True)
    for lens in ("doc-review", "naming-review"):
        anyio.run(engine.turn, request(Message("system", "contract"), shared, Message("user", lens)))
    for heard in listener.heard:
        assert SECRET not in "".join(message.content for message in heard.messages)
        assert heard.messages[1] == Message("user", "one\ntoken = '[redacted]'\nthree", cache=True)
    # The shared part was sent twice and counts once.
    assert redactions_of(engine) == 1
    assert engine.info is listener.info


def test_what_stays_on_the_machine_is_left_as_it_is() -> None:
    listener = Listener(leaves_machine=False)
    assert guarded(listener) is listener
    assert redactions_of(listener) == 0
    assert isinstance(guarded(Listener()), RedactingEngine)
