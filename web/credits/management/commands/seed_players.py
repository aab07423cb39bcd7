"""`python -m web seed_players`: confirmed accounts with credits, for tests, chaos and demonstrations.

Prints one JSON line each: player_id, name, secret, token, expires_at, as `POST /api/guest` answers.
"""

import json
from argparse import ArgumentParser

from django.core.management import BaseCommand, CommandError
from django.db import transaction

from web.accounts import services as accounts
from web.accounts.access_tokens import issue_secret
from web.credits import services as credits
from web.settings.environment import environment


class Command(BaseCommand):
    """Makes accounts out of nothing, so it needs to be allowed."""

    help = "Makes confirmed players with credits and prints their secrets as JSON lines; needs QUIERO_TEST_ACCOUNTS."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many, and what each begins with."""
        parser.add_argument("--count", type=int, default=1)
        parser.add_argument("--credits", type=int, default=500)

    def handle(self, *_args: object, count: int, credits: int, **_options: object) -> None:
        """Makes all of them, or none."""
        if not environment().test_accounts:
            raise CommandError("QUIERO_TEST_ACCOUNTS is not on: accounts out of nothing are for tests only")
        if count < 1 or credits < 0:
            raise CommandError("--count must be at least 1 and --credits at least 0")
        with transaction.atomic():
            lines = [json.dumps(_account(credits), ensure_ascii=False) for _ in range(count)]
        self.stdout.write("\n".join(lines))


def _account(amount: int) -> dict[str, object]:
    player = accounts.create_test_account()
    credits.open_account(player.id, amount)
    token = accounts.token_for(player)
    return {
        "player_id": player.id.hex,
        "name": player.name,
        "secret": issue_secret(player),
        "token": token.text,
        "expires_at": token.expires_at,
    }
