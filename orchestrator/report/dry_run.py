"""What a dry run says: who would be sent what, how much that is, and what is left out."""

from collections.abc import Iterator, Sequence

from orchestrator.dispatch.preview import Planned, prefixes
from orchestrator.report.boundary import check
from orchestrator.report.json_parts import Object, gates, roster, scope
from orchestrator.report.safe import brief
from orchestrator.report.scrub import scrub, scrub_value
from orchestrator.report.words import plural
from orchestrator.values.report import Report
from orchestrator.values.text import printable_path
from orchestrator.values.turn import Omission

SCHEMA = "code-review-dry-run/1"
_HEADER = ("lens", "engine", "model", "effort", "requests", "tokens", "USD")
_SHOWN = 20
_NAMED = 5


def dry_run_object(raw: Report, planned: Sequence[Planned], stopped: str) -> Object:
    """The whole plan, messages included. Raises StateError when it breaks its own schema."""
    report = scrub(raw)
    value: Object = {
        "schema": SCHEMA,
        "stopped": scrub_value(stopped),
        "scope": scope(report.change, report.trust),
        "gates": gates(report.gates),
        "roster": roster(report.roster),
        "optionalTools": [
            {"tool": probe.name, "available": probe.available, "detail": probe.detail} for probe in report.probes
        ],
        "requests": [_request(one) for one in planned],
        "sharedPrefixes": [
            {"engine": one.engine, "model": one.model, "lenses": one.lenses, "tokens": one.tokens}
            for one in prefixes(planned)
        ],
        "leftOut": [
            {"file": one.file, "reason": one.reason, "kind": one.kind.value, "agents": list(agents)}
            for one, agents in _left_out(planned)
        ],
        "totals": {"requests": len(planned), **_tokens(planned), "usd": _usd(planned)},
    }
    check(value, "dry-run")
    return value


def dry_run_text(report: Report, planned: Sequence[Planned], stopped: str) -> str:
    """The same as a table for a person, without the messages."""
    if stopped:
        return f"Nothing would be sent: {brief(stopped)}\n"
    return "".join(f"{line}\n" for line in _lines(report, planned))


def _lines(report: Report, planned: Sequence[Planned]) -> Iterator[str]:
    rows = [_HEADER if report.mode is None else ("reviewer", *_HEADER[1:]), *_rows(planned)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADER))]
    for row in rows:
        words = [
            word.ljust(width) if column < 4 else word.rjust(width)
            for column, (word, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(words).rstrip()
    yield ""
    tokens, usd = _tokens(planned), _usd(planned)
    price = "price unknown" if usd is None else f"about {usd:.4f} USD"
    yield f"{plural(len(planned), 'request')}, about {tokens['input']} tokens in and {tokens['output']} out, {price}; nothing is counted as read from a cache."
    for prefix in prefixes(planned):
        yield (
            f"{prefix.tokens} tokens are shared by the {prefix.lenses} lenses sent to {prefix.engine} "
            f"({prefix.model}); a provider that keeps prefixes reads them afresh once."
        )
    yield from _gap_lines(planned, alone=report.mode is not None)
    redactions = sum(one.redactions for one in planned)
    if redactions:
        yield f"{plural(redactions, 'secret value')} taken out of what would be sent"
    asked = {one.payload.lens.name for one in planned}
    for name in report.roster.selected:
        if name not in asked:
            yield f"not asked: {name} has no file to look at"
    yield "Nothing was sent."


def _gap_lines(planned: Sequence[Planned], *, alone: bool) -> Iterator[str]:
    """One line for each reason and the number of lenses it is one for."""
    files: dict[tuple[str, int], list[str]] = {}
    for one, agents in _left_out(planned):
        files.setdefault((one.reason, len(agents)), []).append(printable_path(one.file))
    for (reason, lenses), paths in list(files.items())[:_SHOWN]:
        whom = "" if alone else f" for {plural(lenses, 'lens')}"
        more = f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
        yield f"left out{whom}: {', '.join(paths[:_NAMED])}{more}: {brief(reason)}"
    more_files = sum(map(len, list(files.values())[_SHOWN:]))
    if more_files:
        yield f"and {plural(more_files, 'file')} more left out"


def _rows(planned: Sequence[Planned]) -> Iterator[tuple[str, ...]]:
    for name in dict.fromkeys(one.payload.lens.name for one in planned):
        mine = [one for one in planned if one.payload.lens.name == name]
        first, usd = mine[0], _usd(mine)
        tokens = sum(one.estimate.input for one in mine)
        price = "-" if usd is None else f"{usd:.4f}"
        yield name, first.engine.name, first.model or "-", first.effort or "-", str(len(mine)), str(tokens), price


def _request(one: Planned) -> Object:
    return {
        "agent": one.payload.lens.name,
        "engine": one.engine.name,
        "leavesMachine": one.engine.leaves_machine,
        "model": one.model,
        "effort": one.effort,
        "files": [file.path for file in one.payload.files],
        "tools": list(one.tools),
        **_tokens([one]),
        "usd": one.usd,
        "redactions": one.redactions,
        "messages": [
            {"role": message.role, "content": scrub_value(message.content), "shared": message.cache}
            for message in one.messages
        ],
    }


def _tokens(planned: Sequence[Planned]) -> dict[str, int]:
    return {
        "input": sum(one.estimate.input for one in planned),
        "output": sum(one.estimate.output for one in planned),
    }


def _usd(planned: Sequence[Planned]) -> float | None:
    """The price of all of them; None when that of any is not known."""
    known = [one.usd for one in planned if one.usd is not None]
    return sum(known) if len(known) == len(planned) else None


def _left_out(planned: Sequence[Planned]) -> list[tuple[Omission, tuple[str, ...]]]:
    """Each gap once, with the lenses it is one for."""
    found: dict[Omission, dict[str, None]] = {}
    for one in planned:
        for gap in one.payload.omissions:
            found.setdefault(gap, {})[one.payload.lens.name] = None
    return [(gap, tuple(agents)) for gap, agents in found.items()]
