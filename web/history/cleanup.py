"""The clean-up of guests who do not come back."""

from datetime import timedelta

from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.utils import timezone

from web.accounts import services as accounts
from web.history import services as history
from web.settings.environment import environment


def clean_up_guests() -> dict[str, int]:
    """Deletes guests who are idle too long; those with matches stay, without their names. Ended sessions go too.

    Returns how many were deleted and anonymised. Doing it twice, or two at once, does no harm.
    """
    before = timezone.now() - timedelta(days=environment().guest_idle_days)
    SessionStore.clear_expired()
    with transaction.atomic():
        idle = accounts.idle_guests(before)
        played = history.players_with_matches(idle)
        history.anonymise(played)
        return {
            "anonymised": accounts.anonymise(played),
            "deleted": accounts.delete_guests(idle - played, before),
        }
