"""Certificates are verified: against the known authorities, and those that SSL_CERT_FILE names."""

import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme

from orchestrator.values.turn import FailureKind
from tests.support.model_server import ModelServer, model_server
from tests.support.model_wire import PASS_TEXT
from tests.support.wire import ask, engine, failed, replied


@pytest.fixture
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def server(authority: trustme.CA) -> Iterator[ModelServer]:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(tls)
    with model_server(tls=tls) as running:
        yield running


def test_an_unknown_authority_is_trusted_by_nobody(server: ModelServer) -> None:
    failure = failed(ask(engine(server.address)))
    assert (failure.kind, failure.everybody) == (FailureKind.FINAL, True)
    assert "its certificate is not trusted" in failure.detail
    assert server.requests == []


def test_the_environment_may_name_another_authority(
    server: ModelServer, authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    assert replied(ask(engine(server.address))).text == PASS_TEXT
    # The name has to be right as well.
    failure = failed(ask(engine(server.address.replace("127.0.0.1", "localhost"))))
    assert "its certificate is not trusted" in failure.detail
