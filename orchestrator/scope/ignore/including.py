"""Naming some of many paths in few words: whole folders where nothing else lies in them."""

from collections.abc import Iterable, Iterator, Sequence

MOST_BYTES = 100_000
"""What a command line takes everywhere, with room to spare."""


def including(wanted: Iterable[str], others: Iterable[str]) -> tuple[str, ...]:
    """Files and folders that cover `wanted` and none of `others`; empty when it takes too many words.

    A file and a folder of one name cannot be told apart, so there some of `others` may be covered as well.
    """
    found: list[str] = []
    size = 0
    for name in _cover(sorted(set(wanted)), sorted(set(others)), ""):
        size += len(name.encode("utf-8", "surrogateescape")) + 1
        if size > MOST_BYTES:
            return ()
        found.append(name)
    return tuple(found)


def _cover(wanted: Sequence[str], others: Sequence[str], start: str) -> Iterator[str]:
    mixed = _by_entry(others, start)
    for name, inside in _by_entry(wanted, start).items():
        path = start + name
        if name not in mixed or inside == [path]:
            yield path
            continue
        if path in inside:
            yield path
        yield from _cover([one for one in inside if one != path], mixed[name], f"{path}/")


def _by_entry(paths: Sequence[str], start: str) -> dict[str, list[str]]:
    grouped: dict[str, list[str]] = {}
    for path in paths:
        if path.startswith(start):
            grouped.setdefault(path[len(start) :].partition("/")[0], []).append(path)
    return grouped
