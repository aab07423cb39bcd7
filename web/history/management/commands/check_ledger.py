"""`python -m web check_ledger`: proves the books, or says what is wrong with them and ends with status 1."""

import asyncio
import sys
from argparse import ArgumentParser

from django.core.management import BaseCommand

from services.common.settings import load
from web.credits.books import open_holds
from web.history.books import findings, one_moment
from web.history.orphans import not_running
from web.settings.environment import WorkerSettings


class Command(BaseCommand):
    """Prints one line for each finding."""

    help = (
        "Checks that credits sum to zero, that every hold is closed or of a running match, and that balances are right."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to make of stakes that are held at the moment."""
        held = parser.add_mutually_exclusive_group()
        held.add_argument("--closed", action="store_true", help="nothing is being played: no stake may be held")
        held.add_argument(
            "--ask", action="store_true", help="ask tables whether their matches run; needs QUIERO_NATS_…"
        )

    def handle(self, *_args: object, closed: bool, ask: bool, **_options: object) -> None:
        """Checks."""
        with one_moment():
            found, held = list(findings()), open_holds()
        if closed:
            found += [f"match {match_id} has held stakes" for match_id in held]
        if ask and held:
            idle = asyncio.run(not_running(load(WorkerSettings), held))
            found += [f"match {match_id} does not run, and its stakes are held" for match_id in idle]
        for finding in found:
            self.stdout.write(finding)
        self.stdout.write(f"{len(found)} findings, {len(held)} matches with held stakes")
        if found:
            sys.exit(1)
