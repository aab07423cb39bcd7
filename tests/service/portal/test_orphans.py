"""Held stakes without a match behind them go back by clock and worker, once tables was asked."""

import asyncio
import subprocess
import sys
import time
import uuid
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta

import grpc
import nats
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from deploy.local.environment import ROOT
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


@pytest.fixture
async def told(tables: Client) -> AsyncIterator[dict[str, int | None]]:
    """What tables says of matches, by match id; None where it does not answer."""
    stages: dict[str, int | None] = {}

    async def answer(message: Msg) -> None:
        about = MatchQuery.FromString(message.data)
        stage = stages.get(subjects.match_id(about.table_id, about.epoch))
        if stage is not None:
            await message.respond(MatchAnswer(stage=stage).SerializeToString())  # type: ignore[arg-type]

    subscription = await tables.subscribe("tables.match.*", cb=answer)
    await tables.flush()
    yield stages
    await subscription.unsubscribe()


async def test_stakes_go_back_only_where_tables_knows_of_no_match(
    portal: Stack, told: dict[str, int | None], query: Query, new_player: NewPlayer
) -> None:
    """Of four old holds one's match never began, one's runs, one's has ended, and of one tables says nothing."""
    stages = (MATCH_STAGE_NOT_BEGUN, MATCH_STAGE_RUNNING, MATCH_STAGE_ENDED, None)
    told |= {_hold(portal, new_player): stage for stage in stages}
    never, running, ended, silent = told
    waiting = "SELECT 1 FROM credits_hold WHERE asked_at < %s OR doubt IS NOT NULL"

    assert [_state(query, match_id) for match_id in told] == ["held"] * 4
    query("UPDATE credits_hold SET asked_at = now() - interval '11 minutes' WHERE match_id = ANY(%s)", [list(told)])
    made_old = datetime.now(UTC) - timedelta(minutes=5)
    until = time.monotonic() + PATIENCE_SECONDS
    while query(waiting, [made_old]):
        assert time.monotonic() < until
        await asyncio.sleep(0.1)

    assert _state(query, never) == "released"
    assert [_state(query, match_id) for match_id in (running, ended, silent)] == ["held"] * 3


async def test_check_ledger_asks_tables_whose_matches_run(
    portal: Stack, told: dict[str, int | None], new_player: NewPlayer
) -> None:
    running, gone = _hold(portal, new_player), _hold(portal, new_player)
    told |= {running: MATCH_STAGE_RUNNING, gone: MATCH_STAGE_ENDED}

    command, environment = [sys.executable, "-m", "web", "check_ledger", "--ask"], dict(portal.env_of("worker"))
    done = await asyncio.to_thread(
        subprocess.run, command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True
    )

    assert done.returncode == 1, done.stderr
    assert f"match {gone} does not run, and its stakes are held" in done.stdout and running not in done.stdout
