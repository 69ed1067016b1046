"""What kind of file a path names, judged by the path alone: source, test, configuration, asset, lock file."""

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
