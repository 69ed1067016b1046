"""Which settings make something run or send it elsewhere: a project may set those only with the user's consent."""

from fnmatch import fnmatchcase

EXECUTING = (
    "*.argv",
    "*.program",
    "*.args",
    "*.env",
    "*.base_url",
    "*.headers",
    "*.key_command",
    "*.key_env",
    "*.dir",
    "checks.lint",
    "checks.typecheck",
    "fix.test_command",
    "*.leaves_machine",
    "program_environment",
    "mcp",
)
HARMLESS = (
    "engine",
    "models.*",
    "*.models.*",
    "routes",
    "context_windows",
    "prices",
    "mode",
    "modes",
    "provider",
    "model",
    "language",
    "source",
    "git_rev",
    "notify_agent",
    "project_access",
    "max_*",
    "tool_deadline_ratio",
    "temperature",
    "reasoning_effort",
    "timeout_ms",
    "ignored",
    "ignore_defaults",
    "respect_git_ignore",
    "budget.*",
    "replay.dir",
    "checks.static_analysis",
    "checks.cache",
    "checks.tool_timeout",
    "checks.pipeline",
    "checks.project_code",
    "fix.engine",
    "fix.model",
    "fix.agent",
    "fix.max_*",
    "fix.tests",
    "fix.test_timeout",
    "gate.*",
    "record.*",
    "waves.*",
    "lens_timeout",
    "fail_on",
    "trust",
    "*.max_tokens",
    "*.first_byte_timeout",
    "*.idle_timeout",
    "*.window",
    "*.efforts",
    "*.label",
    "*.timeout",
    "*.poll",
)
"""`checks.project_code` lets code of the project run, and has conditions of its own (see wiring/project_trust.py); the
replay engine only reads."""


def executes(key: str) -> bool:
    """True for a setting that starts a program, names an address or gives a key away; for one nobody has judged too."""
    return not any(fnmatchcase(key, pattern) for pattern in HARMLESS)


def group_of(key: str) -> str:
    """The part of the settings that `key` belongs to: they are trusted together, since they work together."""
    return key.partition(".")[0]
