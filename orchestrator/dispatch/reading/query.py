"""What is looked for, in the words of the two programs that look."""

from dataclasses import dataclass

from orchestrator.dispatch.reading.pattern import checked, expression

SECONDS = 10.0
"""Of one search."""

Hit = tuple[str, int]
"""Path and number of a line that matches."""


@dataclass(frozen=True, slots=True)
class Query:
    """A text as it stands or, with `regex`, an expression in the language of `pattern`; upper and lower case differ."""

    pattern: str
    regex: bool = False

    @property
    def git(self) -> tuple[str, ...]:
        """For `git grep`. Raises BadCallError for a pattern that cannot be used."""
        pattern = checked(self.pattern)
        return ("-E", "-e", expression(pattern).posix) if self.regex else ("-F", "-e", pattern)

    @property
    def ripgrep(self) -> tuple[str, ...]:
        """For ripgrep. Raises BadCallError for a pattern that cannot be used."""
        pattern = checked(self.pattern)
        return ("-e", expression(pattern).rust) if self.regex else ("--fixed-strings", "-e", pattern)
