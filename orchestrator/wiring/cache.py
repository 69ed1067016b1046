"""Where answers of tools are kept between runs, and when they are not."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import platformdirs

from orchestrator.errors import CodeReviewError
from orchestrator.seams import Git
from orchestrator.settings.model import Settings
from orchestrator.system.cache import CacheStore, private_folder
from orchestrator.wiring.ci import in_ci

KEY = "checks.cache"
_HOME = "CODE_REVIEW_HOME"


@dataclass(frozen=True, slots=True)
class OpenedCache:
    """The store, None where nothing is reused; `notices` say why when nobody has asked for that."""

    store: CacheStore | None
    notices: tuple[str, ...] = ()


def cache_folder(environ: Mapping[str, str]) -> Path:
    """Below `$CODE_REVIEW_HOME`, else in the platform's folder for caches; absolute, links resolved."""
    home = environ.get(_HOME)
    base = Path(home) / "cache" if home else platformdirs.user_cache_path("code-review")
    return (base / "tools").resolve()


def open_cache(settings: Settings, git: Git, now: datetime, environ: Mapping[str, str] | None = None) -> OpenedCache:
    """Opens the cache and clears out what is old. Nothing that goes wrong here costs more than the time it would save.

    `environ` is the caller's environment when None.
    """
    environ = os.environ if environ is None else environ
    if not settings.flag(KEY) or in_ci(environ):
        return OpenedCache(None)
    try:
        folder = cache_folder(environ)
        surrounding = next((top for top in _work_trees(git) if folder.is_relative_to(top)), None)
        if surrounding is not None:
            # What is committed must not be able to answer for a tool.
            return OpenedCache(None, (f"no results are reused: the cache folder {folder} lies inside the repository",))
        private_folder(folder)
    except (CodeReviewError, OSError, RuntimeError) as error:
        return OpenedCache(None, (f"no results are reused: {error}",))
    store = CacheStore(folder)
    store.prune(now.timestamp())
    return OpenedCache(store)


def _work_trees(git: Git) -> Iterator[Path]:
    """Every place where files of this repository are checked out."""
    yield git.top.resolve()
    # Without -z, which gits of long-lived systems do not know here; a place with a line end in its name is not seen.
    for line in git.run("worktree", "list", "--porcelain").split(b"\n"):
        if line.startswith(b"worktree "):
            yield Path(os.fsdecode(line.removeprefix(b"worktree "))).resolve()
