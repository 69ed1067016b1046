"""Reads words: quotes, escapes, parameters and substitutions, down to single characters."""

import re
from collections.abc import Callable

from orchestrator.gate.shell.syntax import Part, Script, Substitution, Text, Variable, Word

_PLAIN = re.compile(r"[^\s;&|<>()\\'\"$`]+")
_IN_QUOTES = re.compile(r"[^\\\"$`]+")
_IN_BRACES = re.compile(r"[^\\'\"$`}]+")
_IN_DOCUMENT = re.compile(r"[^\\$`]+")
_NAME = re.compile(r"[A-Za-z_]\w*|[0-9@*#?$!-]")
_EXTENDED = re.compile(r"[?*+@!]\(")
_ANSI = r"(?s)\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c(.)|(.))"
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "e": "\x1b", "E": "\x1b"}
_ANSI_END = re.compile(r"(?:[^\\']|\\.)*", re.DOTALL)
_CONTINUED = "\\\n"


class Characters:
    """A text and a place in it. A backslash before a line end joins the lines, wherever it is not quoted."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    @property
    def next(self) -> str:
        """The next character, "" at the end."""
        while self.text.startswith(_CONTINUED, self.at):
            self.at += 2
        return self.text[self.at : self.at + 1]

    def take(self, pattern: "re.Pattern[str]") -> str:
        """What matches here, "" when nothing does."""
        found = pattern.match(self.text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        return found[0]

    def starts(self, text: str) -> bool:
        """True when `text` comes next."""
        return self.text.startswith(text, self.at)

    def until(self, end: str) -> str:
        """Everything up to `end`, which is passed over; to the end of the text where there is none."""
        stop = self.text.find(end, self.at)
        found = self.text[self.at :] if stop < 0 else self.text[self.at : stop]
        self.at = len(self.text) if stop < 0 else stop + len(end)
        return found


class WordReader:
    """Reads words at the place of `source`; `read_script` reads the commands inside a substitution up to `)`."""

    def __init__(
        self, source: Characters, read_script: Callable[[], Script], read_text: Callable[[str], Script]
    ) -> None:
        self._source = source
        self._read_script = read_script
        self._read_text = read_text

    def word(self) -> Word:
        """One word, as far as it goes."""
        parts: list[Part] = []
        while (part := self._unquoted()) is not None:
            parts += part
        return tuple(parts)

    def document(self) -> Word:
        """The whole rest as the text of a here-document whose delimiter is not quoted."""
        return tuple(self._run(_IN_DOCUMENT, end="", escapes="$`\\"))

    def _unquoted(self) -> "list[Part] | None":
        source = self._source
        char = source.next
        if char in "<>" and char and source.text[source.at + 1 : source.at + 2] == "(":
            source.at += 2
            return [Substitution(self._read_script(), quoted=False, as_file=True)]
        if _EXTENDED.match(source.text, source.at):
            source.at += 2
            return [Variable("", quoted=False, inner=(Substitution(self._read_script(), quoted=False),))]
        return self._quoted(char) if char in ("\\", "'", '"', "$", "`") else self._plain(_PLAIN)

    def _plain(self, pattern: "re.Pattern[str]") -> "list[Part] | None":
        found = self._source.take(pattern)
        return [Text(found, quoted=False)] if found else None

    def _quoted(self, char: str) -> list[Part]:
        source = self._source
        if char == "$":
            return self._dollar(quoted=False)
        source.at += 1
        if char == "\\":
            source.at += 1
            return [Text(source.text[source.at - 1 : source.at], quoted=True)]
        if char == "'":
            return [Text(source.until("'"), quoted=True)]
        if char == "`":
            return [self._backquoted(quoted=False)]
        return self._double()

    def _double(self) -> list[Part]:
        parts = self._run(_IN_QUOTES, end='"', escapes='$`"\\')
        self._source.at += 1
        return [Text("", quoted=True), *parts]

    def _run(self, plain: "re.Pattern[str]", *, end: str, escapes: str) -> list[Part]:
        """Parts of text in which only `$`, backquotes and backslashes are special, up to `end`."""
        source = self._source
        parts: list[Part] = []
        while (char := source.next) and char != end:
            if char == "$":
                parts += self._dollar(quoted=True)
            elif char == "`":
                source.at += 1
                parts.append(self._backquoted(quoted=True))
            elif char == "\\":
                after = source.text[source.at + 1 : source.at + 2]
                source.at += 2
                parts.append(Text(after if after and after in escapes else f"\\{after}", quoted=True))
            else:
                parts.append(Text(source.take(plain) or self._one(), quoted=True))
        return parts

    def _one(self) -> str:
        self._source.at += 1
        return self._source.text[self._source.at - 1]

    def _backquoted(self, *, quoted: bool) -> Part:
        source = self._source
        start = source.at
        while source.at < len(source.text) and not source.starts("`"):
            source.at += 2 if source.starts("\\") else 1
        inner = source.text[start : source.at]
        source.at += 1
        return Substitution(self._read_text(re.sub(r"\\([\\$`])", r"\1", inner)), quoted=quoted)

    def _dollar(self, *, quoted: bool) -> list[Part]:
        source = self._source
        source.at += 1
        char = source.next
        if char == "(":
            return [self._parenthesis(quoted=quoted)]
        if char == "{":
            source.at += 1
            return [self._braced(quoted=quoted)]
        if char == "[":
            return [self._unknown(source.until("]"), quoted=quoted)]
        if char == "'" and not quoted:
            source.at += 1
            return [Text(_decoded(self._ansi()), quoted=True)]
        if char == '"' and not quoted:
            source.at += 1
            return self._double()
        name = source.take(_NAME)
        return [Variable(name, quoted=quoted)] if name else [Text("$", quoted=True)]

    def _ansi(self) -> str:
        found = self._source.take(_ANSI_END)
        self._source.at += 1
        return found

    def _parenthesis(self, *, quoted: bool) -> Part:
        source = self._source
        inside = arithmetic(source.text, source.at)
        source.at += 1
        if inside is None:
            return Substitution(self._read_script(), quoted=quoted)
        source.at += len(inside) + 3
        return self._unknown(inside, quoted=quoted)

    def _unknown(self, inside: str, *, quoted: bool) -> Part:
        """An expression. A shell that knows none here would run what is inside, so it is read as commands too."""
        return Variable(
            "", quoted=quoted, inner=(Substitution(self._read_text(inside.replace("<<", " ")), quoted=True),)
        )

    def _braced(self, *, quoted: bool) -> Part:
        source = self._source
        name = source.take(_NAME)
        if name and source.next == "}":
            source.at += 1
            return Variable(name, quoted=quoted)
        parts: list[Part] = []
        while (char := source.next) and char != "}":
            parts += self._quoted(char) if char in ("\\", "'", '"', "$", "`") else self._plain(_IN_BRACES) or []
        source.at += 1
        rest = "".join(part.value for part in parts if isinstance(part, Text))
        if name and rest in ("[@]", "[*]"):
            return Variable(name, quoted=False)
        return Variable("@" if name == "@" or "[@]" in rest else "", quoted=quoted, inner=tuple(parts))


def arithmetic(text: str, at: int) -> str | None:
    """What stands between the `((` at `at` and its `))`; None when the two do not belong together."""
    if not text.startswith("((", at):
        return None
    depth = 0
    for place in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 1 and place > at and text[place] == ")":
            return text[at + 2 : place] if text.startswith("))", place) else None
    return None


def _decoded(text: str) -> str:
    return re.sub(_ANSI, _character, text)


def _character(found: "re.Match[str]") -> str:
    digits = found[1] or found[2] or found[3]
    if digits:
        return chr(min(int(digits, 16), 0x10FFFF))
    if found[4]:
        return chr(int(found[4], 8) & 0xFF)
    if found[5]:
        return chr(ord(found[5]) & 0x1F)
    return _LETTERS.get(found[6], found[6])
