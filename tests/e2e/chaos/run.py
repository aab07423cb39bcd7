"""One run: people play while the platform breaks under them; then what is left is looked at."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import psycopg

from tests.e2e.chaos.faults import Fault, Faults, Weather
from tests.e2e.chaos.matches import Matches, People
from tests.harness.random_player import Log
from tests.harness.records import Stored, read_tables
from tests.harness.replicas import Platform

SETTINGS = {
    "QUIERO_TABLES_DEAL_PAUSE_MS": "200",
    "QUIERO_TABLES_PERROS_WINDOW_MS": "500",
    "QUIERO_GATEWAY_SEATINGS_PER_MINUTE": "1000",
    "QUIERO_TEST_ACCOUNTS": "true",
}
_MATCHES = "SELECT id, outcome, void_reason, record FROM history_match"
_HELD = "SELECT match_id FROM credits_hold WHERE state = 'held'"
_STORED_SECONDS = 60.0
_POLL_SECONDS = 0.5


@dataclass(frozen=True)
class InHistory:
    """A match as the portal has it."""

    outcome: str
    void_reason: str
    record: Any


@dataclass(frozen=True)
class Evidence:
    """What the players were told, what was done, and what is stored."""

    log: Log
    opened: Sequence[str]
    over: int
    """Matches that their players saw end."""
    tables: Mapping[str, Sequence[Stored]]
    history: Mapping[str, InHistory]
    held: Sequence[str]
    """Matches whose stakes are still held."""
    ledger: str
    """What is wrong in the books; empty when nothing is."""
    faults: Sequence[Fault]
    reopened: int
    """Watches."""
    seconds: float


async def run(data: Path, people: People, weather: Weather, rng: Random, limit: float) -> Evidence:
    """Plays all matches, or as many as end within `limit` seconds, and looks."""
    async with Platform(data, SETTINGS) as platform:
        matches = Matches(platform, people, rng)
        faults = Faults(platform, matches, weather, rng)
        begun = time.monotonic()
        # Matches that do not come to an end show in the evidence.
        with suppress(TimeoutError):
            async with asyncio.timeout(limit):
                await _until_over(matches, faults, people)
        seconds = time.monotonic() - begun
        await faults.thaw()
        return await _evidence(platform, matches, faults, seconds)


async def _until_over(matches: Matches, faults: Faults, people: People) -> None:
    moments = ("hold", "settlement") if people.stake else ("settlement",)
    breaking = [asyncio.create_task(work) for work in (faults.services(), faults.servers(people.matches, moments))]
    try:
        await matches.run()
    finally:
        for task in breaking:
            task.cancel()
        broken = [
            each for each in await asyncio.gather(*breaking, return_exceptions=True) if isinstance(each, Exception)
        ]
    for error in broken:
        raise error


async def _evidence(platform: Platform, matches: Matches, faults: Faults, seconds: float) -> Evidence:
    stack = platform.stack
    await asyncio.to_thread(stack.wait_until_well, "tables")
    await asyncio.to_thread(stack.wait_until_well, "consumer")
    tables = await read_tables(stack.nats_options("operator"))
    ended = sum(stored.ends_match for records in tables.values() for stored in records)
    history = await _history(stack.env["QUIERO_DATABASE_URL"], ended)
    return Evidence(
        matches.log,
        matches.opened,
        matches.over,
        tables,
        history,
        [match_id for (match_id,) in await _rows(stack.env["QUIERO_DATABASE_URL"], _HELD)],
        await _ledger(stack.env),
        faults.done,
        matches.reopened,
        seconds,
    )


async def _history(url: str, expected: int) -> Mapping[str, InHistory]:
    """The matches that the portal has, as soon as it has all."""
    until, rows = time.monotonic() + _STORED_SECONDS, await _rows(url, _MATCHES)
    while len(rows) < expected and time.monotonic() < until:
        await asyncio.sleep(_POLL_SECONDS)
        rows = await _rows(url, _MATCHES)
    return {match_id: InHistory(*rest) for match_id, *rest in rows}


async def _rows(url: str, query: str) -> list[tuple[Any, ...]]:
    async with await psycopg.AsyncConnection.connect(url) as connection:
        cursor = await connection.execute(query)
        return await cursor.fetchall()


async def _ledger(env: Mapping[str, str]) -> str:
    process = await asyncio.create_subprocess_exec(
        *(env["LOCAL_PYTHON"], "-m", "web", "check_ledger"),
        cwd=env["LOCAL_ROOT"],
        env=dict(env),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    told, _ = await process.communicate()
    return "" if process.returncode == 0 else told.decode()
