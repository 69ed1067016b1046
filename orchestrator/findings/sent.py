"""What one reviewer was sent, asked by file name and quote."""

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from orchestrator.findings.claims import Omitted
from orchestrator.findings.quotes import Quote, readings
from orchestrator.findings.sources import FileSource, Place
from orchestrator.redaction import MASK, redact
from orchestrator.values.change import ChangedFile, DiffLine, Hunk, Status
from orchestrator.values.text import printable_path
from orchestrator.values.turn import Excerpt, Payload, Shown

_LINE_BEHIND = re.compile(r":L?\d+(?:[-:]L?\d+)?\Z")
_ROOTED = re.compile(r"/|[A-Za-z]:/")
NOTHING: Mapping[str, Shown] = MappingProxyType({})


class Evidence:
    """Everything one reviewer was sent, indexed file by file when it is first asked for."""

    __slots__ = ("_excerpts", "_files", "_found", "_has_diff", "_names", "_omitted", "_sources", "_texts")

    def __init__(self, payload: Payload, texts: Mapping[str, str], parts: Mapping[str, tuple[Excerpt, ...]]) -> None:
        self._files = {file.path: file for file in payload.files}
        self._texts = texts
        self._excerpts = {
            **payload.excerpts,
            **{path: (*payload.excerpts.get(path, ()), *own) for path, own in parts.items()},
        }
        self._has_diff = payload.has_diff
        self._omitted = Omitted(payload.omissions)
        self._names = _names(payload.files, (*self._files, *texts, *parts))
        self._sources: dict[tuple[str, bool], FileSource] = {}
        self._found: dict[tuple[str, str], tuple[Quote, tuple[Place, ...]]] = {}

    @classmethod
    def of(cls, payload: Payload, extra: Mapping[str, Shown] = NOTHING) -> "Evidence":
        """Evidence of a payload: its change, its contents, and `extra`, what reader tools returned of other files."""
        whole = {path: shown for path, shown in extra.items() if isinstance(shown, str)}
        parts = {path: shown for path, shown in extra.items() if not isinstance(shown, str)}
        return cls(payload, {**whole, **payload.contents}, parts)

    def resolve(self, name: str) -> str | None:
        """The path in what was sent that `name` certainly means, or None.

        As printed, with `a/` or `./` in front, with a line behind, with backslashes, before its renaming, or absolute
        where only one path that was sent can be its end.
        """
        tidy = name.strip()
        bare = _LINE_BEHIND.sub("", tidy)
        slashed = bare.replace("\\", "/")
        shorter = (slashed.removeprefix(prefix) for prefix in ("./", "a/", "b/"))
        for candidate in (name, tidy, bare, slashed, *shorter):
            if candidate in self._names:
                return self._names[candidate]
        ends = {path for path in self._names.values() if slashed.endswith(f"/{path}")} if _ROOTED.match(slashed) else ()
        return next(iter(ends)) if len(ends) == 1 else None

    def file(self, path: str) -> ChangedFile | None:
        """The changed file at `path`, or None when only its text was sent."""
        return self._files.get(path)

    def left_out(self, name: str) -> str:
        """Why the file `name` was left out, or an empty string."""
        omission = self._omitted.of(name.strip())
        return omission.reason if omission else ""

    def claimed_missing(self, text: str) -> str:
        """Why the claim of `text` that some file is missing proves nothing, or an empty string."""
        omission = self._omitted.claimed_missing(text)
        if omission is None:
            return ""
        path = printable_path(omission.file)
        return (
            f"it says that {path} is missing, but {path} was left out of what this reviewer was sent: {omission.reason}"
        )

    def find(self, path: str, quote: str) -> tuple[Quote, tuple[Place, ...]]:
        """The reading of `quote` that occurs in `path`, and where; no places when none does."""
        key = (path, quote)
        if key not in self._found:
            self._found[key] = self._search(path, quote)
        return self._found[key]

    def elsewhere(self, path: str, quote: str) -> str | None:
        """Another file that holds `quote`, or None."""
        others = (other for other in dict.fromkeys((*self._files, *self._texts, *self._excerpts)) if other != path)
        return next((other for other in others if self.find(other, quote)[1]), None)

    def in_diff(self, path: str, place: Place) -> bool | None:
        """Whether `place` was touched by the change; None when there is no diff."""
        if not self._has_diff:
            return None
        file = self._files.get(path)
        ranges = file.added_ranges if file else ()
        return place.removed or any(place.first <= span.end and span.start <= place.last for span in ranges)

    def _search(self, path: str, quote: str) -> tuple[Quote, tuple[Place, ...]]:
        forms = readings(quote)
        # A reviewer may have been shown the redacted text; then the quote carries the mask instead of the value.
        for redacted in (False, True) if MASK in quote else (False,):
            source = self._source(path, redacted=redacted)
            for form in forms:
                places = source.find(form)
                if places:
                    return form, places
        return (forms[0] if forms else ()), ()

    def _source(self, path: str, *, redacted: bool) -> FileSource:
        key = (path, redacted)
        if key not in self._sources:
            file = self._files.get(path)
            hunks, text = file.hunks if file else (), self._texts.get(path)
            excerpts = self._excerpts.get(path, ())
            if redacted:
                hunks, text = tuple(map(_redacted, hunks)), None if text is None else redact(text)[0]
                excerpts = tuple(map(_redacted_excerpt, excerpts))
            self._sources[key] = FileSource(hunks, text, excerpts)
        return self._sources[key]


def _names(files: tuple[ChangedFile, ...], paths: tuple[str, ...]) -> dict[str, str]:
    names = {file.old_path: file.path for file in files if file.old_path and file.status is Status.RENAMED}
    names |= {printable_path(name): path for name, path in names.items()}
    return names | {printable_path(path): path for path in paths} | {path: path for path in paths}


def _redacted_excerpt(part: Excerpt) -> Excerpt:
    return Excerpt(part.start, tuple(redact("\n".join(part.lines))[0].split("\n")))


def _redacted(hunk: Hunk) -> Hunk:
    texts = redact("\n".join(line.text for line in hunk.lines))[0].split("\n")
    lines = tuple(DiffLine(line.kind, text, line.old, line.new) for line, text in zip(hunk.lines, texts, strict=True))
    return replace(hunk, lines=lines)
