"""What time does to ratings, by Celery's clock: seasons are closed, and pairing hears of idle players' uncertainty."""

import asyncio
import time
import uuid
from collections.abc import AsyncIterator, Callable

import httpx
import nats
import pytest
from nats.js import JetStreamContext
from nats.js.errors import KeyNotFoundError

from deploy.local.stack import Stack
from services.common.subjects import STANDING_BUCKET
from tests.service.portal.conftest import Query
from truco.portal.v1.standing_pb2 import Standing

PATIENCE_SECONDS = 60
NewPlayer = Callable[..., uuid.UUID]


@pytest.fixture
async def jetstream(portal: Stack) -> AsyncIterator[JetStreamContext]:
    """JetStream, as tables."""
    client = await nats.connect(**portal.nats_options("tables"))
    yield client.jetstream()
    await client.close()


async def _sigma(jetstream: JetStreamContext, player: uuid.UUID) -> float:
    """As pairing knows it; 0 for what it was not told."""
    try:
        entry = await (await jetstream.key_value(STANDING_BUCKET)).get(player.hex)
    except KeyNotFoundError:
        return 0.0
    ratings = Standing.FromString(entry.value or b"").ratings
    return ratings[0].sigma if ratings else 0.0


def _idle(query: Query, player: uuid.UUID, weeks: int) -> None:
    query(
        "INSERT INTO ratings_rating (player_id, preset, seats, mu, sigma, games, updated)"
        " VALUES (%s, 'maestro', 2, 31, 3, 30, now() - make_interval(weeks => %s, hours => 1))",
        [player, weeks],
    )


async def test_pairing_hears_of_idle_players_and_of_no_others(
    jetstream: JetStreamContext, query: Query, new_player: NewPlayer
) -> None:
    idle, fresh = new_player(), new_player()
    _idle(query, fresh, 0)
    _idle(query, idle, 4)

    until = time.monotonic() + PATIENCE_SECONDS
    while not await _sigma(jetstream, idle):
        assert time.monotonic() < until
        await asyncio.sleep(0.1)

    assert await _sigma(jetstream, idle) == pytest.approx((9 + 4 * 1.25) ** 0.5)
    assert await _sigma(jetstream, fresh) == 0.0
    assert query("SELECT told_weeks FROM ratings_rating WHERE player_id = %s", [idle]) == [(4,)]


async def test_a_season_that_is_over_is_closed_and_its_board_kept(
    portal: Stack, query: Query, new_player: NewPlayer
) -> None:
    ana, beto = new_player(), new_player()
    season = 2020 * 4
    for player, mu in ((ana, 28), (beto, 33)):
        query(
            "INSERT INTO ratings_seasonrating"
            " (season, player_id, preset, seats, mu, sigma, games, wins, updated, listed)"
            " VALUES (%s, %s, 'estrella', 2, %s, 3, 25, 15, '2020-03-20T00:00Z', true)",
            [season, player, mu],
        )
    query(
        "INSERT INTO ratings_season (number, starts_at, ends_at) VALUES (%s, '2020-01-01T03:00Z', '2020-04-01T03:00Z')",
        [season],
    )

    until = time.monotonic() + PATIENCE_SECONDS
    while query("SELECT closed_at FROM ratings_season WHERE number = %s", [season]) == [(None,)]:
        assert time.monotonic() < until
        await asyncio.sleep(0.1)

    board = query("SELECT player_id, place FROM ratings_seasonrating WHERE season = %s ORDER BY place", [season])
    assert board == [(beto, 1), (ana, 2)]
    address = f"http://{portal.address('PORTAL')}/ranking/estrella/2/?temporada={season}"
    page = (await asyncio.to_thread(httpx.get, address)).text
    assert "Temporada cerrada" in page and page.index("1320") < page.index("1120")


def test_the_running_season_is_there(query: Query, portal: Stack) -> None:
    portal.wait_until_well("beat")
    until = time.monotonic() + PATIENCE_SECONDS
    while not query("SELECT 1 FROM ratings_season WHERE now() >= starts_at AND now() < ends_at AND closed_at IS NULL"):
        assert time.monotonic() < until
        time.sleep(0.1)
