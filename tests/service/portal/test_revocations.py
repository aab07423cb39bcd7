"""A revocation goes from the portal's database to NATS, whatever dies on the way, and out again after a loss."""

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator

import httpx
import jwt
import nats
import pytest
from nats.js import JetStreamContext
from nats.js.errors import KeyNotFoundError

from deploy.local.environment import ROOT
from deploy.local.stack import Stack
from services.common.subjects import REVOKED_BUCKET
from truco.portal.v1.revocation_pb2 import Revocation

SECONDS = 60


@pytest.fixture
async def jetstream(portal: Stack) -> AsyncIterator[JetStreamContext]:
    """JetStream, as tables."""
    client = await nats.connect(**portal.nats_options("tables"))
    yield client.jetstream()
    await client.close()


def _guest(portal: Stack) -> tuple[str, dict[str, object]]:
    """A guest's player id and the claims of its token."""
    answer = httpx.post(f"http://{portal.address('PORTAL')}/api/guest").json()
    return answer["player_id"], jwt.decode(answer["token"], options={"verify_signature": False})


def _run(portal: Stack, *command: str) -> None:
    done = [sys.executable, "-m", "web", *command]
    subprocess.run(done, cwd=ROOT, env=dict(portal.env), check=True, capture_output=True)


def _revoke(portal: Stack, player_id: str) -> None:
    """As the accounts' service does, in a process of its own."""
    code = f"import uuid; from web.accounts.revocations import revoke; revoke(uuid.UUID({player_id!r}))"
    _run(portal, "shell", "-v", "0", "-c", code)


async def _published(jetstream: JetStreamContext, player_id: str) -> Revocation:
    until = time.monotonic() + SECONDS
    bucket = await jetstream.key_value(REVOKED_BUCKET)
    while True:
        try:
            return Revocation.FromString((await bucket.get(player_id)).value or b"")
        except KeyNotFoundError:
            assert time.monotonic() < until
            await asyncio.sleep(0.1)


async def test_a_revocation_reaches_nats_though_the_relay_was_dead(portal: Stack, jetstream: JetStreamContext) -> None:
    player_id, claims = await asyncio.to_thread(_guest, portal)
    await asyncio.to_thread(portal.kill9, "relay")

    await asyncio.to_thread(_revoke, portal, player_id)

    told = await _published(jetstream, player_id)
    assert told.subject == player_id
    assert told.before >= int(str(claims["iat"]))


async def test_after_the_loss_of_natss_data_it_is_published_again(portal: Stack, jetstream: JetStreamContext) -> None:
    player_id, _ = await asyncio.to_thread(_guest, portal)
    await asyncio.to_thread(_revoke, portal, player_id)
    first = await _published(jetstream, player_id)
    await jetstream.delete_key_value(REVOKED_BUCKET)
    await jetstream.create_key_value(bucket=REVOKED_BUCKET, direct=True)

    await asyncio.to_thread(_run, portal, "publish_standings")

    assert (await _published(jetstream, player_id)).before >= first.before
