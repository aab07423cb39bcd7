"""`python -m web seed_history --matches 1000000`: a history to measure by, or to show."""

import time
from argparse import ArgumentParser

from django.core.management import BaseCommand, CommandError

from web.accounts import services as accounts
from web.history.seeding.history import Person, Seeding
from web.settings.environment import environment

MATCHES_A_PLAYER = 40


class Command(BaseCommand):
    """Makes accounts and matches out of nothing, so it needs to be allowed."""

    help = "Seeds finished matches of made-up players, two years of them; needs QUIERO_TEST_ACCOUNTS."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many matches, and of how many the whole record."""
        parser.add_argument("--matches", type=int, default=1_000_000)
        parser.add_argument("--records", type=int, default=20_000, help="the latest so many have their record")
        parser.add_argument(
            "--seed", type=int, default=1, help="what is drawn by chance; the same once more is refused"
        )

    def handle(self, *_args: object, matches: int, records: int, seed: int, **_options: object) -> None:
        """Makes all of them, or none."""
        if not environment().test_accounts:
            raise CommandError("QUIERO_TEST_ACCOUNTS is not on: matches out of nothing are for tests only")
        if matches < 1 or records < 0:
            raise CommandError("--matches must be at least 1 and --records at least 0")
        began = time.monotonic()
        made = accounts.create_test_accounts(max(matches // MATCHES_A_PLAYER, 12))
        Seeding([Person(player.id, player.name) for player in made], matches, records, seed).run()
        self.stdout.write(f"{matches} matches of {len(made)} players in {time.monotonic() - began:.0f} s")
        self.stdout.write(f"the busiest: {made[0].id.hex}")
