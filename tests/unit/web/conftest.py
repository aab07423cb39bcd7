"""Django for tests: set up once for each process with its own keys, on a real PostgreSQL of the session."""

import os
import uuid
from collections.abc import Callable
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from deploy.local.stack import Stack

_KEY = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())

# Nothing listens on port 1: a test that needs Valkey asks for it; the others show that pages do without it, and without
# the engine.
_ENVIRONMENT = {
    "QUIERO_SECRET_KEY": uuid.uuid4().hex,
    "QUIERO_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
    "QUIERO_VALKEY_URL": "redis://127.0.0.1:1/0",
    "QUIERO_ENGINE_ADDRESS": "127.0.0.1:1",
    "QUIERO_JWT_PRIVATE_KEY": _KEY.decode(),
    "QUIERO_GATEWAY_PUBLIC_URL": "https://gateway.example:8443",
}


def _set_up() -> None:
    import django
    from django.conf import settings

    with patch.dict(os.environ, _ENVIRONMENT | {"DJANGO_SETTINGS_MODULE": "web.settings"}):
        django.setup()
        settings.DATABASES["default"]["OPTIONS"].pop("pool")  # a test's connection is its own
        assert settings.configured


_set_up()


def _emptied_past_the_guards() -> None:
    """A test with transactions of its own is followed by a TRUNCATE of every table, which the ledger refuses."""
    from django.db import connection
    from django.test import TransactionTestCase

    empty = TransactionTestCase._fixture_teardown

    def emptied(case: TransactionTestCase) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET session_replication_role = replica")
            empty(case)
            cursor.execute("SET session_replication_role = DEFAULT")

    TransactionTestCase._fixture_teardown = emptied  # type: ignore[method-assign]


_emptied_past_the_guards()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(postgres_server: Stack) -> None:
    """Points pytest-django at the session's PostgreSQL, which no other process shares."""
    from django.db import connections

    url = urlsplit(postgres_server.env["QUIERO_DATABASE_URL"])
    place = {"HOST": url.hostname, "PORT": str(url.port), "USER": url.username, "PASSWORD": url.password}
    place["NAME"] = url.path.lstrip("/")
    connections.settings["default"].update(place)
    connections["default"].settings_dict.update(place)


@pytest.fixture
def registered() -> Callable[..., Any]:
    """Makes registered players."""
    from django.utils import timezone

    from web.accounts.models import Player

    def make(name: str = "Ana") -> Player:
        email = f"{uuid.uuid4().hex}@example.org"
        player: Player = Player.objects.create(
            name=name, email=email, guest=False, confirmed=True, adult_at=timezone.now()
        )
        return player

    return make
