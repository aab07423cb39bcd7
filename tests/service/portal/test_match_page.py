"""A finished match, from the stream to its player's page, told with what the engine says that each step brought."""

import json
import re
import time

import httpx
import nats

from deploy.local.stack import Stack
from services.common import subjects
from tests.unit.web.match_records import finished, player, record

PATIENCE_SECONDS = 30


async def test_a_match_reaches_its_players_page_with_points_and_declarations(portal: Stack) -> None:
    client, player_id = _guest(portal)
    match_id = f"{player_id[:16]}-1"
    written = record([player(0, player_id, "Ana"), player(1, "bot:a", "Bot", bot=True)], match_id=match_id)

    connection = await nats.connect(**portal.nats_options("tables"))
    await connection.jetstream().publish(subjects.record(player_id[:16], "finished"), finished(written))
    await connection.close()
    html = _page(client, match_id)

    assert "Nosotros +2 por ganar la mano" in html and "Nosotros +2 por el envido" in html
    assert re.search(r"<b>Bot</b>\s*<q>7</q>", html) and re.search(r"<b>Ana</b>\s*<q>31</q>", html)
    assert "<b>4</b> – 0" in html


def _guest(portal: Stack) -> tuple[httpx.Client, str]:
    """A browser with a new guest's session, and the guest's id."""
    client = httpx.Client(base_url=f"http://{portal.address('PORTAL')}", timeout=10, follow_redirects=True)
    csrf = client.get("/").text.split('name="csrfmiddlewaretoken" value="', 1)[1].split('"', 1)[0]
    lobby = client.post("/entrar/", data={"csrfmiddlewaretoken": csrf}).text
    config = lobby.split('<script id="quiero-config" type="application/json">', 1)[1].split("</script>", 1)[0]
    return client, json.loads(config)["playerId"]


def _page(client: httpx.Client, match_id: str) -> str:
    until = time.monotonic() + PATIENCE_SECONDS
    while (answer := client.get(f"/historial/{match_id}/")).status_code == 404 and time.monotonic() < until:
        time.sleep(0.1)
    return answer.raise_for_status().text
