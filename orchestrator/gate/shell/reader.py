"""Reads the text of a shell command into its parts.

Made to see at least what any common shell would run: what one shell would refuse is read as another might take it, and
an unfinished construct is read as far as it goes. Nothing is run.
"""

import re

from orchestrator.gate.shell.syntax import Chain, Command, Compound, Pipeline, Redirect, Script, Simple, Text, Word
from orchestrator.gate.shell.words import Characters, WordReader, arithmetic

_BLANKS = re.compile(r"[ \t\r\f\v]+")
_COMMENT = re.compile(r"#[^\n]*")
_KEYWORD = re.compile(r"(?:if|while|until|for|select|case|function|\[\[|\{)(?=[\s;&|()<>]|$)")
_PREFIX = re.compile(r"(?:!|time(?:[ \t]+-p)?|coproc)(?=[\s(]|$)")
_STOP = re.compile(r"(?:then|elif|else|fi|do|done|esac|\})(?=[\s;&|()<>]|$)")
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)(\[[^\]\n]*\])?\+?=")
_OPERATOR = re.compile(r"(?:\d+|\{\w+\})?(<<<|<<-?|<>|<&|<(?!\()|&>>|&>|>>|>\||>&|>(?!\())")
_FUNCTION = re.compile(r"[ \t]*\([ \t]*\)")
_CASE_END = re.compile(r";;&?|;&")
_ENDS = {"if": "fi", "while": "done", "until": "done", "for": "done", "select": "done", "{": "}"}
_KINDS = {"if": "branch", "{": "group"}


def read(text: str) -> Script:
    """The commands of `text`. Raises RecursionError when they are nested too deeply to be followed."""
    return _Reader(text).script()


