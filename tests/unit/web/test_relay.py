"""What changed reaches NATS KV, and never an older state over a newer one."""

import asyncio
import time
import uuid
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from typing import Any

import nats
import pytest
from nats.js import JetStreamContext
from nats.js.errors import KeyNotFoundError

from deploy.local.stack import Stack
from services.common.errors import Unreachable
from services.common.subjects import STANDING_BUCKET
from web.common.database import on_thread
from web.outbox import services as outbox
from web.relay.relay import Relay

pytestmark = pytest.mark.django_db(transaction=True)

BUCKET = STANDING_BUCKET


class Truth:
    """What the database would say, by key."""

    def __init__(self) -> None:
        self.states: dict[str, bytes] = {}

    def __call__(self, keys: Collection[str]) -> Mapping[str, bytes]:
        return {key: self.states[key] for key in keys if key in self.states}


class Frozen:
    """A JetStream that holds every publish back until it is thawed, as a process that was stopped in between."""

    def __init__(self, js: JetStreamContext) -> None:
        self._js = js
        self.reached, self.thawed = asyncio.Event(), asyncio.Event()

    async def publish(self, *arguments: Any, **options: Any) -> Any:
        self.reached.set()
        await self.thawed.wait()
        return await self._js.publish(*arguments, **options)


@pytest.fixture
async def tables(nats_server: Stack) -> AsyncIterator[JetStreamContext]:
    """JetStream as tables, which makes the bucket and reads it."""
    client = await nats.connect(**nats_server.nats_options("tables"))
    await client.jetstream().create_key_value(bucket=BUCKET, direct=True)
    yield client.jetstream()
    await client.jetstream().delete_key_value(BUCKET)
    await client.close()


@pytest.fixture
async def portal(nats_server: Stack) -> AsyncIterator[JetStreamContext]:
    """JetStream as the portal, which may only write."""
    client = await nats.connect(**nats_server.nats_options("portal"))
    yield client.jetstream()
    await client.close()


async def _announce(*keys: str) -> None:
    await on_thread(outbox.announce, BUCKET, keys)


async def _value(tables: JetStreamContext, key: str) -> bytes | None:
    return (await (await tables.key_value(BUCKET)).get(key)).value


async def _until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < until
        await asyncio.sleep(0.02)


async def _publish_all(relay: Relay) -> None:
    while await relay.step():
        pass


async def test_what_was_announced_is_published_and_then_forgotten(
    tables: JetStreamContext, portal: JetStreamContext
) -> None:
    truth = Truth()
    relay = Relay(portal, {BUCKET: truth})
    truth.states |= {"a": b"1", "b": b"2"}

    await _announce("a", "b", "a")
    await _publish_all(relay)

    assert (await _value(tables, "a"), await _value(tables, "b")) == (b"1", b"2")
    assert await on_thread(outbox.waiting, 9, [BUCKET]) == {}


@pytest.mark.usefixtures("tables")
async def test_an_announcement_that_is_rolled_back_is_none(portal: JetStreamContext) -> None:
    from django.db import transaction

    def announce_in_vain() -> None:
        with transaction.atomic():
            outbox.announce(BUCKET, ["a"])
            transaction.set_rollback(True)

    await on_thread(announce_in_vain)

    assert not await Relay(portal, {BUCKET: Truth()}).step()


async def test_a_new_relay_writes_over_what_another_wrote_though_it_may_not_read(
    tables: JetStreamContext, portal: JetStreamContext
) -> None:
    truth = Truth()
    for state in (b"1", b"2", b"3"):
        truth.states["a"] = state
        await _announce("a")
        await _publish_all(Relay(portal, {BUCKET: truth}))

    assert await _value(tables, "a") == b"3"


async def test_what_is_gone_is_deleted(tables: JetStreamContext, portal: JetStreamContext) -> None:
    truth = Truth()
    relay = Relay(portal, {BUCKET: truth})
    truth.states["a"] = b"1"
    await _announce("a")
    await _publish_all(relay)

    truth.states.clear()
    await _announce("a")
    await _publish_all(relay)

    with pytest.raises(KeyNotFoundError):
        await _value(tables, "a")


@pytest.mark.parametrize("known", [False, True])
async def test_a_thawed_relay_does_not_write_an_older_state_over_a_newer_one(
    tables: JetStreamContext, portal: JetStreamContext, known: bool
) -> None:
    """It has read the old state when it freezes; another publishes the new one meanwhile."""
    truth = Truth()
    frozen = Frozen(portal)
    stale, other = Relay(frozen, {BUCKET: truth}), Relay(portal, {BUCKET: truth})  # type: ignore[arg-type]
    if known:
        truth.states["a"] = b"first"
        frozen.thawed.set()
        await _announce("a")
        await _publish_all(stale)
        frozen.reached.clear()
        frozen.thawed.clear()
    truth.states["a"] = b"old"
    await _announce("a")
    late = asyncio.create_task(stale.step())
    await frozen.reached.wait()

    truth.states["a"] = b"new"
    await _announce("a")
    await _publish_all(other)
    frozen.thawed.set()
    await late
    assert await _value(tables, "a") == b"new"
    await _publish_all(stale)

    assert await _value(tables, "a") == b"new"


