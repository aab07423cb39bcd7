"""`python -m web talk <table id>`: all that was said at a table, señas and team talk too.

Needs QUIERO_NATS_USER and QUIERO_NATS_PASSWORD of the user `moderator`, which may read nothing else.
"""

import asyncio
from argparse import ArgumentParser

import nats
import nats.errors
from django.core.management import BaseCommand, CommandError

from services.common.nats import INBOX
from services.common.settings import NatsSettings, load
from services.common.subjects import is_table_id
from web.moderation.talk import said_at
from web.moderation.words import line_of_text


class Command(BaseCommand):
    """Shows what was said."""

    help = "Shows all that was said at a table."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The table."""
        parser.add_argument("table", help="the table's id: a match's id up to the dash")

    def handle(self, *_args: object, **options: object) -> None:
        """Writes to the standard output."""
        table_id = str(options["table"])
        if not is_table_id(table_id):
            raise CommandError(f"no table id: {table_id}")
        asyncio.run(self._show(load(NatsSettings), table_id))

    async def _show(self, settings: NatsSettings, table_id: str) -> None:
        try:
            client = await nats.connect(
                settings.nats_url,
                user=settings.nats_user,
                password=settings.nats_password,
                inbox_prefix=f"{INBOX}{settings.nats_user}".encode(),
                allow_reconnect=False,
            )
            async for record in said_at(client, table_id):
                self.stdout.write(line_of_text(record.line))
            await client.close()
        except (nats.errors.Error, OSError) as error:
            raise CommandError(f"the talk cannot be read: {error!r}") from error
