from pathlib import Path

from fastapi import FastAPI
from flask import request, send_file

app = FastAPI()


def download() -> object:
    name = request.args["file"]
    return send_file("/srv/reports/" + name)  # expect: py-path-traversal


@app.get("/notes/{name}")
def note(name: str) -> str:
    return (Path("/srv/notes") / name).read_text()  # expect: py-path-traversal