async def test_a_change_while_its_key_is_being_published_is_published_too(
    tables: JetStreamContext, portal: JetStreamContext
) -> None:
    truth = Truth()
    frozen = Frozen(portal)
    relay = Relay(frozen, {BUCKET: truth})  # type: ignore[arg-type]
    truth.states["a"] = b"old"
    await _announce("a")
    step = asyncio.create_task(relay.step())
    await frozen.reached.wait()

    truth.states["a"] = b"new"
    await _announce("a")
    frozen.thawed.set()
    await step
    await _publish_all(relay)

    assert await _value(tables, "a") == b"new"


async def test_without_its_bucket_it_says_so_and_keeps_what_waits(nats_server: Stack) -> None:
    client = await nats.connect(**nats_server.nats_options("portal"))
    relay = Relay(client.jetstream(), {BUCKET: Truth()})
    await _announce("a")
    stopping = asyncio.Event()
    running = asyncio.create_task(relay.run(stopping))

    await _until(lambda: relay.fault() is not None)
    assert "no bucket standing" in (relay.fault() or "")
    assert len(await on_thread(outbox.waiting, 9, [BUCKET])) == 1

    operator = await nats.connect(**nats_server.nats_options("tables"))
    await operator.jetstream().create_key_value(bucket=BUCKET, direct=True)
    await _until(lambda: relay.fault() is None)
    stopping.set()
    await running
    assert await on_thread(outbox.waiting, 9, [BUCKET]) == {}
    await operator.jetstream().delete_key_value(BUCKET)
    await operator.close()
    await client.close()


async def test_hundreds_of_keys_go_out_in_batches(tables: JetStreamContext, portal: JetStreamContext) -> None:
    truth = Truth()
    truth.states = {uuid.uuid4().hex: str(number).encode() for number in range(600)}
    await _announce(*truth.states)

    await _publish_all(Relay(portal, {BUCKET: truth}))

    bucket = await tables.key_value(BUCKET)
    assert (await bucket.status()).values == 600


@pytest.mark.usefixtures("tables")
async def test_a_database_that_is_away_is_told_apart(monkeypatch: pytest.MonkeyPatch, portal: JetStreamContext) -> None:
    from django.db import OperationalError

    def away(*_: object) -> None:
        raise OperationalError("away")

    monkeypatch.setattr(outbox, "waiting", away)

    with pytest.raises(Unreachable):
        await Relay(portal, {BUCKET: Truth()}).step()


Registered = Callable[..., Any]


async def test_a_players_standing_is_ratings_blocks_and_recent_rivals(registered: Registered) -> None:
    from tests.unit.web.match_records import finished, player, record
    from truco.portal.v1.standing_pb2 import Standing
    from web.accounts import services as accounts
    from web.history.messages import store
    from web.relay.standings import players, standings

    def written() -> tuple[str, str, str, Mapping[str, bytes], set[str]]:
        ana, beto, caro = (registered(name) for name in ("Ana", "Beto", "Caro"))
        accounts.block(ana, caro.id)
        seated = [player(0, ana.id.hex, "Ana", guest=False), player(1, beto.id.hex, "Beto", guest=False)]
        match = record(seated)
        match["match"]["ranked"] = True
        match["times"]["finished_ms"] = now_ms
        store("table.7.x.finished", finished(match))
        keys = [each.id.hex for each in (ana, beto, caro)]
        return (*keys, standings(keys), {each.hex for each in players()})  # type: ignore[return-value]

    now_ms = time.time_ns() // 1_000_000
    ana, beto, caro, found, everybody = await on_thread(written)

    standing = Standing.FromString(found[ana])
    assert [(each.preset, each.seats, each.games) for each in standing.ratings] == [("maestro", 2, 1)]
    assert standing.ratings[0].mu > 25
    assert list(standing.blocked) == [caro]
    assert [(each.player_id, each.ended_ms) for each in standing.rivals] == [(beto, now_ms)]
    assert not Standing.FromString(found[beto]).blocked, "only whom this player blocked"
    assert caro not in found
    assert everybody == {ana, beto}
    assert set(await on_thread(outbox.waiting, 9, [BUCKET])) == {outbox.Key(BUCKET, key) for key in (ana, beto)}


def test_rivals_are_those_of_the_other_team_of_late_the_latest_first(registered: Registered) -> None:
    from tests.unit.web.match_records import finished, player, record
    from truco.portal.v1.standing_pb2 import Standing
    from web.history.messages import store
    from web.relay.standings import standings

    ana, *others = (registered(f"P{number}") for number in range(14))
    now_ms = time.time_ns() // 1_000_000

    def play(minutes_ago: int, *players: Any) -> None:
        seated = [player(seat, each.id.hex, each.name, guest=False) for seat, each in enumerate(players)]
        match = record(seated, match_id=f"{uuid.uuid4().hex[:16]}-1")
        match["times"]["finished_ms"] = now_ms - minutes_ago * 60_000
        store("table.7.x.finished", finished(match))

    play(31, ana, others[12])
    play(29, ana, others[0], others[1], others[2])
    for minutes_ago in range(9):
        play(minutes_ago, others[3 + minutes_ago], ana)
    play(5, ana, others[0])

    rivals = Standing.FromString(standings([ana.id.hex])[ana.id.hex]).rivals

    latest = [others[number] for number in (3, 4, 5, 6, 7, 8, 0, 9, 10, 11)]
    assert sorted(each.player_id for each in rivals) == sorted(each.id.hex for each in latest), (
        "no partner, ten at most"
    )
    ended = [each.ended_ms for each in rivals]
    assert ended == sorted(ended, reverse=True)
    assert {each.player_id: each.ended_ms for each in rivals}[others[0].id.hex] == now_ms - 5 * 60_000
