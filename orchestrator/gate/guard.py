"""Keeps the gate's own files from being written by hand: what counts is what a review has written there."""

import os
import re
from collections.abc import Iterable, Iterator, Sequence

from orchestrator.gate.options import Arguments, arguments
from orchestrator.gate.shell.state import Invocation, joined
from orchestrator.gate.shell.values import is_blank, is_known, may_be, program_name

GUARDED = (
    ".pr-review-passed",
    "review-round-state.json",
    "boundary-events.jsonl",
    "gate-bypass-audit.jsonl",
    "override-audit.jsonl",
)
_FOLDERS = ((".claude", "memory"), (".claude", "metrics"), (".git", "code-review"))
_OWN = (".git", "code-review")
_IN_TEXT = (
    "|".join(map(re.escape, GUARDED)) + r"|\.claude/(?:memory|metrics)/?(?![\w./*-])|\.git/(?:\S*/)?code-review\b"
)
_READS = """
    cat bat less more head tail grep egrep fgrep rg ag ack jq wc ls stat file diff cmp sha256sum sha1sum md5sum shasum cksum
    test [ [[ echo printf mkdir xxd od hexdump sort uniq cut tr column fold nl tac rev code-review cd pushd read : true false which
    realpath readlink dirname basename du tree pwd gh glab hub for export declare local typeset readonly sleep exit return
    pre-commit yq gron comm join paste strings sum b2sum open source .
"""
_READERS = frozenset(_READS.split())
_GIT_WRITES = frozenset(
    {
        "checkout",
        "restore",
        "rm",
        "mv",
        "clean",
        "apply",
        "am",
        "stash",
        "reset",
        "worktree",
        "archive",
        "bundle",
        "init",
    }
)
_FIND_WRITES = ("-delete", "-exec", "-execdir", "-ok", "-okdir", "-fprint", "-fprint0", "-fprintf", "-fls")
_REMOVERS = frozenset({"rm", "mv", "ln", "rmdir", "unlink", "shred", "rsync", "tar", "unzip"})
_EXCLUDE = frozenset({"-e", "--exclude"})
_INLINE = re.compile(r"[gmn]?awk|sed|gsed")
_ASIDE = frozenset({"sudo", "command", "env", "nohup", "time", "builtin", "exec", "nice", "timeout"})


def guarded_writes(found: Iterable[Invocation], places: Sequence[str] = ()) -> Iterator[str]:
    """What of the gate's files the invocations would write. `places` are further folders that are nobody's to write."""
    for invocation in found:
        for target in invocation.writes:
            if is_guarded(target, invocation.places, places):
                yield target
        yield from _arguments(invocation, places)


def is_guarded(target: str, froms: Sequence[str], places: Sequence[str] = (), *, removes: bool = False) -> bool:
    """True when `target`, seen from one of `froms`, is or may be one of the gate's files or one of its folders.

    With `removes` the folder above them counts too: who takes that away takes them along.
    """
    return any(_hit(form, places, removes=removes) for place in froms for form in _forms(joined(place, target)))


def _forms(path: str) -> tuple[str, ...]:
    """The path as it is spelled, and as the file system knows it: a link may lead there."""
    plain = os.path.normpath(path)
    return (plain,) if "\0" in plain else (plain, os.path.realpath(plain))


def _hit(path: str, places: Sequence[str], *, removes: bool) -> bool:
    steps = [step for step in path.lower().split("/") if step]
    last = steps[-1] if steps else ""
    if last in GUARDED or _in_own_folder(steps, path, places):
        return True
    folders = (*_FOLDERS, _FOLDERS[0][:1]) if removes else _FOLDERS
    if any(_ends(steps, folder) for folder in folders):
        return True
    # What may turn out to be one of the files does so in their folders; elsewhere the name has to be written out.
    return not is_known(last) and may_be(last, GUARDED) and any(_ends(steps[:-1], folder) for folder in _FOLDERS)


def _in_own_folder(steps: Sequence[str], path: str, places: Sequence[str]) -> bool:
    if any(path == place or path.startswith(f"{place.rstrip('/')}/") for place in places):
        return True
    if _OWN[0] not in steps:
        return False
    return any(may_be(step, _OWN[1:]) and not is_blank(step) for step in steps[steps.index(_OWN[0]) + 1 :])


def _ends(steps: Sequence[str], folder: Sequence[str]) -> bool:
    end = steps[-len(folder) :]
    return len(end) == len(folder) and any(not is_blank(step) for step in end) and _all_may(end, folder)


def _all_may(steps: Sequence[str], names: Sequence[str]) -> bool:
    return all(may_be(step, (name,)) for step, name in zip(steps, names, strict=True))


def _arguments(invocation: Invocation, places: Sequence[str]) -> Iterator[str]:
    fields = list(invocation.fields)
    while fields and (program_name(fields[0]) in _ASIDE or "=" in fields[0]):
        fields.pop(0)
    if not fields or _only_reads(fields):
        return
    name = program_name(fields[0])
    if name == "git" and "clean" in fields:
        given = arguments(fields[fields.index("clean") + 1 :], _EXCLUDE)
        if _cleans_ignored(given):
            yield ".claude/metrics"
        fields[1:] = given.words  # what is left out of it is not removed
    removes = name in _REMOVERS or name == "git"
    for field in fields[1:]:
        for value in dict.fromkeys((field, field.partition("=")[2])):
            if value and is_guarded(value, invocation.places, places, removes=removes):
                yield field
                break
        else:
            if found := re.search(_IN_TEXT, field):
                yield found[0]
    if name not in _READERS and (found := re.search(_IN_TEXT, invocation.stdin)):
        yield found[0]


def _cleans_ignored(given: Arguments) -> bool:
    """True for a `git clean` that removes what git ignores, as the gate's files are, from the whole work tree."""
    if not given.has("-x", "-X") or given.has("-n", "--dry-run"):
        return False
    kept = any(value.strip("/*") == ".claude" for name, value in given.options if name in _EXCLUDE)
    wide = not given.words or any(word in (".", "./", "*", ":/", "..") or not is_known(word) for word in given.words)
    return wide and not (kept and given.has("-x"))


def _only_reads(fields: Sequence[str]) -> bool:
    name = program_name(fields[0])
    if name == "git":
        words = [field for field in fields[1:] if not field.startswith("-")]
        return not _GIT_WRITES.intersection(words) and not any(field.startswith(("--output", "-o")) for field in fields)
    if name == "sort":
        return not any(field.startswith(("-o", "--output")) for field in fields)
    if name == "find":
        return not any(field in _FIND_WRITES for field in fields)
    if _INLINE.fullmatch(name):
        # Their programs can write; a path that stands as a word of its own is read, unless they edit in place.
        in_place = any(re.match(r"-[nEersz]*i|--in-place|inplace", field) for field in fields[1:])
        return not in_place and not any(" " in field and re.search(_IN_TEXT, field) for field in fields[1:])
    return name in _READERS
