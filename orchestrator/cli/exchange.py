"""`code-review exchange`: the requests of an exchange folder, for whoever answers them."""

import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from orchestrator.cli.opened import opened
from orchestrator.cli.output import print_json, print_text
from orchestrator.engines.answer import AnswerError, check_answer
from orchestrator.engines.exchange_folder import Entry, ExchangeFolder
from orchestrator.engines.exchange_text import listed_calls, request_text
from orchestrator.errors import UsageError

exchange_app = typer.Typer(help="List, show and answer the requests of an exchange folder.", rich_markup_mode=None)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Folder = Annotated[
    Path | None, typer.Option("--exchange-dir", metavar="DIR", help="The folder. [default: exchange.dir]")
]
Id = Annotated[str, typer.Argument(metavar="ID", help="Id of the request, as listed.")]


@exchange_app.command("list")
def list_requests(exchange_dir: Folder = None, as_json: Json = False) -> int:
    """Print every request with its state: waiting, answered or expired."""
    entries = _folder(exchange_dir).entries(datetime.now(UTC).isoformat())
    if as_json:
        print_json([_row(entry) for entry in entries])
    elif entries:
        width = max(len(entry.id) for entry in entries)
        print_text("".join(f"{entry.id:<{width}}  {entry.state:<8}  {_until(entry)}\n" for entry in entries))
    else:
        print_text("no requests\n")
    return 0


@exchange_app.command("show")
def show(name: Id, exchange_dir: Folder = None, as_json: Json = False) -> int:
    """Print what a request asks: its messages, then the tools or the schema of the reply. With --json the whole request."""
    request = _folder(exchange_dir).request(name)
    if as_json:
        print_json(request)
        return 0
    print_text(request_text(request))
    return 0


@exchange_app.command("answer")
def answer(
    name: Id,
    file: Annotated[str, typer.Option(metavar="FILE|-", help="File with the answer, or - for standard input.")],
    exchange_dir: Folder = None,
    again: Annotated[bool, typer.Option("--again", help="Replace an answer that is there.")] = False,
    as_json: Json = False,
) -> int:
    """Answer a request: with the reply, a list of calls, plain text, or an object that has reply, text or failure."""
    place = _folder(exchange_dir).answer(name, _answer(_text(file)), again=again)
    if as_json:
        print_json({"id": name, "written": str(place)})
    else:
        print_text(f"{place}\n")
    return 0


def _folder(given: Path | None) -> ExchangeFolder:
    chosen = str(given) if given else opened({}, completes=False).settings.text("exchange.dir")
    if not chosen:
        raise UsageError("there is no exchange folder", hint="give --exchange-dir DIR or set exchange.dir")
    return ExchangeFolder(Path(chosen))


def _text(file: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return data.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} cannot be read: {error}") from error


def _answer(text: str) -> dict[str, Any]:
    """Whatever is no answer by itself is taken as the reply; the review judges it as it judges any other."""
    if not text.strip():
        raise UsageError("the answer is empty")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {"text": text}
    calls = listed_calls(value)
    if calls is not None:
        return {"reply": {"calls": calls}}
    if not isinstance(value, dict):
        return {"text": text}
    if not {"reply", "text", "failure"} & value.keys():
        return {"reply": value}
    try:
        check_answer(value)
    except AnswerError as error:
        raise UsageError(f"this is no answer: {error}") from error
    return value


def _row(entry: Entry) -> dict[str, object]:
    fields = ("lens", "call", "model", "effort", "created", "expires")
    return {"id": entry.id, "state": entry.state, **{name: entry.request.get(name) for name in fields}}


def _until(entry: Entry) -> str:
    return f"until {str(entry.request.get('expires', ''))[:19]}Z" if entry.state == "waiting" else ""
