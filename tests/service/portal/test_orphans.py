"""Held stakes without a match behind them go back by clock and worker, once tables was asked."""

import asyncio
import time
import uuid
from collections.abc import AsyncIterator, Callable

import grpc
import nats
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from deploy.local.stack import Stack
from services.common import subjects
from tests.service.portal.conftest import Query
from truco.portal.v1 import portal_pb2, portal_pb2_grpc
from truco.tables.v1.tables_pb2 import (
    MATCH_STAGE_ENDED,
    MATCH_STAGE_NOT_BEGUN,
    MATCH_STAGE_RUNNING,
    MatchAnswer,
    MatchQuery,
)

PATIENCE_SECONDS = 30
NewPlayer = Callable[..., uuid.UUID]


@pytest.fixture
async def tables(portal: Stack) -> AsyncIterator[Client]:
    """A connection as tables, which this test answers for."""
    client = await nats.connect(**portal.nats_options("tables"))
    yield client
    await client.close()


def _hold(portal: Stack, new_player: NewPlayer) -> str:
    credits = portal_pb2_grpc.CreditsServiceStub(grpc.insecure_channel(portal.address("CREDITS")))
    stakes = [portal_pb2.Stake(player_id=new_player().hex, credits=10) for _ in range(2)]
    match_id = f"{uuid.uuid4().hex[:16]}-3"
    credits.HoldStakes(portal_pb2.HoldStakesRequest(match_id=match_id, stakes=stakes))
    return match_id


def _state(query: Query, match_id: str) -> str:
    ((state,),) = query("SELECT state FROM credits_hold WHERE match_id = %s", [match_id])
    return str(state)


async def test_stakes_go_back_only_where_tables_knows_of_no_match(
    portal: Stack, tables: Client, query: Query, new_player: NewPlayer
) -> None:
    """Of four old holds one's match never began, one's runs, one's has ended, and of one tables says nothing."""
    stages = (MATCH_STAGE_NOT_BEGUN, MATCH_STAGE_RUNNING, MATCH_STAGE_ENDED, None)
    told = {_hold(portal, new_player): stage for stage in stages}
    never, running, ended, silent = told
    asked: set[str] = set()

    async def answer(message: Msg) -> None:
        about = MatchQuery.FromString(message.data)
        match_id = subjects.match_id(about.table_id, about.epoch)
        asked.add(match_id)
        if (stage := told.get(match_id)) is not None:
            await message.respond(MatchAnswer(stage=stage).SerializeToString())

    await tables.subscribe("tables.match.*", cb=answer)
    await tables.flush()
    assert _state(query, never) == "held"
    query("UPDATE credits_hold SET asked_at = now() - interval '11 minutes' WHERE match_id = ANY(%s)", [list(told)])
    until = time.monotonic() + PATIENCE_SECONDS
    while asked < set(told) or _state(query, never) == "held":
        assert time.monotonic() < until, asked
        await asyncio.sleep(0.1)
    while query("SELECT 1 FROM credits_hold WHERE doubt IS NOT NULL AND match_id = ANY(%s)", [list(told)]):
        assert time.monotonic() < until
        await asyncio.sleep(0.1)

    assert _state(query, never) == "released"
    assert [_state(query, each) for each in (running, ended, silent)] == ["held"] * 3
