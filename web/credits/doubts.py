"""Holds behind which no match may stand, and how they are given back without taking one from a match that begins.

A hold is put into doubt first; from then on HoldStakes does not confirm it to a match that is about to begin. Only
then tables is asked. So a match that tables does not know to be running by then cannot come to stand on this hold:
before the doubt it would have had its `starting` record, which comes before the hold; after it, it gets no
confirmation. The doubt is a token: who was frozen while somebody else asked anew, and cleared the doubt, releases
nothing.
"""

import uuid
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from web.credits.models import Hold, HoldState
from web.credits.services import release_stakes


def doubtful(before: datetime, most: int) -> list[str]:
    """The matches of open holds that were made, or last asked about, before; the oldest first."""
    holds = Hold.objects.filter(state=HoldState.HELD, asked_at__lt=before)
    return list(holds.order_by("asked_at").values_list("match_id", flat=True)[:most])


def doubt(match_id: str) -> UUID | None:
    """Puts an open hold into doubt, in place of an older doubt; None when it is closed."""
    token = uuid.uuid4()
    open_hold = Hold.objects.filter(match_id=match_id, state=HoldState.HELD)
    return token if open_hold.update(doubt=token, asked_at=timezone.now()) else None


def believe(match_id: str, token: UUID) -> None:
    """Takes a doubt back."""
    Hold.objects.filter(match_id=match_id, doubt=token).update(doubt=None)


@transaction.atomic
def release_doubted(match_id: str, token: UUID) -> bool:
    """Gives the stakes back if the doubt still stands; returns whether it did."""
    if not Hold.objects.select_for_update().filter(match_id=match_id, state=HoldState.HELD, doubt=token).exists():
        return False
    return release_stakes(match_id)
