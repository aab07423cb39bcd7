"""Settings come from the environment, and a bad one is named in one line."""

import pytest

from services.common.settings import NatsSettings, load, split_address


def test_a_missing_secret_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QUIERO_NATS_PASSWORD", raising=False)
    monkeypatch.setenv("QUIERO_NATS_USER", "gateway")
    with pytest.raises(SystemExit, match="bad settings: QUIERO_NATS_PASSWORD: Field required"):
        load(NatsSettings)


def test_an_address_is_host_and_port() -> None:
    assert split_address("[::1]:8080") == ("::1", 8080)
    with pytest.raises(ValueError, match="'localhost' is not host:port"):
        split_address("localhost")
