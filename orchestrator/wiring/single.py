"""One reviewer under a mode as a run needs it: what it is shown, what it may use, and what became of it."""

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType

from orchestrator.dispatch.bounded import Bound, bounded
from orchestrator.dispatch.desk import Desk
from orchestrator.dispatch.excerpts import excerpts_of
from orchestrator.dispatch.pack import budget_of, change_size
from orchestrator.dispatch.value_order import rank
from orchestrator.errors import NoEngineError, UsageError
from orchestrator.findings.contract import status_of
from orchestrator.modes.presets import mode_layer
from orchestrator.recording.lens import lens_of
from orchestrator.recording.sitting import Recorded, Sitting
from orchestrator.redaction import is_secret_file
from orchestrator.scope.resolve import Resolved
from orchestrator.settings.model import COMMAND_LINE, Settings, preset
from orchestrator.values.change import ChangedFile
from orchestrator.values.lens import ContextNeed, Lens
from orchestrator.values.mode import Mode
from orchestrator.values.outcome import Completed, Failed, LensResult, LensStatus, Outcome
from orchestrator.values.text import decode_text
from orchestrator.values.turn import EngineInfo, Excerpt, Omission, OmissionKind, Payload
from orchestrator.wiring.material import not_text, unshown
from orchestrator.wiring.session import Session

OFFLINE = "offline"
_EFFORT = "reasoning_effort"


def under_mode(session: Session, mode: Mode) -> Session:
    """`session` with what `mode` presets in force, and the one engine that is asked.

    Raises UsageError for rules, which record nothing, and NoEngineError when no engine is named.
    """
    settings = preset(session.settings, mode_layer(mode))
    engine = settings.text("engine")
    if settings.sources["engine"] != COMMAND_LINE:
        engine = settings.text("provider") or engine
    if engine == OFFLINE:
        raise UsageError(
            f"the mode {mode.id} needs a model, and the offline engine has none",
            hint="leave --mode out: the panel of lenses runs on rules alone",
        )
    if not engine:
        raise NoEngineError(
            f"the mode {mode.id} needs an engine, and none is configured",
            missing=("engine",),
            hint="give --engine NAME (anthropic, openai, claude, codex, gemini, command, exchange), or set engine",
        )
    values = {**settings.values, "engine": engine, "routes": MappingProxyType({})}
    return replace(session, settings=replace(settings, values=MappingProxyType(values)))


def lens_for(mode: Mode, settings: Settings) -> Lens:
    """The mode in the place of a lens, with the model of the settings."""
    context = ContextNeed.FULL_FILE if settings.flag("project_access") else ContextNeed.DIFF_ONLY
    return replace(lens_of(mode, context), model=settings.text("model") or "inherit")


def payload_of(lens: Lens, session: Session, resolved: Resolved, engine: EngineInfo) -> Payload:
    """What the reviewer is shown: the change within its bounds, and what surrounds it where it may read the project."""
    settings, change = session.settings, resolved.change
    bound = _bound(settings, engine)
    files, left = bounded(change.files, bound)
    around = _around(files, resolved, lens, bound.chars)
    return Payload(
        lens=lens,
        files=files,
        has_diff=True,
        excerpts=MappingProxyType(around),
        changed_list=tuple((file.path, file.status.value) for file in change.files if file.status),
        context=session.policy.context,
        ignored=resolved.ignored,
        omissions=(*left, *_unseen(files, resolved)),
    )


def sitting_of(mode: Mode, settings: Settings, desk: Desk, payload: Payload, focus: str) -> Sitting:
    """The review as it will be held."""
    who = desk.answerer(payload.lens)
    return Sitting(
        mode=mode,
        payload=payload,
        engine=who.engine,
        clock=desk.clock,
        marker=desk.marker,
        model=who.model_of(payload.lens),
        seconds=settings.number("timeout_ms") / 1000,
        effort=desk.effort,
        max_tokens=int(settings.number("max_tokens")),
        temperature=settings.number("temperature"),
        library=desk.library,
        spending=desk.spending,
        focus=focus,
        language=settings.text("language"),
    )


