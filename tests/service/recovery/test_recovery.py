"""A platform that was saved twice, and comes back with its database of one moment and its streams of the other."""

import asyncio
import json
import shutil
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from deploy.local.environment import ROOT
from deploy.local.stack import Stack
from deploy.recovery import backup
from deploy.recovery.errors import RecoveryError
from quiero import Account, Client
from truco.play.v1.play_pb2 import TABLE_STATUS_PLAYING
from truco.rules.v1.rules_pb2 import Options

CREDITS = 500
SECONDS = 60
STAKES = {"before": 10, "between": 25, "through": 50, "late": 100, "short": 250}
"""Of a match that ends before both moments, one that ends between them, one that runs at both, one that begins between
them and runs at the later one, and one that begins and ends between them."""


@dataclass
class Pair:
    """Two who play a match, the first of whom leaves it."""

    stake: int
    secrets: list[str]
    player_ids: list[str]
    table_id: str = ""


@dataclass
class Saved:
    """Both backups, and who played what."""

    secrets: Path
    early: Path
    late: Path
    pairs: dict[str, Pair]


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Saved]:
    """The platform's life until the later backup."""
    folder = tmp_path_factory.mktemp("recovery")
    with Stack(folder / "first") as stack:
        stack.start()
        players = _players(stack, 2 * len(STAKES))
        pairs = {name: Pair(stake, *next(players)) for name, stake in STAKES.items()}
        early, late = folder / "early", folder / "late"
        asyncio.run(_play(stack, pairs, begin=["before", "between", "through"], end=["before"]))
        _await_matches(stack, 1)
        backup.save(stack.env, early, print)
        asyncio.run(_play(stack, pairs, begin=["late", "short"], end=["between", "short"]))
        _await_matches(stack, 3)
        backup.save(stack.env, late, print)
        yield Saved(folder / "first" / "secrets.env", early, late, pairs)


def test_what_ended_after_the_database_was_saved_comes_from_the_streams(saved: Saved, tmp_path: Path) -> None:
    told = list[str]()
    with _restored(saved, tmp_path, told, database=saved.early, streams=saved.late) as stack:
        late = saved.pairs["late"].table_id
        assert f"match {late}-1: its stakes are held again" in told
        _await_matches(stack, 3)
        _check_books(stack)
        asyncio.run(_play(stack, saved.pairs, begin=[], end=["through", "late"]))
        _await_matches(stack, 5)
        _check_books(stack)
        for pair in saved.pairs.values():
            assert _balances(stack, pair) == [CREDITS - pair.stake, CREDITS + pair.stake]


def test_what_the_streams_do_not_know_stays_as_the_database_has_it(saved: Saved, tmp_path: Path) -> None:
    told = list[str]()
    with _restored(saved, tmp_path, told, database=saved.late, streams=saved.early) as stack:
        between, late = saved.pairs["between"].table_id, saved.pairs["late"].table_id
        assert f"table {between} is behind the database, where match 1 has ended: taken away" in told
        assert f"match {late}-1 is not in the stream: its stakes are given back" in told
        _check_books(stack)
        asyncio.run(_play(stack, saved.pairs, begin=[], end=["through"]))
        _await_matches(stack, 4)
        _check_books(stack)
        for name, pair in saved.pairs.items():
            won = 0 if name == "late" else pair.stake
            assert _balances(stack, pair) == [CREDITS - won, CREDITS + won], (name, told)


def test_a_restore_of_one_moment_differs_in_nothing(saved: Saved, tmp_path: Path) -> None:
    told = list[str]()
    with _restored(saved, tmp_path, told, database=saved.late, streams=saved.late) as stack:
        assert "5 tables, 0 differences put right, 0 left" in told
        _check_books(stack)


def test_nothing_is_replaced_unasked_nor_under_a_running_platform(saved: Saved, tmp_path: Path) -> None:
    with _servers(saved, tmp_path) as stack:
        backup.restore(stack.env, saved.late, saved.late, print, replace=False)
        with pytest.raises(RecoveryError, match="there is data already"):
            backup.restore(stack.env, saved.late, saved.late, print, replace=False)
        backup.restore(stack.env, saved.late, saved.late, print, replace=True)
        stack.start("engine", "tables")
        with pytest.raises(RecoveryError, match="tables is running"):
            backup.restore(stack.env, saved.late, saved.late, print, replace=True)


