"""Accounts with credits, signed in: what a browser test cannot make by itself while there is no registration."""

import json
import subprocess

from deploy.local.stack import Stack

_SIGN_IN = """
from django.test import Client
from web.accounts.models import Player
client = Client()
client.force_login(Player.objects.get(pk="{player_id}"))
print("session", client.cookies["quiero_session"].value)
"""


def session_of_account(stack: Stack, credits: int) -> str:
    """The session cookie of a new confirmed player with that many credits."""
    (line,) = _web(stack, "seed_players", "--count=1", f"--credits={credits}").splitlines()
    told = _web(stack, "shell", "-c", _SIGN_IN.format(player_id=json.loads(line)["player_id"]))
    return told.split()[-1]


def _web(stack: Stack, *command: str) -> str:
    env = {**stack.env, "QUIERO_TEST_ACCOUNTS": "true"}
    arguments = [stack.env["LOCAL_PYTHON"], "-m", "web", *command]
    done = subprocess.run(arguments, cwd=stack.env["LOCAL_ROOT"], env=env, check=True, capture_output=True, text=True)
    return done.stdout
