"""Which files are tests, judged by the path alone."""

import re
from pathlib import PurePosixPath

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
    return any(map(_is_test_folder, pure.parts[:-1]))


def lies_among_tests(path: str) -> bool:
    """True for a test, and for anything at all inside a folder of tests: data and examples are there to be wrong."""
    return is_test_file(path) or any(map(_is_test_folder, PurePosixPath(path).parts[:-1]))


def _is_test_folder(name: str) -> bool:
    return name.lower() in _TEST_FOLDERS or _TEST_PROJECT.fullmatch(name) is not None
