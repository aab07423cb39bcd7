"""`python -m web publish_standings`: all standings and sanctions, and what was revoked of late, go out again, as after
the loss of NATS's data."""

from collections.abc import Iterable, Iterator
from itertools import islice
from uuid import UUID

from django.core.management import BaseCommand

from services.common.subjects import REVOKED_BUCKET, SANCTIONS_BUCKET, STANDING_BUCKET
from web.accounts.revocations import lately_revoked
from web.outbox.services import announce
from web.relay.standings import players
from web.sanctions.services import sanctioned_players

CHUNK = 5000


class Command(BaseCommand):
    """Puts everybody into the outbox; the relay does the rest."""

    help = "Has the relay publish every player's standing and sanctions again."

    def handle(self, *_args: object, **_options: object) -> None:
        """Announces all."""
        standings = _announced(STANDING_BUCKET, players())
        sanctions = _announced(SANCTIONS_BUCKET, sanctioned_players())
        announce(REVOKED_BUCKET, (subject.hex for subject in lately_revoked()))
        self.stdout.write(f"{standings} standings to publish, and the sanctions of {sanctions} players")


def _announced(bucket: str, players: Iterable[UUID]) -> int:
    """Announces all of them, and returns how many."""
    count = 0
    for chunk in _chunks(player.hex for player in players):
        announce(bucket, chunk)
        count += len(chunk)
    return count


def _chunks(keys: Iterable[str]) -> Iterator[list[str]]:
    each = iter(keys)
    while chunk := list(islice(each, CHUNK)):
        yield chunk
