"""The clean-up of guests who do not come back."""

from datetime import timedelta

from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.utils import timezone

from web.accounts import own_data
from web.accounts import services as accounts
from web.history import services as history
from web.settings.environment import environment

LATEST_MATCH = timedelta(days=2)
"""A match of somebody who became anonymous meanwhile has ended by then."""


def clean_up_guests() -> dict[str, int]:
    """Deletes guests who are idle too long; those with matches stay, without their names. Ended sessions go too.

    Matches that ended after one of their players closed the account lose the name here.

    Returns how many were deleted and anonymised. Doing it twice, or two at once, does no harm.
    """
    before = timezone.now() - timedelta(days=environment().guest_idle_days)
    SessionStore.clear_expired()
    own_data.forget_ended_sessions()
    with transaction.atomic():
        idle = accounts.idle_guests(before)
        played = history.players_with_matches(idle)
        history.anonymise(played | accounts.anonymised_since(timezone.now() - LATEST_MATCH))
        return {
            "anonymised": accounts.anonymise(played),
            "deleted": accounts.delete_guests(idle - played, before),
        }
