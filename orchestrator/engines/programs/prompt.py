"""The messages of one turn as the texts that a command line takes: standing instructions, and one prompt."""

from orchestrator.values.turn import Message


def standing_of(messages: tuple[Message, ...]) -> str:
    """What holds for the whole conversation."""
    return "\n\n".join(one.content for one in messages if one.role == "system")


def prompt_of(messages: tuple[Message, ...]) -> str:
    """The rest as one text; an earlier reply is quoted as such, because the program does not remember it."""
    return "\n\n".join(_said(one) for one in messages if one.role != "system") + "\n"


def _said(message: Message) -> str:
    if message.role == "assistant":
        return f"# Your earlier reply\n\n{message.content}"
    return message.content
