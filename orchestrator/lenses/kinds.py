"""What kind of file a path names, judged by the path alone: source, test, configuration, asset, lock file."""

import re
from pathlib import PurePosixPath

from orchestrator.scope.documentation import is_documentation, is_functional_config

CONFIG_EXTENSIONS = frozenset(
    {".json", ".yaml", ".yml", ".toml", ".ini", ".cfg", ".conf", ".properties", ".lock", ".csv", ".tsv"}
)
CONFIG_NAMES = frozenset(
    {".gitignore", ".gitattributes", ".editorconfig", ".dockerignore", ".npmignore", ".prettierignore"}
)
# SVG is missing on purpose: it can carry script.
ASSET_EXTENSIONS = frozenset(
    {
        ".png",
        ".jpg",
        ".jpeg",
        ".gif",
        ".webp",
        ".avif",
        ".bmp",
        ".ico",
        ".tif",
        ".tiff",
        ".woff",
        ".woff2",
        ".ttf",
        ".otf",
        ".eot",
        ".mp3",
        ".mp4",
        ".wav",
        ".ogg",
        ".webm",
        ".mov",
        ".pdf",
    }
)
LOCK_NAMES = frozenset({"go.sum", "gradle.lockfile", "package-lock.json", "pnpm-lock.yaml", "npm-shrinkwrap.json"})
CODE_EXTENSIONS = frozenset(
    {
        ".py",
        ".pyi",
        ".js",
        ".jsx",
        ".mjs",
        ".cjs",
        ".ts",
        ".tsx",
        ".mts",
        ".cts",
        ".vue",
        ".svelte",
        ".go",
        ".java",
        ".kt",
        ".kts",
        ".scala",
        ".groovy",
        ".rs",
        ".cs",
        ".fs",
        ".vb",
        ".rb",
        ".php",
        ".c",
        ".h",
        ".cc",
        ".cpp",
        ".cxx",
        ".hpp",
        ".hh",
        ".m",
        ".mm",
        ".swift",
        ".ex",
        ".exs",
        ".erl",
        ".dart",
        ".lua",
        ".pl",
        ".t",
        ".r",
        ".jl",
        ".clj",
        ".hs",
        ".sh",
        ".bash",
        ".bats",
        ".feature",
    }
)
_TEST_FOLDERS = frozenset({"test", "tests", "__tests__", "spec", "specs", "e2e", "androidtest", "integrationtest"})
_TEST_PROJECT = re.compile(r".*\.(?:unit|integration)?tests?", re.IGNORECASE)
_TEST_NAMES = re.compile(
    r"""(?:
        test_.+\.pyi? | .+_test\.pyi? | conftest\.py
      | .+\.(?:test|spec|cy|e2e|e2e-spec)\.[cm]?[jt]sx?
      | .+_test\.(?:go|rb|exs?|dart|erl|lua)
      | (?:Test[A-Z0-9].*|.+(?:Tests?|TestCase|IT|Spec))\.(?:java|kt|scala|groovy|cs|fs|vb|php|swift|mm?)
      | .+_spec\.(?:rb|lua|cr)
      | (?:test_.+ | .+_(?:unit)?tests?)\.(?:c|cc|cpp|cxx|rs|jl|r|sh)
      | .+\.(?:bats|feature|t)
    )""",
    re.VERBOSE,
)


def is_test_file(path: str) -> bool:
    """True for a test by the naming habits of its language, or for source inside a test folder.

    Data below a test folder is no test: there is nothing in it a reviewer of tests could judge.
    """
    pure = PurePosixPath(path)
    if _TEST_NAMES.fullmatch(pure.name):
        return True
    if pure.suffix.lower() not in CODE_EXTENSIONS:
        return False
    return any(part.lower() in _TEST_FOLDERS or _TEST_PROJECT.fullmatch(part) for part in pure.parts[:-1])


def is_configuration(path: str) -> bool:
    """True when the path proves configuration or tabular data; instructions for agents are never that."""
    pure = PurePosixPath(path)
    known = pure.suffix.lower() in CONFIG_EXTENSIONS or pure.name in CONFIG_NAMES
    return known and not is_functional_config(path)


def is_non_executable(path: str) -> bool:
    """True when nothing in the file can run: documentation, configuration, an image, a font, a lock file."""
    if is_functional_config(path):
        return False
    pure = PurePosixPath(path)
    inert = pure.suffix.lower() in ASSET_EXTENSIONS or pure.name in LOCK_NAMES
    return inert or is_documentation(path) or is_configuration(path)
