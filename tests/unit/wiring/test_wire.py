"""Making a wire engine ready: address, key, headers, models."""

import sys
from collections.abc import Mapping
from typing import Any

import pytest

from orchestrator.engines.wire.endpoint import Endpoint, address_of, is_hosted, is_loopback
from orchestrator.errors import CodeReviewError, ConfigurationError, NoEngineError
from orchestrator.seams import Engine
from orchestrator.settings.model import COMMAND_LINE, Layer, Settings, merge
from orchestrator.settings.parse import default_layer
from orchestrator.system.clock import SystemClock
from orchestrator.values.turn import EngineInfo
from orchestrator.wiring.desk import models_of
from orchestrator.wiring.wire import anthropic_engine, openai_engine
from tests.support.model_server import model_server
from tests.support.wire import ask, replied

SECRET = "key-of-somebody-987654321"


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key and no address in the environment."""
    for name in ("ANTHROPIC", "OPENAI"):
        monkeypatch.delenv(f"{name}_API_KEY", raising=False)
        monkeypatch.delenv(f"{name}_BASE_URL", raising=False)


def settings(**given: Any) -> Settings:
    """`openai__base_url=...` sets `openai.base_url`."""
    values = {key.replace("__", "."): value for key, value in given.items()}
    return merge((Layer(COMMAND_LINE, values), default_layer()))


def make(name: str = "openai", **given: Any) -> Engine:
    maker = anthropic_engine if name == "anthropic" else openai_engine
    return maker(settings(**given), SystemClock())


def info(name: str = "openai", **given: Any) -> EngineInfo:
    return make(name, **given).info


def refused(name: str = "openai", **given: Any) -> CodeReviewError:
    with pytest.raises(CodeReviewError) as caught:
        make(name, **given)
    told = f"{caught.value.reason} {caught.value.hint}"
    assert SECRET not in told
    return caught.value


def sent_headers(**given: Any) -> Mapping[str, str]:
    """Headers of one call with these settings."""
    with model_server() as server:
        replied(ask(make(openai__base_url=f"{server.address}/v1", **given)))
        return server.requests[0].headers


@pytest.mark.parametrize(
    ("base", "path", "url"),
    [
        ("https://api.anthropic.com", "/v1/messages", "https://api.anthropic.com/v1/messages"),
        ("https://gateway.example/anthropic/", "/v1/messages", "https://gateway.example/anthropic/v1/messages"),
        ("https://gateway.example/v1", "/v1/messages", "https://gateway.example/v1/messages"),
        ("http://localhost:8080/v1/", "/chat/completions", "http://localhost:8080/v1/chat/completions"),
        (
            "https://x.openai.azure.com/openai/deployments/d?api-version=2024-10-21",
            "/chat/completions",
            "https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21",
        ),
    ],
)
def test_addresses(base: str, path: str, url: str) -> None:
    assert address_of(base, path) == url


@pytest.mark.parametrize("base", ["", "api.example", "ftp://x", "http://", "https://u:p@x", "http://x:port"])
def test_addresses_that_cannot_be_used(base: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        address_of(base, "/v1/messages")
    if base:
        assert base not in refused(openai__base_url=base).reason


@pytest.mark.parametrize("host", ["localhost:1", "127.0.0.1", "127.8.8.8:80", "[::1]:80", "models.localhost"])
def test_this_machine(host: str) -> None:
    assert is_loopback(f"http://{host}/v1")
    assert not is_hosted(f"http://{host}/v1")
    ready = info(openai__base_url=f"http://{host}/v1")
    # A gateway on this machine may hand on to a provider, so a budget in money asks for a price here too.
    assert (ready.leaves_machine, ready.paid) == (False, True)


@pytest.mark.parametrize("host", ["localhost.example", "127.0.0.1.example", "10.0.0.7", "vllm.corp.example"])
def test_another_machine_that_needs_no_key(host: str) -> None:
    ready = info(openai__base_url=f"http://{host}/v1")
    assert (ready.leaves_machine, ready.paid) == (True, True)


@pytest.mark.parametrize("host", ["api.openai.com", "eu.api.openai.com", "OPENROUTER.ai", "x.openai.azure.com"])
def test_a_provider_needs_a_key_and_https(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    error = refused(openai__base_url=f"https://{host}/v1")
    assert isinstance(error, NoEngineError)
    assert error.missing == ("OPENAI_API_KEY",)
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    ready = info(openai__base_url=f"https://{host}/v1")
    assert (ready.leaves_machine, ready.paid) == (True, True)
    assert isinstance(refused(openai__base_url=f"http://{host}/v1"), ConfigurationError)
    assert not is_hosted("https://api.openai.com.example")


def test_a_key_comes_from_the_variable_that_the_settings_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", f" {SECRET}\n")
    assert sent_headers(openai__key_env="MY_KEY")["authorization"] == f"Bearer {SECRET}"
    assert "authorization" not in sent_headers()
    monkeypatch.setenv("MY_KEY", f"{SECRET}\nsecond line")
    assert isinstance(refused(openai__key_env="MY_KEY"), ConfigurationError)


def test_a_key_comes_from_a_command_that_no_shell_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "another key")
    command = f"{sys.executable} -c 'import sys; print(sys.argv[1])' '$HOME;{SECRET}'"
    assert sent_headers(openai__key_command=command)["authorization"] == f"Bearer $HOME;{SECRET}"


@pytest.mark.parametrize(
    ("command", "what"),
    [
        (f"{sys.executable} -c 'raise SystemExit(3)'", "ended with code 3"),
        (f"{sys.executable} -c ''", "printed nothing"),
        ("no-such-program-at-all", "there is no program"),
        ("'unfinished", "no command line"),
    ],
)
def test_a_command_that_gives_no_key(command: str, what: str) -> None:
    assert what in refused(openai__key_command=command).reason


def test_headers_may_name_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"X-Team": "reviews", "Authorization": "Basic ${GATEWAY}"}
    error = refused(openai__headers=given)
    assert (error.missing, error.reason) == (("GATEWAY",), "openai.headers needs GATEWAY, which is not set")
    monkeypatch.setenv("GATEWAY", SECRET)
    headers = sent_headers(openai__headers=given)
    assert (headers["x-team"], headers["authorization"]) == ("reviews", f"Basic {SECRET}")
    # A header that signs in stands for a key.
    assert info(openai__base_url="https://openrouter.ai/api/v1", openai__headers=given).paid


def test_nothing_that_is_printed_holds_a_key() -> None:
    endpoint = Endpoint(url="https://x/v1", headers={"authorization": f"Bearer {SECRET}"}, secrets=(SECRET,))
    assert SECRET not in repr(endpoint)
    assert endpoint.clean(f"no\n  {SECRET}") == "no [redacted]"


def test_anthropic_takes_the_general_models_and_its_own_first(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(refused("anthropic"), NoEngineError)
    monkeypatch.setenv("ANTHROPIC_API_KEY", SECRET)
    ready = info("anthropic")
    assert (ready.default_model, ready.paid, ready.leaves_machine) == ("claude-sonnet-5-5", True, True)
    assert ready.efforts == ("low", "medium", "high", "xhigh", "max")
    assert info("anthropic", models__inherit="m").default_model == "m"
    own = settings(anthropic__models__opus="claude-opus-4-5")
    assert models_of(own, "anthropic")["opus"] == "claude-opus-4-5"
    assert models_of(own, "anthropic")["haiku"] == "claude-haiku-5-5"


def test_openai_never_takes_models_of_another_vendor() -> None:
    own = settings(openai__models__opus="big", openai__models__inherit="small", openai__base_url="http://localhost:1")
    assert models_of(own, "openai") == {"opus": "big", "sonnet": "", "haiku": "", "inherit": "small"}
    ready = openai_engine(own, SystemClock()).info
    assert (ready.default_model, ready.needs_model, ready.window) == ("small", True, 128_000)
    assert info(openai__base_url="http://localhost:1", openai__efforts=("none",)).efforts == ("none",)


def test_the_address_comes_from_the_settings_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    assert "127.0.0.1:9" in info().label
    assert "127.0.0.1:7" in info(openai__base_url="http://127.0.0.1:7/v1").label
