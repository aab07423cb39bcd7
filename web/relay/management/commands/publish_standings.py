"""`python -m web publish_standings`: every player's standing, and what was revoked of late, goes out again, as
after the loss of NATS's data."""

from collections.abc import Iterable, Iterator
from itertools import islice

from django.core.management import BaseCommand

from services.common.subjects import REVOKED_BUCKET, STANDING_BUCKET
from web.accounts.revocations import lately_revoked
from web.outbox.services import announce
from web.relay.standings import players

CHUNK = 5000


class Command(BaseCommand):
    """Puts everybody into the outbox; the relay does the rest."""

    help = "Has the relay publish every player's standing again."

    def handle(self, *_args: object, **_options: object) -> None:
        """Announces all."""
        count = 0
        for chunk in _chunks(player.hex for player in players()):
            announce(STANDING_BUCKET, chunk)
            count += len(chunk)
        announce(REVOKED_BUCKET, (subject.hex for subject in lately_revoked()))
        self.stdout.write(f"{count} standings to publish")


def _chunks(keys: Iterable[str]) -> Iterator[list[str]]:
    each = iter(keys)
    while chunk := list(islice(each, CHUNK)):
        yield chunk
