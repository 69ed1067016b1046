"""Making the wire engines ready: where they speak to, with which key, headers and models."""

import os
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass

import anyio

from orchestrator.engines.wire import anthropic, openai
from orchestrator.engines.wire.anthropic import AnthropicDialect
from orchestrator.engines.wire.endpoint import Endpoint, address_of, is_encrypted, is_hosted, is_loopback
from orchestrator.engines.wire.engine import WireEngine
from orchestrator.engines.wire.openai import OpenAIDialect
from orchestrator.engines.wire.transport import Patience, Transport
from orchestrator.errors import ConfigurationError, NoEngineError
from orchestrator.seams import Clock, Engine
from orchestrator.settings.model import Settings
from orchestrator.system.process import ProcessDoor
from orchestrator.values.turn import EngineInfo, ToolUse

KEY_COMMAND_SECONDS = 30.0
_VARIABLE = re.compile(r"\$\{(\w+)\}")
_KEY_HEADERS = frozenset({"authorization", "x-api-key", "api-key"})
_AZURE = (".openai.azure.com", ".cognitiveservices.azure.com")


@dataclass(frozen=True, slots=True)
class _Vendor:
    """`variable` names the environment variable that holds the address, `base` is the address without one."""

    name: str
    variable: str
    base: str
    path: str


_ANTHROPIC = _Vendor("anthropic", "ANTHROPIC_BASE_URL", "https://api.anthropic.com", anthropic.PATH)
_OPENAI = _Vendor("openai", "OPENAI_BASE_URL", "https://api.openai.com/v1", openai.PATH)


def anthropic_engine(settings: Settings, clock: Clock) -> Engine:
    """The engine `anthropic`. Raises NoEngineError for a missing key, ConfigurationError for what cannot be used."""
    endpoint = _endpoint(settings, _ANTHROPIC, {"anthropic-version": anthropic.VERSION})
    away = not is_loopback(endpoint.url)
    inherited = ("anthropic.models.inherit", "models.inherit", "anthropic.models.sonnet", "models.sonnet")
    info = EngineInfo(
        name="anthropic",
        label=f"models of the Anthropic Messages API at {endpoint.host}",
        rule_based=False,
        tool_use=ToolUse.NATIVE,
        leaves_machine=away,
        # Also on this machine: a gateway may hand on to a provider, and a model that is free has the price 0.
        paid=True,
        keeps_prefix=True,
        efforts=anthropic.EFFORTS,
        default_model=next((settings.text(key) for key in inherited if settings.text(key)), ""),
        window=anthropic.WINDOW,
        needs_model=True,
    )
    dialect = AnthropicDialect(info, int(settings.number("anthropic.max_tokens")))
    return WireEngine(dialect, Transport(endpoint, _patience(settings, "anthropic"), clock))


def openai_engine(settings: Settings, clock: Clock) -> Engine:
    """The engine `openai`. Raises NoEngineError for a missing key, ConfigurationError for what cannot be used."""
    endpoint = _endpoint(settings, _OPENAI, {})
    info = EngineInfo(
        name="openai",
        label=f"models behind chat completions at {endpoint.host}",
        rule_based=False,
        tool_use=ToolUse.NATIVE,
        leaves_machine=not is_loopback(endpoint.url),
        paid=True,
        keeps_prefix=True,
        efforts=settings.names("openai.efforts"),
        default_model=settings.text("openai.models.inherit"),
        window=int(settings.number("openai.window")),
        needs_model=True,
    )
    dialect = OpenAIDialect(info, int(settings.number("openai.max_tokens")))
    return WireEngine(dialect, Transport(endpoint, _patience(settings, "openai"), clock))


def _patience(settings: Settings, name: str) -> Patience:
    return Patience(
        first_byte=settings.number(f"{name}.first_byte_timeout"), idle=settings.number(f"{name}.idle_timeout")
    )


