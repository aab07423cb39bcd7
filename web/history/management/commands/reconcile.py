"""`python -m web reconcile <survey>`: what differs between the database and NATS's streams after a restore."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path

from django.core.management import BaseCommand

from web.history.recovery import reconcile


class Command(BaseCommand):
    """Prints a line for each difference, and writes which tables the stream is to forget; 1 when some remain."""

    help = "Compares the database with `python -m services.tables survey` after a restore, and puts stakes right."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The two files."""
        parser.add_argument("survey", type=Path, help="the output of `python -m services.tables survey`")
        parser.add_argument("forget", type=Path, help="gets the ids of tables to forget, a line each")

    def handle(self, *_args: object, survey: Path, forget: Path, **_options: object) -> None:
        """Compares."""
        lines = survey.read_text(encoding="utf-8").splitlines()
        found = reconcile(json.loads(line) for line in lines)
        for line in [*found.lines, *found.unsolved]:
            self.stdout.write(line)
        self.stdout.write(f"{len(lines)} tables, {len(found.lines)} differences put right, {len(found.unsolved)} left")
        forget.write_text("".join(f"{table_id}\n" for table_id in found.forget), encoding="utf-8")
        if found.unsolved:
            sys.exit(1)
