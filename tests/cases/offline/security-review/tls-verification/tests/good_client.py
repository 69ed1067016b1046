import httpx
import pytest


def test_a_client_may_be_told_to_trust_anybody() -> None:
    context = httpx.create_ssl_context(verify=False)
    assert not context.check_hostname
