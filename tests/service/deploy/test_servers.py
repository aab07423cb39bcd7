"""The servers of the local platform are real, guarded, and keep what they were given."""

from pathlib import Path

import nats
import nats.errors
import psycopg
import pytest
import redis

from deploy.local.stack import Stack


async def test_nats_refuses_a_wrong_password(nats_server: Stack) -> None:
    options = {**nats_server.nats_options("tables"), "password": "guess"}
    with pytest.raises(nats.errors.Error, match="Authorization"):
        await nats.connect(**options, allow_reconnect=False, max_reconnect_attempts=0)


async def test_streams_from_before_there_were_accounts_are_kept(tmp_path: Path) -> None:
    with Stack(tmp_path / "stack") as stack:
        stack.start("nats")
        async with await nats.connect(**stack.nats_options("tables")) as tables:
            await tables.jetstream().add_stream(name="TABLES", subjects=["table.>"])
            await tables.jetstream().publish("table.1.a.open", b"record")
    kept = tmp_path / "stack" / "nats" / "jetstream"
    (kept / "TABLES").rename(kept / "$G")
    with Stack(tmp_path / "stack") as stack:
        stack.start("nats")
        async with await nats.connect(**stack.nats_options("tables")) as tables:
            assert (await tables.jetstream().get_last_msg("TABLES", "table.1.a.open")).data == b"record"


def test_postgres_is_18_and_empty(postgres: str) -> None:
    with psycopg.connect(postgres) as connection:
        assert connection.info.server_version // 10_000 == 18
        tables = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    assert tables == (0,)


def test_postgres_refuses_a_wrong_password(postgres: str) -> None:
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(postgres, password="guess")


def test_valkey_asks_for_its_password(valkey: str) -> None:
    with redis.Redis.from_url(valkey) as client:
        assert client.ping()
    without = "redis://127.0.0.1:" + valkey.rpartition(":")[2]
    with redis.Redis.from_url(without) as client, pytest.raises(redis.AuthenticationError):
        client.ping()