def test_a_backup_that_is_damaged_or_of_another_key_is_refused(saved: Saved, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged"
    shutil.copytree(saved.late, damaged)
    (damaged / "streams" / "TABLES.tar.s2").write_bytes(b"something else")
    with _servers(saved, tmp_path) as stack:
        with pytest.raises(RecoveryError, match=r"streams/TABLES\.tar\.s2 is not what was saved"):
            backup.restore(stack.env, saved.late, damaged, print, replace=False)
        with pytest.raises(RecoveryError, match="is not a whole backup"):
            backup.restore(stack.env, tmp_path, saved.late, print, replace=False)
        other = {**stack.env, "QUIERO_ENGINE_STATE_KEY": "0" * 64}
        with pytest.raises(RecoveryError, match="QUIERO_ENGINE_STATE_KEY is not that of the backup"):
            backup.restore(other, saved.late, saved.late, print, replace=False)


def _servers(saved: Saved, folder: Path) -> Stack:
    """Empty servers that have the secrets of the first."""
    (folder / "stack").mkdir()
    shutil.copy(saved.secrets, folder / "stack" / "secrets.env")
    stack = Stack(folder / "stack", overrides={"QUIERO_TABLES_VOID_OUTAGE_SECONDS": "3600"})
    stack.start("nats", "postgres")
    return stack


def _restored(saved: Saved, folder: Path, told: list[str], *, database: Path, streams: Path) -> Stack:
    """Another platform, restored and started."""
    stack = _servers(saved, folder)
    assert backup.restore(stack.env, database, streams, told.append, replace=False)
    stack.start()
    return stack


def _players(stack: Stack, count: int) -> Iterator[tuple[list[str], list[str]]]:
    """Pairs of players with credits: their secrets and their ids."""
    done = _web(stack, "seed_players", f"--count={count}", f"--credits={CREDITS}")
    made = [json.loads(line) for line in done.splitlines()]
    for one, other in zip(made[::2], made[1::2], strict=True):
        yield [one["secret"], other["secret"]], [one["player_id"], other["player_id"]]


def _web(stack: Stack, *arguments: str) -> str:
    environment = {**stack.env_of("worker"), "QUIERO_TEST_ACCOUNTS": "true"}
    command = [sys.executable, "-m", "web", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


async def _play(stack: Stack, pairs: dict[str, Pair], begin: Sequence[str], end: Sequence[str]) -> None:
    """Begins some matches; ends others by the first player's leaving."""
    portal, gateway = f"http://{stack.address('PORTAL')}", stack.address("GATEWAY_GRPC")
    async with AsyncExitStack() as open_clients, asyncio.timeout(SECONDS):
        for name in dict.fromkeys([*begin, *end]):
            pair = pairs[name]
            one, other = [
                await open_clients.enter_async_context(Client(gateway, await Account.of(portal, secret)))
                for secret in pair.secrets
            ]
            if name in begin:
                opened = await one.open_table("maestro", seats=2, stake=pair.stake, options=Options(target=15))
                pair.table_id = opened.table.table_id
                await other.join_table(pair.table_id)
                async for update in other.updates(pair.table_id):
                    if update.table.status == TABLE_STATUS_PLAYING:
                        break
            if name in end:
                await one.leave_table(pair.table_id)


def _await_matches(stack: Stack, count: int) -> None:
    """Waits until so many matches are in the history."""
    until = time.monotonic() + SECONDS
    with psycopg.connect(stack.env["QUIERO_DATABASE_URL"], autocommit=True) as connection:
        while (found := connection.execute("SELECT count(*) FROM history_match").fetchone()) != (count,):
            assert time.monotonic() < until, found
            time.sleep(0.1)


def _balances(stack: Stack, pair: Pair) -> list[int]:
    """What each of a pair can stake."""
    with psycopg.connect(stack.env["QUIERO_DATABASE_URL"]) as connection:
        rows = connection.execute(
            "SELECT sum(p.credits) FROM credits_account a JOIN credits_posting p ON p.account_id = a.id"
            " WHERE a.kind = 'available' AND a.player_id = ANY(%s) GROUP BY a.player_id ORDER BY 1",
            [[uuid.UUID(player_id) for player_id in pair.player_ids]],
        )
        return [int(credits) for (credits,) in rows.fetchall()]


def _check_books(stack: Stack) -> None:
    """Everything stands where it belongs, and what is held is of matches that run."""
    assert "0 findings" in _web(stack, "check_ledger", "--ask")
