from pathlib import Path

from fastapi import FastAPI, HTTPException
from flask import request, send_file
from werkzeug.utils import secure_filename

app = FastAPI()
NOTES = Path("/srv/notes")


def download() -> object:
    name = secure_filename(request.args["file"])
    return send_file("/srv/reports/" + name)


@app.get("/notes/{name}")
def note(name: str) -> str:
    path = (NOTES / name).resolve()
    if not path.is_relative_to(NOTES):
        raise HTTPException(404)
    return path.read_text()


@app.get("/pages/{number}")
def page(number: int) -> str:
    return (NOTES / f"{number}.txt").read_text()


def picture(request: object, store: object) -> object:
    stored = store.get(request.args["id"])
    return send_file(stored, download_name="picture.png")
