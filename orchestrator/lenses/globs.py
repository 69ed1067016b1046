"""Globs as `.gitignore` reads them, applied to paths of the change."""

from collections.abc import Iterable, Sequence

import pathspec


def glob_problem(glob: str) -> str:
    """Why `glob` cannot be used, or an empty string. A glob that git would read as a comment selects nothing."""
    try:
        patterns = list(pathspec.GitIgnoreSpec.from_lines([glob]).patterns)
    except ValueError:
        return f"{glob!r} is not a glob"
    if not patterns or patterns[0].include is None:
        return f"{glob!r} selects nothing"
    return ""


def matching(globs: Sequence[str], paths: Iterable[str]) -> tuple[str, ...]:
    """The `paths` selected by `globs`, in their order; a later `!glob` takes files out again."""
    spec = pathspec.GitIgnoreSpec.from_lines(globs)
    return tuple(path for path in paths if spec.match_file(path))
