"""Which languages a file is written in, by its name, in semgrep's vocabulary."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

ANY = frozenset({"generic", "regex", "none", "spacegrep", "aliengrep"})
"""Languages of rules that read any text file."""

_ALIASES: Mapping[str, str] = MappingProxyType(
    {
        "py": "python",
        "python2": "python",
        "python3": "python",
        "js": "javascript",
        "ts": "typescript",
        "golang": "go",
        "c++": "cpp",
        "c#": "csharp",
        "kt": "kotlin",
        "rb": "ruby",
        "rs": "rust",
        "sh": "bash",
        "docker": "dockerfile",
        "hcl": "terraform",
        "tf": "terraform",
        "sol": "solidity",
    }
)

_SUFFIXES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "python": (".py", ".pyi"),
        "javascript": (".js", ".jsx", ".mjs", ".cjs"),
        "typescript": (".ts", ".tsx", ".mts", ".cts"),
        "go": (".go",),
        "java": (".java",),
        "ruby": (".rb",),
        "php": (".php", ".phtml"),
        "c": (".c", ".h"),
        "cpp": (".cc", ".cpp", ".cxx", ".hpp", ".h"),
        "csharp": (".cs",),
        "kotlin": (".kt", ".kts"),
        "rust": (".rs",),
        "scala": (".scala",),
        "swift": (".swift",),
        "bash": (".sh", ".bash"),
        "yaml": (".yml", ".yaml"),
        "json": (".json",),
        "html": (".html", ".htm"),
        "xml": (".xml",),
        "terraform": (".tf", ".hcl"),
        "vue": (".vue",),
        "solidity": (".sol",),
        "dockerfile": (".dockerfile",),
    }
)


def canonical(language: str) -> str:
    """One spelling per language: `py` and `python3` are `python`."""
    name = language.lower()
    return _ALIASES.get(name, name)


def is_known(language: str) -> bool:
    """True when some file can be told to be written in `language`, given in its one spelling."""
    return language in ANY or language in _SUFFIXES


@lru_cache(maxsize=8192)
def languages_of(path: str) -> frozenset[str]:
    """Languages whose rules read `path`, without those that read every file; empty for an unknown kind of file."""
    name = path.rsplit("/", 1)[-1].lower()
    if name == "dockerfile" or name.startswith("dockerfile."):
        return frozenset({"dockerfile"})
    return frozenset(language for language, suffixes in _SUFFIXES.items() if name.endswith(suffixes))
