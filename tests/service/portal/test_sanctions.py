"""From the moderator's form to the player's stream, over the whole platform."""

import asyncio
import re
import subprocess
from collections.abc import AsyncIterator

import httpx
import pytest

from deploy.local.stack import Stack
from services.common.errors import Denied, TrucoError
from tests.service.gateway.faces import Guest, NativeFace
from tests.service.gateway.matches import SECONDS, leave, open_table, until_caught_up

_MODERATOR = """
from django.core.management import call_command
from django.test import Client
from web.accounts.services import create_test_account
player = create_test_account()
call_command("grant", player.pk.hex, "moderator")
client = Client()
client.force_login(player)
print("session", client.cookies["quiero_session"].value)
"""


@pytest.fixture
async def moderator(stack: Stack) -> AsyncIterator[httpx.AsyncClient]:
    """A moderator's browser."""
    command = [stack.env["LOCAL_PYTHON"], "-m", "web", "shell", "-c", _MODERATOR]
    env, root = dict(stack.env), stack.env["LOCAL_ROOT"]
    done = await asyncio.to_thread(
        subprocess.run, command, cwd=root, env=env, check=True, capture_output=True, text=True
    )
    cookies = {"quiero_session": done.stdout.split()[-1]}
    async with httpx.AsyncClient(base_url=f"http://{stack.address('PORTAL')}", cookies=cookies, timeout=30) as client:
        yield client


@pytest.fixture
async def ana(stack: Stack) -> AsyncIterator[Guest]:
    """A guest of the portal's at the gateway."""
    async with httpx.AsyncClient(base_url=f"http://{stack.address('PORTAL')}", timeout=30) as portal:
        told = (await portal.post("/api/guest", json={"name": "Ana"})).json()
    face = NativeFace(stack.address("GATEWAY_GRPC"))
    yield Guest(face, told["token"], told["player_id"])
    await face.close()


async def _do(moderator: httpx.AsyncClient, page: str, action: str, **fields: str) -> None:
    """Does an action with the form of a page."""
    shown = await moderator.get(page)
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', shown.text)
    assert token, shown.text
    posted = {f"{action}-{name}": value for name, value in fields.items()}
    posted |= {"action": action, "csrfmiddlewaretoken": token[1]}
    assert (await moderator.post(page, data=posted)).status_code == httpx.codes.FOUND


async def test_a_moderator_suspends_a_player_whose_stream_ends_and_lifts_it_again(
    moderator: httpx.AsyncClient, ana: Guest
) -> None:
    table_id = (await open_table(ana)).table.table_id
    stream = ana.watch()
    await until_caught_up(stream)

    page = f"/consola/accounts/player/{ana.player_id}/change/"
    await _do(moderator, page, "impose_sanction", kind="suspension", days="1", reason="Insultos", why="Se vio")
    with pytest.raises(TrucoError, match="SUSPENDED"):
        async with asyncio.timeout(SECONDS):
            async for _ in stream:
                pass
    with pytest.raises(Denied, match="SUSPENDED"):
        await leave(ana, table_id)

    shown = (await moderator.get(page)).text
    sanction = re.search(r"/consola/sanctions/sanction/\d+/change/", shown)
    assert sanction
    await _do(moderator, sanction[0], "lift_sanction", why="Se aclaró")
    async with asyncio.timeout(SECONDS):
        while True:
            try:
                await leave(ana, table_id)
                break
            except Denied:
                await asyncio.sleep(0.2)
