"""Which files of the subject a command-line engine never finds in its folder."""

import re

from orchestrator.redaction import is_secret_file

_FOLDERS = frozenset(
    {
        *(".git", ".claude", ".codex", ".gemini", ".cursor", ".windsurf", ".continue", ".roo", ".kiro", ".junie"),
        *(".amazonq", ".augment", ".opencode", ".agents", ".clinerules", ".qwen", ".goose", ".claude-plugin"),
    }
)
_FILES = frozenset(
    {
        *("claude.md", "claude.local.md", "agents.md", "agents.override.md", "agent.md", "gemini.md", "qwen.md"),
        *(".mcp.json", "mcp.json", ".cursorrules", ".cursorignore", ".windsurfrules", ".clinerules", ".roorules"),
        *(".geminiignore", ".goosehints", "opencode.json", "opencode.jsonc", ".rules"),
    }
)
_AIDER = ".aider"
_COPILOT = re.compile(r"(?:.*/)?\.github/(?:copilot-[^/]*|instructions/.*|prompts/.*|agents/.*|chatmodes/.*)")


def steers_agents(path: str) -> bool:
    """True for a file that an agent takes instructions, hooks, tools or ignore rules from; any case, any folder."""
    *folders, name = path.lower().split("/")
    if not _FOLDERS.isdisjoint(folders) or name in _FILES or name in _FOLDERS:
        return True
    return name.startswith(_AIDER) or _COPILOT.fullmatch(path.lower()) is not None


def may_be_read(path: str) -> bool:
    """True when `path` may lie in the folder that an agent works in."""
    return not steers_agents(path) and not is_secret_file(path) and {"", ".", ".."}.isdisjoint(path.split("/"))
