"""Which reasoning levels an engine offers, as far as its name alone tells."""

from orchestrator.settings.model import Settings


def efforts_of(engine: str, settings: Settings) -> tuple[str, ...]:
    """The levels of `engine`; empty for one that takes any, that reads none, or that only shows them when it runs."""
    # Imported late: most commands ask no engine anything.
    if engine == "anthropic":
        from orchestrator.engines.wire.anthropic import EFFORTS  # noqa: PLC0415

        return EFFORTS
    if engine == "openai":
        return settings.names("openai.efforts")
    if engine == "claude":
        from orchestrator.engines.programs.claude import INFO as CLAUDE  # noqa: PLC0415

        return CLAUDE.efforts
    if engine == "codex":
        from orchestrator.engines.programs.codex import INFO as CODEX  # noqa: PLC0415

        return CODEX.efforts
    return ()
