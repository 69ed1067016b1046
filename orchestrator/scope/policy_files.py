"""The files by which a project decides how it is reviewed."""

import re
from fnmatch import fnmatchcase

RISKS_FILE = "ACCEPTED-RISKS.md"
CONTEXT_FILE = "REVIEW-CONTEXT.md"
REVIEW_CONFIG_FILE = "review-config.json"
INVARIANTS_FILE = ".code-review/invariants.yaml"
SETTINGS_FILES = (".code-review/config.yaml", ".code-review/config.json")
LENS_FILES = ".code-review/agents/*.md"
POLICY_PLACES = (
    RISKS_FILE,
    CONTEXT_FILE,
    REVIEW_CONFIG_FILE,
    ".code-review",
    ".semgrep",
    ".semgrep.yml",
    ".semgrep.yaml",
)
"""Files and folders that hold every policy file, for listing them without reading the whole tree."""

FIXED_FILES = (RISKS_FILE, CONTEXT_FILE, REVIEW_CONFIG_FILE, INVARIANTS_FILE, *SETTINGS_FILES)
"""The policy files with a name of their own."""

_FIXED = frozenset(FIXED_FILES)
_INSIDE_FIXED = tuple(f"{name}/" for name in FIXED_FILES)
_NESTED = tuple(f"/{name}" for name in SETTINGS_FILES)
_SEMGREP_FILE = re.compile(r"\.semgrep\.ya?ml|\.semgrep/(?:[^/]+/)*[^/]+\.ya?ml")


def is_semgrep_rule_file(path: str) -> bool:
    """True for `.semgrep.yml` at the top and for every YAML file below `.semgrep/`."""
    return _SEMGREP_FILE.fullmatch(path) is not None


def is_lens_file(path: str) -> bool:
    """True for a lens of the project's own."""
    return fnmatchcase(path, LENS_FILES)


def is_policy_file(path: str) -> bool:
    """True for a file whose content decides how this project is reviewed."""
    return path in _FIXED or is_lens_file(path) or is_semgrep_rule_file(path)


def in_place_of_policy(path: str) -> bool:
    """True for a path inside a folder that stands where a policy file is looked for."""
    return path.startswith(_INSIDE_FIXED)


def is_nested_settings(path: str) -> bool:
    """True for a settings file below a folder of the repository, where nothing reads it."""
    return path.endswith(_NESTED)
