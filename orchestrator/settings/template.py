"""Text of settings files: each top-level key with its default and what it means, modes written out."""

import json
import textwrap
from collections.abc import Mapping
from typing import Any

import yaml

from orchestrator.schemas import load_schema
from orchestrator.settings.parse import MODES

Modes = Mapping[str, Mapping[str, Any]]

HEAD = """\
# Settings of code-review for you, in every repository. A run adds what is missing here at the end, and never changes
# what stands here. Delete a key to get the default of the release in use; `code-review config show` tells what is in
# force, `code-review config set KEY VALUE` changes one value. A project's own settings win over these.
"""
PROJECT_HEAD = """\
# Settings of code-review for everybody who reviews this repository. They win over each user's own, and nothing is set
# until you take the # before a key away. Commit this file: a review reads it from the base of the change, so that no
# change can weaken its own review. Try it before that with --trust worktree; `code-review config check` looks for
# mistakes, `code-review config keys` prints every other key. What starts a program needs `code-review config trust`.
"""
PROJECT_KEYS = (
    "mode",
    "ignored",
    "ignore_defaults",
    "respect_git_ignore",
    "max_files",
    "max_diff_chars",
    "lens_timeout",
    "fail_on",
    "models",
    "budget",
    "checks",
    "gate",
)
_WIDTH = 116


class _Dumper(yaml.SafeDumper):
    """Texts of several lines as blocks, lists below their key: the way people write them."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002 - called by name
        """Indents the items of a list too."""
        super().increase_indent(flow, False)


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _represent_text)


def top_level_keys() -> tuple[str, ...]:
    """The names at the top of a settings file, in the order in which they are written."""
    names = tuple(load_schema("settings")["properties"])
    return (*(name for name in names if name != MODES), MODES)


def new_file(modes: Modes) -> str:
    """A whole settings file with every default, the built-in `modes` written out."""
    return "\n".join([HEAD, *(key_text(name, modes) for name in top_level_keys())])


def project_file() -> str:
    """A settings file for a project in which every key is commented out with its default."""
    return "\n".join([PROJECT_HEAD, *(_commented_out(key_text(name, {})) for name in PROJECT_KEYS)])


def key_text(name: str, modes: Modes) -> str:
    """The lines of the top-level key `name`: what it means as comments, then its default."""
    schema = load_schema("settings")["properties"][name]
    if name == MODES:
        return f"{_comment(schema['description'], '')}{MODES}:\n{indented(modes_text(modes), 2)}"
    return _entry(name, schema, "")


def modes_text(modes: Modes) -> str:
    """Lines of whole modes by id, as they stand below `modes:`."""
    return "".join(f"{name}:\n{indented(mode_text(mode), 2)}" for name, mode in modes.items())


def mode_text(entries: Mapping[str, Any]) -> str:
    """Lines of keys of one mode."""
    return yaml.dump(
        dict(entries), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=_WIDTH, default_flow_style=False
    )


def indented(text: str, columns: int) -> str:
    """`text` with every line that holds something moved to the right."""
    return textwrap.indent(text, " " * columns)


def _entry(name: str, schema: Mapping[str, Any], indent: str) -> str:
    said = _comment(schema.get("description", ""), indent)
    if "properties" not in schema:
        # JSON is YAML, and leaves no doubt about what is a text.
        return f"{said}{indent}{name}: {json.dumps(schema['default'])}\n"
    inner = (_entry(key, part, f"{indent}  ") for key, part in schema["properties"].items())
    return f"{said}{indent}{name}:\n{''.join(inner)}"


def _comment(text: str, indent: str) -> str:
    start = f"{indent}# "
    return "".join(f"{line}\n" for line in textwrap.wrap(text, _WIDTH, initial_indent=start, subsequent_indent=start))


def _commented_out(text: str) -> str:
    """Keys behind a bare #, what they mean behind one and a space."""
    return "".join(line if line.lstrip().startswith("#") else f"#{line}" for line in text.splitlines(keepends=True))