def _endpoint(settings: Settings, vendor: _Vendor, headers: Mapping[str, str]) -> Endpoint:
    given = settings.text(f"{vendor.name}.base_url")
    source = f"{vendor.name}.base_url" if given else vendor.variable
    try:
        url = address_of(given or os.environ.get(vendor.variable, "").strip() or vendor.base, vendor.path)
    except ValueError as error:
        # The value itself is not repeated: it may hold a password.
        raise ConfigurationError(f"{source} cannot be used: {error}") from error
    if is_hosted(url) and not is_encrypted(url):
        raise ConfigurationError(f"{source} has to begin with https: a key would be readable on its way")
    extra = {
        name.lower(): _expanded(vendor, value) for name, value in settings.mapping(f"{vendor.name}.headers").items()
    }
    key = _key(settings, vendor)
    if not key and is_hosted(url) and not _KEY_HEADERS & extra.keys():
        variable = settings.text(f"{vendor.name}.key_env")
        raise NoEngineError(
            f"the engine {vendor.name} has no key, so nobody can review and nothing was started",
            missing=(variable,),
            hint=f"set {variable}, or {vendor.name}.key_command to a command that prints the key",
        )
    secrets = tuple(value for name, value in extra.items() if name in _KEY_HEADERS or len(value) >= 16)
    return Endpoint(
        url=url,
        headers={**headers, **_key_header(vendor, url, key), **extra},
        secrets=((key, *secrets) if key else secrets),
    )


def _expanded(vendor: _Vendor, value: str) -> str:
    """`value` with `${NAME}` replaced by that environment variable, so that no settings file has to hold a secret."""
    missing = [name for name in _VARIABLE.findall(value) if name not in os.environ]
    if missing:
        raise NoEngineError(
            f"{vendor.name}.headers needs {missing[0]}, which is not set",
            missing=tuple(missing),
            hint=f"set {missing[0]}",
        )
    return _usable(_VARIABLE.sub(lambda found: os.environ[found[1]], value), f"{vendor.name}.headers")


def _key_header(vendor: _Vendor, url: str, key: str) -> Mapping[str, str]:
    if not key:
        return {}
    if vendor is _ANTHROPIC:
        return {"x-api-key": key}
    if any(f"{suffix}/" in url for suffix in _AZURE):
        return {"api-key": key}
    return {"authorization": f"Bearer {key}"}


def _key(settings: Settings, vendor: _Vendor) -> str:
    command = settings.text(f"{vendor.name}.key_command")
    if command:
        return _usable(_printed(command, f"{vendor.name}.key_command"), f"{vendor.name}.key_command")
    variable = settings.text(f"{vendor.name}.key_env")
    return _usable(os.environ.get(variable, "").strip(), variable)


def _printed(command: str, key: str) -> str:
    """What `command` prints. Neither its output nor what it complains about is ever shown."""
    try:
        argv = shlex.split(command)
    except ValueError as error:
        raise ConfigurationError(f"{key} is no command line: {error}") from error

    async def run() -> tuple[int, bytes]:
        done = await ProcessDoor(cap=64 * 1024).run(argv, seconds=KEY_COMMAND_SECONDS)
        return done.code, done.stdout

    try:
        code, out = anyio.run(run)
    except FileNotFoundError as error:
        raise NoEngineError(f"{key}: there is no program {argv[0]}", missing=(key,)) from error
    except TimeoutError as error:
        raise NoEngineError(f"{key}: no key within {KEY_COMMAND_SECONDS:g} s", missing=(key,)) from error
    printed = out.decode("utf-8", "replace").strip()
    if code or not printed:
        what = f"ended with code {code}" if code else "printed nothing"
        raise NoEngineError(f"{key}: the command {what}", missing=(key,))
    return printed


def _usable(value: str, source: str) -> str:
    """`value` if it can stand in a header; the message never repeats it."""
    if not value.isascii() or not value.isprintable():
        raise ConfigurationError(f"{source} holds more than one line or characters that no HTTP header may have")
    return value
