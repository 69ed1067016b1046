"""The messages of one turn as the texts that a command line takes: standing instructions, and one prompt."""

from orchestrator.values.turn import Message


def standing_of(messages: tuple[Message, ...]) -> str:
    """What holds for the whole conversation."""
    return "\n\n".join(one.content for one in messages if one.role == "system")


def prompt_of(messages: tuple[Message, ...]) -> str:
    """The rest as one text; earlier replies are quoted as such, because the program does not remember them, and what
    they were answered stands behind them."""
    return "\n\n".join(_said(one, messages) for one in messages if one.role != "system") + "\n"


def _said(message: Message, messages: tuple[Message, ...]) -> str:
    if message.role == "assistant":
        calls = [f"Calls {one.name} {one.arguments or '{}'}" for one in message.calls]
        return "\n\n".join(["# Your earlier reply", *filter(None, (message.content, *calls))])
    if message.role == "tool":
        names = (call.name for one in messages for call in one.calls if call.id == message.call)
        return f"# Answer of {next(names, 'the tool')}\n\n{message.content}"
    return message.content
