"""Kinds of files, by path."""

import re

PYTHON = (".py", ".pyi")
SCRIPT = (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts")
BRACES = (*SCRIPT, ".go", ".java", ".cs", ".kt", ".swift", ".c", ".cc", ".cpp", ".h", ".hpp", ".php", ".scala", ".rs")
CODE = (*PYTHON, *BRACES, ".rb", ".vue", ".svelte", ".sh")
PROSE = (".md", ".mdx", ".markdown", ".rst", ".adoc", ".txt")
MARKUP = (".html", ".htm", ".vue", ".svelte", ".cshtml", ".razor", ".jsp", ".jsx", ".tsx")
_TEST = re.compile(
    r"(?:^|/)(?:tests?|specs?|__tests__|testing|e2e|bench(?:marks?)?|fixtures|testdata)/|(?:^|/)(?:test_[^/]*|conftest)\.pyi?$|_test\.(?:py|go|rb)$"
    r"|\.(?:test|spec|cy)\.[a-z]+$|(?:Test|Tests|Spec|IT)\.(?:java|kt|cs|scala|swift)$"
)

_COPIED = re.compile(
    r"(?:^|/)(?:_vendor|vendored|third[_-]?party|node_modules|bower_components)/|(?:^|/)vendor/(?:[^/]+/)*[^/]+\.(?:[cm]?js|go|php)$"
    r"|[.-](?:min|bundle)\.[cm]?js$"
)


def has_suffix(path: str, suffixes: tuple[str, ...]) -> bool:
    """True when the path ends in one of `suffixes`, upper and lower case alike."""
    return path.lower().endswith(suffixes)


def is_test(path: str) -> bool:
    """True for a file of tests, or one that lies in a folder of tests."""
    return _TEST.search(path) is not None


def is_code(path: str) -> bool:
    """True for a source file in a language these detectors know something about."""
    return has_suffix(path, CODE)


def is_python(path: str) -> bool:
    """True for a Python source."""
    return has_suffix(path, PYTHON)


def is_script(path: str) -> bool:
    """True for JavaScript and TypeScript."""
    return has_suffix(path, SCRIPT)


def has_functions(path: str) -> bool:
    """True where functions can be told apart."""
    return has_suffix(path, (*PYTHON, *SCRIPT, ".go", ".java", ".cs"))


def is_prose(path: str) -> bool:
    """True for a document."""
    return has_suffix(path, PROSE)


def is_test_code(path: str) -> bool:
    """True for a test in a known language."""
    return is_test(path) and is_code(path)


def is_copied(path: str) -> bool:
    """True for code of other people that lies in the repository, and for what a bundler made."""
    return _COPIED.search(path) is not None


def is_hand_written_code(path: str) -> bool:
    """True for product code with bodies: declarations for a compiler are mostly generated, and a copy is not written here."""
    return is_product_code(path) and not path.endswith((".d.ts", ".pyi")) and not is_copied(path)


def is_product_code(path: str) -> bool:
    """True for code that is not a test."""
    return is_code(path) and not is_test(path)


def is_anything(path: str) -> bool:
    """True for every path."""
    return bool(path)
