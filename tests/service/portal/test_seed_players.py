"""Accounts for tests: confirmed, with credits, and only where that is allowed."""

import json
import subprocess
import sys

import grpc
import httpx
import jwt

from deploy.local.environment import ROOT
from deploy.local.stack import Stack
from truco.portal.v1 import portal_pb2, portal_pb2_grpc


def _seed(portal: Stack, *options: str, allowed: bool) -> "subprocess.CompletedProcess[str]":
    environment = dict(portal.env) | ({"QUIERO_TEST_ACCOUNTS": "true"} if allowed else {})
    command = [sys.executable, "-m", "web", "seed_players", *options]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def test_seeded_players_are_confirmed_have_credits_and_come_back_by_their_secrets(portal: Stack) -> None:
    done = _seed(portal, "--count", "3", "--credits", "500", allowed=True)

    assert done.returncode == 0, done.stderr
    players = [json.loads(line) for line in done.stdout.splitlines()]
    credits = portal_pb2_grpc.CreditsServiceStub(grpc.insecure_channel(portal.address("CREDITS")))
    assert len({player["player_id"] for player in players}) == 3
    for player in players:
        claims = jwt.decode(player["token"], options={"verify_signature": False})
        assert (claims["sub"], claims["guest"], claims["confirmed"]) == (player["player_id"], False, True)
        balance = credits.GetBalance(portal_pb2.GetBalanceRequest(player_id=player["player_id"]))
        assert (balance.available, balance.held) == (500, 0)
    again = httpx.post(
        f"http://{portal.address('PORTAL')}/api/token", headers={"Authorization": f"Bearer {players[0]['secret']}"}
    )
    assert again.json()["player_id"] == players[0]["player_id"]


def test_where_it_is_not_allowed_nobody_is_made(portal: Stack) -> None:
    done = _seed(portal, allowed=False)

    assert done.returncode == 1 and not done.stdout
    assert "QUIERO_TEST_ACCOUNTS is not on" in done.stderr