def outcome_of(recorded: Recorded, sitting: Sitting) -> Outcome:
    """What became of the reviewer: a failure only when nothing was recorded that could be handed over."""
    payload, engine = sitting.payload, sitting.engine.info.name
    files = tuple(file.path for file in payload.files)
    omissions = (*payload.omissions, *recorded.omissions)
    if recorded.failure is not None:
        return Failed(
            agent=sitting.mode.id,
            kind=recorded.failure,
            error=recorded.incomplete,
            files=files,
            usage=recorded.usage,
            omissions=omissions,
            engine=engine,
        )
    result = LensResult(
        status=status_of((one for one in recorded.findings if one.counts), LensStatus.PASS),
        findings=recorded.findings,
        summary=recorded.summary,
        notes=recorded.notes,
    )
    return Completed(
        agent=sitting.mode.id,
        result=result,
        files=files,
        tier=payload.lens.tier,
        model=recorded.model,
        usage=recorded.usage,
        omissions=omissions,
        engine=engine,
    )


def cut_focus(text: str, settings: Settings) -> tuple[str, tuple[str, ...]]:
    """The focus within its bound, and the line that says that it was cut."""
    most = int(settings.number("max_hint_chars"))
    tidy = text.strip()
    if len(tidy) <= most:
        return tidy, ()
    return tidy[:most], (f"the focus was cut to the {most} characters that max_hint_chars allows",)


def _bound(settings: Settings, engine: EngineInfo) -> Bound:
    files, chars = int(settings.number("max_files")), int(settings.number("max_diff_chars"))
    window = budget_of(engine, engine.window).change
    if window is not None and window < chars:
        return Bound(files, window, ("max_files", f"the context window of {engine.name}"))
    return Bound(files, chars)


def _around(
    files: tuple[ChangedFile, ...], resolved: Resolved, lens: Lens, most: int
) -> dict[str, tuple[Excerpt, ...]]:
    """The code around the changes, as far as the room left by them goes; none for a reviewer of the change alone."""
    if lens.context is ContextNeed.DIFF_ONLY:
        return {}
    left = most - sum(map(change_size, files))
    found: dict[str, tuple[Excerpt, ...]] = {}
    for file in sorted((one for one in files if one.hunks and not one.deleted), key=lambda one: rank(one.path)):
        data = None if is_secret_file(file.path) else resolved.tree.read(file.path)
        text = None if data is None else decode_text(data)
        parts = excerpts_of(file, text) if text else ()
        size = sum(len(line) + 9 for part in parts for line in part.lines)
        if parts and size <= left and _fits(file, text or ""):
            found[file.path] = parts
            left -= size
    return found


def _fits(file: ChangedFile, text: str) -> bool:
    """True when the file at hand is the one that the change leads to: a patch may have been made from another."""
    lines = text.split("\n")
    return all(
        line.new is None or (line.new <= len(lines) and lines[line.new - 1].removesuffix("\r") == line.text)
        for hunk in file.hunks
        for line in hunk.lines
    )


def _unseen(files: tuple[ChangedFile, ...], resolved: Resolved) -> Iterator[Omission]:
    for file in files:
        gap = unshown(file) or _unread(file, resolved)
        if gap is not None:
            yield gap


def _unread(file: ChangedFile, resolved: Resolved) -> Omission | None:
    """Why the reviewer of the change alone learns less about `file` than it looks like; None where it does not."""
    if file.old_path and is_secret_file(file.old_path):
        return Omission(file.path, "its change is not shown, because its old name says secrets", OmissionKind.UNREAD)
    if file.old_path and resolved.rules.why(file.old_path) is not None:
        # Git shows such a file whole; a patch holds what is different about it and no more.
        return Omission(file.path, "it comes from an ignored path and is not shown whole", OmissionKind.UNREAD)
    if any("\0" in line.text for hunk in file.hunks for line in hunk.lines):
        return not_text(file.path)
    if file.hunks or file.deleted or file.is_submodule:
        return None
    # A move or a new mode can put into use what nobody can read.
    data = resolved.tree.read(file.path)
    return not_text(file.path) if data is not None and decode_text(data) is None else None
