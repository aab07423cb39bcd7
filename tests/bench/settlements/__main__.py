"""`python -m tests.bench.settlements`: settlements a second, and what each costs. See ../README.md."""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import nats
import psutil
import psycopg
from nats.js.api import AckPolicy, ConsumerConfig, StorageType

from deploy.local.environment import ROOT
from deploy.local.stack import Stack
from services.common.subjects import (
    ALL_REPORTS,
    MATCHES_CONSUMER,
    REPORTS_CONSUMER,
    REPORTS_STREAM,
    STREAM,
    STREAM_SUBJECTS,
    terminal_records,
)
from tests.bench.settlements.records import Match, matches

AIM = 500
"""Settlements a second (issue 5.2)."""
TOGETHER = (1, 16, 64)


@dataclass(frozen=True)
class Line:
    """What was measured: so many settlements (or holds), seconds, and CPU seconds of Python, PostgreSQL and NATS."""

    what: str
    count: int
    seconds: float
    python: float
    postgres: float
    nats: float = 0.0

    def __str__(self) -> str:
        per = [f"{1e6 * cpu / self.count:7,.0f}" for cpu in (self.python, self.postgres, self.nats)]
        cpu = self.count / (self.python + self.postgres + self.nats)
        return f"{self.what:34} {self.count / self.seconds:8,.0f} {' '.join(per)} {cpu:10,.0f}"


def main() -> int:
    """Measures and prints; 1 where the whole transaction misses the aim."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1024, help="matches of each line")
    parser.add_argument("--players", type=int, default=400)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Stack(Path(folder), durable=True, tell=_tell) as stack:
        stack.start("nats", "postgres", "valkey", "migrate")
        asyncio.run(_make_stream(stack))
        players = _players(stack, options.players)
        print(f"{'':34} {'a second':>8} {'Python':>7} {'PG':>7} {'NATS':>7} {'a CPU-second':>12}   µs of CPU each")
        for together in TOGETHER:
            _ledger_alone(stack, players, options.matches, together)
        whole = _consumed(stack, players, options.matches)
    return int(whole.count / whole.seconds < AIM)


def _ledger_alone(stack: Stack, players: Sequence[uuid.UUID], count: int, together: int) -> None:
    played = list(matches(players, count, together))
    _in_process(stack, "open", "accounts opened", played)
    held = _in_process(stack, "hold", "holds", played)
    if together == TOGETHER[0]:
        print(held)
    print(_in_process(stack, "settle", f"ledger alone, {together} together", played, together))


def _consumed(stack: Stack, players: Sequence[uuid.UUID], count: int) -> Line:
    """The consumer's whole transaction, from the stream to the acknowledgement."""
    stack.start("consumer")
    played = list(matches(players, count, 7))
    _in_process(stack, "hold", "holds", played)
    consumer, server = psutil.Process(stack.pid("consumer")), psutil.Process(stack.pid("nats"))
    cpu = [_cpu(consumer), _postgres_cpu(stack), _cpu(server)]
    began = time.monotonic()
    asyncio.run(_publish(stack, played))
    _wait(stack, count)
    seconds = time.monotonic() - began
    spent = [_cpu(consumer) - cpu[0], _postgres_cpu(stack) - cpu[1], _cpu(server) - cpu[2]]
    line = Line("consumer, the whole transaction", count, seconds, *spent)
    print(line)
    return line


def _in_process(stack: Stack, act: str, what: str, played: Sequence[Match], together: int = 1) -> Line:
    """What a process of its own takes for it."""
    listed = [[match.id, [player.hex for player in match.players]] for match in played]
    order = json.dumps({"do": act, "together": together, "matches": listed})
    command, before = [sys.executable, "-m", "tests.bench.settlements.ledger"], _postgres_cpu(stack)
    done = subprocess.run(
        command, cwd=ROOT, env=dict(stack.env), input=order, check=True, stdout=subprocess.PIPE, text=True
    )
    told = json.loads(done.stdout.splitlines()[-1])
    return Line(what, len(played), told["seconds"], told["cpu"], _postgres_cpu(stack) - before)


def _players(stack: Stack, count: int) -> list[uuid.UUID]:
    players = [uuid.uuid4() for _ in range(count)]
    rows = [(player, f"{player.hex}@example.org") for player in players]
    with psycopg.connect(stack.env["QUIERO_DATABASE_URL"], autocommit=True) as connection:
        connection.cursor().executemany(
            "INSERT INTO accounts_player (id, password, name, avatar, email, guest, confirmed, bot, created_at,"
            " last_seen_at, is_superuser, adult_at)"
            " VALUES (%s, '!', 'Ana', 'mate', %s, false, true, false, now(), now(), false, now())",
            rows,
        )
    return players


async def _publish(stack: Stack, played: Sequence[Match]) -> None:
    client = await nats.connect(**stack.nats_options("tables"))
    jetstream = client.jetstream()
    for start in range(0, len(played), 64):
        chunk = played[start : start + 64]
        await asyncio.gather(*(jetstream.publish(match.subject, match.message) for match in chunk))
    await client.close()


def _wait(stack: Stack, count: int) -> None:
    with psycopg.connect(stack.env["QUIERO_DATABASE_URL"], autocommit=True) as connection:
        while connection.execute("SELECT count(*) FROM history_match").fetchone() != (count,):
            time.sleep(0.05)
        settled = (
            "SELECT count(*) FROM credits_hold h JOIN history_match m ON m.id = h.match_id WHERE state = 'settled'"
        )
        assert connection.execute(settled).fetchone() == (count,)


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system


def _postgres_cpu(stack: Stack) -> float:
    """Of the server and all its processes, those that have ended included."""
    server = psutil.Process(stack.pid("postgres"))
    times = server.cpu_times()
    ended = times.children_user + times.children_system
    return _cpu(server) + ended + sum(_cpu(child) for child in server.children(recursive=True))


def _tell(line: str) -> None:
    print(line, file=sys.stderr)


async def _make_stream(stack: Stack) -> None:
    """As tables makes it."""
    client = await nats.connect(**stack.nats_options("tables"))
    jetstream, explicit = client.jetstream(), AckPolicy.EXPLICIT
    await jetstream.add_stream(name=STREAM, subjects=list(STREAM_SUBJECTS), storage=StorageType.FILE)
    own = ConsumerConfig(durable_name=MATCHES_CONSUMER, filter_subjects=terminal_records(), ack_policy=explicit)
    await jetstream.add_consumer(STREAM, own)
    await jetstream.add_stream(name=REPORTS_STREAM, subjects=[ALL_REPORTS], storage=StorageType.FILE)
    reports = ConsumerConfig(durable_name=REPORTS_CONSUMER, ack_policy=explicit)
    await jetstream.add_consumer(REPORTS_STREAM, reports)
    await client.close()


if __name__ == "__main__":
    sys.exit(main())
