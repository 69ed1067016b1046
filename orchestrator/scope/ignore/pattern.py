"""One line of an ignore file or one entry of a setting, read as git reads a line of `.gitignore`."""

from dataclasses import dataclass

from orchestrator.scope.ignore.wildcards import UnreadableError, is_literal, name_expression, path_expression
from orchestrator.scope.quoting import path_bytes


@dataclass(frozen=True, slots=True)
class Pattern:
    """`text` is the pattern as it was written. `body` is what is compared: with a name, or with the path when `anchored`.

    `negated` puts back, `folder` means that it is for folders only. `expression` is empty for a literal body.
    """

    text: str
    body: bytes
    anchored: bool
    negated: bool
    folder: bool
    expression: bytes = b""

    @property
    def literal_name(self) -> bool:
        """True when the last name of the pattern is spelled out."""
        return is_literal(self.body.rpartition(b"/")[2])


def parse_pattern(line: str) -> Pattern | None:
    """The pattern of `line`, None for a comment and for a line without any. UnreadableError for what git cannot read."""
    if line.startswith("#"):
        return None
    text = _trimmed(line)
    negated = text.startswith("!")
    rest = path_bytes(text.removeprefix("!"))
    folder = rest.endswith(b"/")
    body = rest.removesuffix(b"/")
    anchored = b"/" in body
    body = body.removeprefix(b"/")
    if not body:
        return None
    if is_literal(body):
        return Pattern(text, body, anchored, negated, folder)
    expression = path_expression(body) if anchored else name_expression(body)
    return Pattern(text, body, anchored, negated, folder, expression)


def unreadable(line: str) -> str:
    """Why a run refuses `line` in its settings, or an empty string."""
    try:
        parse_pattern(line)
    except UnreadableError as error:
        return str(error)
    return ""


def problem_of(line: str) -> str:
    """Why nobody can mean `line` as a pattern, or an empty string."""
    problem = unreadable(line)
    if problem:
        return problem
    pattern = parse_pattern(line)
    return "" if pattern or not line.strip() or line.startswith("#") else "it names no path"


def _trimmed(line: str) -> str:
    """Without the spaces at its end, as far as no backslash keeps them."""
    at = len(line)
    while at and line[at - 1] == " ":
        at -= 1
    backslashes = len(line[:at]) - len(line[:at].rstrip("\\"))
    return line[: at + 1] if backslashes % 2 and at < len(line) else line[:at]
