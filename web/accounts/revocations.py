"""Tokens (JWT) that are refused before they expire: a player's, or those had for a personal access token.

The portal's own endpoints look here; gateways hear of it through the outbox, the relay and NATS, and close streams.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from services.common.subjects import REVOKED_BUCKET
from services.common.tokens import LIFE_SECONDS
from web.accounts.models import Revocation
from web.accounts.tokens import Verified
from web.outbox.services import announce

_KEPT = timedelta(seconds=2 * LIFE_SECONDS)
"""After that every token of before has expired."""


@transaction.atomic
def revoke(*subjects: UUID) -> None:
    """Refuses all tokens there are of these players, or had for these personal access tokens, and closes their streams.

    It says nothing of tokens to come: who is to get none must be refused where they are made.
    """
    now = timezone.now()
    Revocation.objects.filter(at__lt=now - _KEPT).delete()
    rows = [Revocation(subject=subject, at=now) for subject in set(subjects)]
    Revocation.objects.bulk_create(rows, update_conflicts=True, unique_fields=["subject"], update_fields=["at"])
    announce(REVOKED_BUCKET, (subject.hex for subject in subjects))


def is_revoked(token: Verified) -> bool:
    """Whether a token was revoked since it was issued."""
    subjects = [subject for subject in (token.player_id, token.token_id) if subject]
    issued = datetime.fromtimestamp(token.issued, tz=timezone.get_current_timezone())
    return Revocation.objects.filter(subject__in=subjects, at__gte=issued).exists()


def revoked(subjects: Iterable[UUID]) -> Mapping[UUID, datetime]:
    """When these were revoked, as far as tokens of before may live still."""
    rows = Revocation.objects.filter(subject__in=list(subjects), at__gte=timezone.now() - _KEPT)
    return {row.subject: row.at for row in rows}


def lately_revoked() -> Iterable[UUID]:
    """All of which tokens may live still that are refused."""
    return Revocation.objects.filter(at__gte=timezone.now() - _KEPT).values_list("subject", flat=True).iterator()
