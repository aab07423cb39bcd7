"""What a player reports is with the moderators, through the whole platform."""

import asyncio
import os
import subprocess
import sys

from deploy.local.environment import ROOT
from deploy.local.stack import Stack
from quiero.account import Account
from quiero.client import Client
from truco.play.v1 import play_pb2

SECONDS = 30.0


async def test_an_insult_is_said_reported_and_read(stack: Stack) -> None:
    portal, gateway = f"http://{stack.address('PORTAL')}", stack.address("GATEWAY_GRPC")
    ana, beto = [await Account.new_guest(portal, name) for name in ("Ana", "Beto")]
    async with Client(gateway, ana) as at_ana, Client(gateway, beto) as at_beto:
        table_id = (await at_ana.open_table("maestro", 2)).table.table_id
        await at_beto.join_table(table_id)
        insult = play_pb2.SayRequest(table_id=table_id, table_text="sos un queso")
        await at_beto.call(lambda stub: stub.Say, insult)
        about = play_pb2.ReportRequest(
            table_id=table_id, seat=1, cause=play_pb2.REPORT_CAUSE_ABUSE, text="me dijo queso"
        )
        report_id = (await at_ana.call(lambda stub: stub.Report, about)).report_id

    shown = ""
    async with asyncio.timeout(SECONDS):
        while "queso" not in shown:
            shown = await asyncio.to_thread(_run, stack, "reports", report_id)
    assert "[0] Ana → [1] Beto: me dijo queso" in shown and "[1] Beto (a todos): sos un queso" in shown
    assert f'"match_id": "{table_id}-1"' in shown and '"cards": [' in shown, "the hand as Ana saw it"
    assert report_id in await asyncio.to_thread(_run, stack, "reports")
    assert "[1] Beto (a todos): sos un queso" in await asyncio.to_thread(_run, stack, "talk", table_id)


def _run(stack: Stack, *command: str) -> str:
    """What a moderator's command writes; nothing while it fails."""
    options = stack.nats_options("moderator")
    env = {**os.environ, **stack.env, "QUIERO_NATS_USER": "moderator", "QUIERO_NATS_PASSWORD": options["password"]}
    arguments = [sys.executable, "-m", "web", *command]
    return subprocess.run(arguments, env=env, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False).stdout
