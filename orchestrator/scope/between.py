"""What stands between the files of a patch: letters around it are passed over, and nothing else that could be a change."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from orchestrator.errors import UsageError

_MAIL = re.compile(rb"From [0-9a-f]{40,64} ")
_LETTER = re.compile(rb"From [0-9a-f]{40,64} |commit [0-9a-f]{7,64}\b|# HG changeset patch")
_HEADS = re.compile(rb"(?:From|Subject|Date|Message-ID|Received|Return-Path): ", re.IGNORECASE)
_ENCODED = re.compile(rb"Content-Transfer-Encoding: *(?:base64|quoted-printable)", re.IGNORECASE)
_ANNOUNCED = re.compile(rb" (\d{1,9}) files? changed\b")
_SIGNATURES = (b"--", b"-- ")
_CONTENT = (b"+", b"-", b"@@", b"***")
# Programs say these of a file whose change they do not show.
_UNSEEN = re.compile(
    rb"Only in .+: .+|(?:Binary f|F)iles .+ and .+ differ|File .+ is a .+ while file .+ is a .+|"
    rb"\* Unmerged path .+|\d+(?:,\d+)?[acd](?:\d+(?:,\d+)?)?"
)
_SUBMODULE = re.compile(rb"Submodule .+ [0-9a-f]{7,64}\.{2,3}[0-9a-f]{7,64}.*")
_NAMING = re.compile(rb"diff -|Index: ")
_NAMING_ANYWHERE = re.compile(rb"diff -r [0-9a-f]{12,40} ")
_RULE = re.compile(rb"=+")


def bare(line: bytes) -> bytes:
    """`line` without the carriage return that a program for Windows left at its end."""
    return line.removesuffix(b"\r")


def names_a_file(lines: Sequence[bytes], at: int) -> bool:
    """True for the two lines with which the change of a file begins in any unified diff."""
    return lines[at].startswith(b"--- ") and _starts(lines, at + 1, b"+++ ")


def broken(at: int, why: str) -> UsageError:
    """The error for the line at index `at`."""
    return UsageError(
        f"the patch is broken at its line {at + 1}: {why}",
        hint="give what `git diff` or `git format-patch` printed, whole and unedited",
    )


@dataclass(slots=True)
class Between:
    """Reads the lines that belong to no file.

    In a letter, that is the message of a commit, lines may begin with any character; elsewhere what looks like a part
    of a change must have been understood as one.
    """

    letter: bool = False
    mail: bool = False
    files: int = 0
    announced: int = 0

    def begin(self) -> None:
        """A file begins here."""
        self.letter = False
        self.files += 1

    def pass_over(self, lines: Sequence[bytes], at: int) -> None:
        """Judges the line at `at`. UsageError for one that a reviewer would have to see."""
        line = bare(lines[at])
        if _LETTER.match(line) or (_HEADS.match(line) and not self.files):
            self._open(at)
            self.mail = bool(_MAIL.match(line)) or (self.mail and not line.startswith(b"commit "))
        _check_anywhere(lines, at, line)
        if self.letter:
            if _ENCODED.match(line):
                raise broken(at, "a mail is encoded here, so its patch cannot be read; decode it first")
            found = _ANNOUNCED.match(line)
            self.announced = int(found[1]) if found else self.announced
        else:
            _check_outside(lines, at, line)

    def end(self, at: int) -> None:
        """The patch ends before the line at `at`. UsageError when files are missing that it has announced."""
        if self.mail and not self.files:
            raise broken(at, "it is cut off, the last of its mails holds no file")
        self._check_announced(at)

    def _check_announced(self, at: int) -> None:
        if self.files < self.announced:
            raise broken(at, f"it is cut off, {self.announced} changed files are announced and {self.files} are there")

    def _open(self, at: int) -> None:
        if not self.letter:
            # A cover letter announces the files of the whole series and has none of its own.
            self._check_announced(at)
        self.letter, self.files, self.announced = True, 0, 0


def _check_anywhere(lines: Sequence[bytes], at: int, line: bytes) -> None:
    if line.startswith(b"--- ") and line.strip() != b"---":
        raise broken(at, f"{_quoted(line)} names a file, and no name of its other side follows")
    if line.startswith((b"@@ -", b"+++ ")):
        raise broken(at, f"{_quoted(line)} is no part of the change of a file")
    if line.startswith(b"*** ") and _starts(lines, at + 1, b"--- "):
        raise broken(at, "a context diff begins here, and only unified diffs are read")
    if _SUBMODULE.fullmatch(line):
        raise broken(at, "the change of a submodule is told in words; make the patch with --submodule=short")
    if _NAMING_ANYWHERE.match(line):
        _check_followed(lines, at, line)


def _check_outside(lines: Sequence[bytes], at: int, line: bytes) -> None:
    if line in _SIGNATURES and not any(_starts(lines, at + 1, mark) for mark in _CONTENT):
        return
    if line.startswith(_CONTENT):
        raise broken(at, f"{_quoted(line)} stands outside of every hunk, so no file would show it")
    if _UNSEEN.fullmatch(line):
        raise broken(at, f"{_quoted(line)} tells of a change that the patch does not show")
    if _NAMING.match(line):
        _check_followed(lines, at, line)


def _check_followed(lines: Sequence[bytes], at: int, line: bytes) -> None:
    ruled = at + 1 < len(lines) and _RULE.fullmatch(bare(lines[at + 1]))
    follows = at + (2 if ruled else 1)
    if not any(_starts(lines, follows, mark) for mark in (b"--- ", b"diff ")):
        raise broken(at, f"{_quoted(line)} names a file, and nothing of its change follows")


def _starts(lines: Sequence[bytes], at: int, mark: bytes) -> bool:
    return at < len(lines) and lines[at].startswith(mark)


def _quoted(line: bytes) -> str:
    return ascii(line[:60].decode("utf-8", "replace"))
