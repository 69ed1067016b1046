"""One lens file: Markdown text in, a Lens out. Whatever is not understood stops the run with file and line."""

import re
from hashlib import sha256
from pathlib import PurePosixPath

from orchestrator.lenses.declarations import read_declarations
from orchestrator.lenses.frontmatter import read_front_matter
from orchestrator.lenses.source import LENS_NAME, Entry, Source
from orchestrator.values.lens import MODEL_TIERS, ContextNeed, Effort, Lens

KEYS = ("name", "description", "tools", "model", "effort")
REQUIRED = ("name", "description", "model", "effort")
# A concrete id, as providers write them: `claude-opus-5-5`, `vendor/model:tag`.
_MODEL_ID = re.compile(r"(?=.*[\d/:.-])[A-Za-z0-9][\w.:/@-]*")


def parse_lens(text: str, filename: str) -> Lens:
    """The lens that `text` describes; `filename` may carry folders, its stem must be the lens's name.

    Front matter takes exactly the keys name, description, tools, model and effort; all but `tools` are required. In
    the body, outside code fences, the declarations are read: no `Scope:` leaves the lens undeclared, no
    `Context needs:` shows it complete files. Raises PolicyError naming file and line.
    """
    source = Source(filename)
    lines = re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff"))
    entries, body_start = read_front_matter(lines, source)
    _check_keys(entries, source)
    declared = read_declarations(lines, body_start, source)
    context, category = declared.values.get("Context needs"), declared.values.get("Category")
    verify_model, verify_effort = declared.values.get("Verify-model"), declared.values.get("Verify-effort")
    return Lens(
        name=_name(entries["name"], source),
        description=entries["description"].text,
        tools=entries["tools"].items if "tools" in entries else (),
        model=_model(entries["model"], source),
        effort=_effort(entries["effort"], source),
        scope=declared.scope,
        context=_context(context, source) if context else ContextNeed.FULL_FILE,
        category=category.text if category else "",
        verify_model=_model(verify_model, source) if verify_model else "",
        verify_effort=_effort(verify_effort, source) if verify_effort else None,
        body="\n".join(lines[body_start:]).strip("\n") + "\n",
        digest=sha256(text.encode("utf-8", "surrogateescape")).hexdigest(),
    )


def _check_keys(entries: dict[str, Entry], source: Source) -> None:
    for key, entry in entries.items():
        if key not in KEYS:
            raise source.error(entry.line, f"unknown front-matter key {key!r}", f"known keys: {', '.join(KEYS)}")
        if key != "tools" and not entry.text:
            raise source.error(entry.line, f"{key} has no value")
    for key in REQUIRED:
        if key not in entries:
            raise source.error(1, f"the front matter has no {key}")


def _name(entry: Entry, source: Source) -> str:
    if not LENS_NAME.fullmatch(entry.text):
        raise source.error(entry.line, f"{entry.text!r} is not a lens name", "use lower-case words joined by hyphens")
    if entry.text != PurePosixPath(source.filename).stem:
        raise source.error(entry.line, f"the lens is named {entry.text} but its file is not {entry.text}.md")
    return entry.text


def _model(entry: Entry, source: Source) -> str:
    if entry.text not in MODEL_TIERS and not _MODEL_ID.fullmatch(entry.text):
        raise source.error(entry.line, f"{entry.text!r} is no model", f"use {', '.join(MODEL_TIERS)} or a model's id")
    return entry.text


def _effort(entry: Entry, source: Source) -> Effort:
    if entry.text not in list(Effort):
        raise source.error(entry.line, f"{entry.text!r} is no effort", f"use {', '.join(Effort)}")
    return Effort(entry.text)


def _context(entry: Entry, source: Source) -> ContextNeed:
    if entry.text not in list(ContextNeed):
        raise source.error(entry.line, f"{entry.text!r} is no context need", f"use {', '.join(ContextNeed)}")
    return ContextNeed(entry.text)