class _Reader:
    def __init__(self, text: str) -> None:
        self._source = Characters(text)
        self._words = WordReader(self._source, self._enclosed, read)
        self._awaited: list[tuple[Redirect, str, bool, bool]] = []

    def script(self, stop: str = "", *, enclosed: bool = False) -> Script:
        """Commands up to the reserved word `stop`, to `;;` where that is `stop`, or to a `)` when `enclosed`."""
        chains: list[Chain] = []
        while True:
            self._gap(case=stop in (";;", "esac"))
            here = self._source.at
            if not self._source.next or self._ends(stop, enclosed=enclosed):
                return tuple(chains)
            chains.append(self._chain())
            if self._source.at == here:
                self._source.at += 1  # a stray sign; a shell would refuse it, here the rest counts all the same

    def document(self) -> Word:
        """The whole text as that of a here-document."""
        return self._words.document()

    def _ends(self, stop: str, *, enclosed: bool) -> bool:
        source = self._source
        if enclosed and source.next == ")":
            return True
        if stop == ";;" and _CASE_END.match(source.text, source.at):
            return True
        word = _STOP.match(source.text, source.at)
        if word is None or not stop:
            return False
        if word[0] == stop or (stop == ";;" and word[0] == "esac"):
            return True
        if word[0] in ("then", "elif", "else", "do"):
            source.at = word.end()  # between the parts of one construct
            self._gap()
            return not source.next or self._ends(stop, enclosed=enclosed)
        return False

    def _enclosed(self) -> Script:
        body = self.script(enclosed=True)
        self._source.at += 1
        return body

    def _gap(self, *, case: bool = False) -> None:
        """Passes over blanks, comments, ends of lines and of commands; a here-document begins after its line."""
        source = self._source
        while char := source.next:
            if char == "\n":
                source.at += 1
                self._documents()
            elif char == "#":
                source.take(_COMMENT)
            elif case and _CASE_END.match(source.text, source.at):
                return
            elif char in ";&" and not _OPERATOR.match(source.text, source.at):
                source.at += 1
            elif not source.take(_BLANKS):
                return

    def _blanks(self) -> str:
        while self._source.next and self._source.take(_BLANKS):
            pass
        return self._source.next

    def _documents(self) -> None:
        awaited, self._awaited = self._awaited, []
        for redirect, delimiter, tabs, verbatim in awaited:
            lines: list[str] = []
            while self._source.at < len(self._source.text):
                line = self._source.until("\n")
                line = line.lstrip("\t") if tabs else line
                if line == delimiter:
                    break
                lines.append(f"{line}\n")
            body = "".join(lines)
            redirect.target = (Text(body, quoted=True),) if verbatim else _document(body)

    def _chain(self) -> Chain:
        links: list[tuple[str, Pipeline]] = []
        operator = ""
        while True:
            links.append((operator, self._pipeline()))
            self._blanks()
            operator = self._source.text[self._source.at : self._source.at + 2]
            if operator not in ("&&", "||"):
                return tuple(links)
            self._source.at += 2
            self._gap()

    def _pipeline(self) -> Pipeline:
        commands: list[Command] = []
        while True:
            while self._blanks() and self._source.take(_PREFIX):
                pass
            commands.append(self._command())
            if self._blanks() != "|" or self._source.starts("||"):
                return tuple(commands)
            self._source.at += 2 if self._source.starts("|&") else 1
            self._gap()

    def _command(self) -> Command:
        source = self._source
        if source.next == "(":
            return self._parentheses()
        word = source.take(_KEYWORD)
        if word in ("case", "for", "select"):
            return self._case() if word == "case" else self._for()
        if word == "function":
            self._blanks()
            self._words.word()
            source.take(_FUNCTION)
            return self._function()
        if word and word != "[[":
            body = self.script(_ENDS[word])
            source.take(_STOP)
            return Compound(_KINDS.get(word, "loop"), body, redirects=self._redirects())
        return self._test() if word else self._simple()

    def _parentheses(self) -> Command:
        inside = arithmetic(self._source.text, self._source.at)
        if inside is None:
            self._source.at += 1
            return Compound("subshell", self._enclosed(), redirects=self._redirects())
        self._source.at += len(inside) + 4
        return Compound("subshell", read(inside.replace("<<", " ")), redirects=self._redirects())

    def _function(self) -> Command:
        self._gap()
        return Compound("function", (((("", (self._command(),))),),))

    def _for(self) -> Command:
        self._blanks()
        before: Script = ()
        if self._source.next == "(":
            before = ((("", (self._parentheses(),)),),)
        name = _literal(self._words.word())
        words = self._for_words()
        body = self.script("done")
        self._source.take(_STOP)
        return Compound("loop", before + body, words, (name,), self._redirects())

    def _for_words(self) -> tuple[Word, ...]:
        self._gap()
        found: list[Word] = []
        while self._blanks() not in ("", "\n", ";") and not _STOP.match(self._source.text, self._source.at):
            word = self._words.word()
            if not word:
                break
            found.append(word)
        return tuple(found)

    def _case(self) -> Command:
        self._blanks()
        words = [self._words.word()]
        self._gap()
        self._words.word()  # the word `in`
        body: Script = ()
        while self._case_label():
            body += self.script(";;")
            self._source.take(_CASE_END)
        self._source.take(_STOP)
        return Compound("branch", body, tuple(words), redirects=self._redirects())

    def _case_label(self) -> bool:
        """Passes over the patterns of one branch; False at the end of the construct."""
        self._gap()
        if not self._source.next or _STOP.match(self._source.text, self._source.at):
            return False
        while self._blanks() and self._source.next != "\n":
            char = self._source.next
            if char in "(|)":
                self._source.at += 1
                if char == ")":
                    return True
            elif not self._words.word():
                self._source.at += 1
        return bool(self._source.next)

    def _test(self) -> Command:
        words: list[Word] = []
        while self._blanks() and not self._source.starts("]]"):
            word = self._words.word()
            if word:
                words.append(word)
            else:
                self._source.at += 1
        self._source.at += 2
        return Simple((), ((Text("[[", quoted=True),), *words), self._redirects())

    def _simple(self) -> Command:
        source = self._source
        assignments: list[tuple[str, Word]] = []
        words: list[Word] = []
        redirects: list[Redirect] = []
        while (char := self._blanks()) and char != "#":
            if _OPERATOR.match(source.text, source.at):
                redirects.append(self._redirect())
            elif char in "\n;&|)" or (char == "(" and not (words and self._is_function(words))):
                break
            elif char == "(":
                return self._function()
            elif not words and (name := source.take(_ASSIGNMENT)):
                place = name.rpartition("]")[0].partition("[")[2]
                if place:
                    assignments.append(("[]", _document(place)))  # what stands between the brackets is expanded too
                assignments.append((re.split(r"[\[+=]", name)[0], self._value()))
            else:
                here = source.at
                words.append(self._words.word())
                source.at += source.at == here  # nothing may keep it from coming to an end
        return Simple(tuple(assignments), tuple(words), tuple(redirects))

    def _is_function(self, words: list[Word]) -> bool:
        return len(words) == 1 and bool(self._source.take(_FUNCTION))

    def _value(self) -> Word:
        if self._source.next != "(":
            return self._words.word()
        self._source.at += 1
        parts: list[Word] = []
        while True:
            self._gap()
            if self._source.next in ("", ")"):
                break
            word = self._words.word()
            parts.append(word)
            self._source.at += not word
        self._source.at += 1
        return tuple(part for word in parts for part in (*word, Text(" ", quoted=True)))[:-1]

    def _redirects(self) -> tuple[Redirect, ...]:
        found = []
        while self._blanks() and _OPERATOR.match(self._source.text, self._source.at):
            found.append(self._redirect())
        return tuple(found)

    def _redirect(self) -> Redirect:
        found = _OPERATOR.match(self._source.text, self._source.at)
        operator = found[1] if found else ""
        self._source.at += len(found[0]) if found else 1
        self._blanks()
        target = self._words.word()
        if operator not in ("<<", "<<-"):
            return Redirect(operator, target)
        redirect = Redirect("<<", ())
        verbatim = any(isinstance(part, Text) and part.quoted for part in target)
        self._awaited.append((redirect, _literal(target), operator == "<<-", verbatim))
        return redirect


def _document(body: str) -> Word:
    return _Reader(body).document()


def _literal(word: Word) -> str:
    return "".join(part.value for part in word if isinstance(part, Text))
