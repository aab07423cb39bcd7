"""The nightly look at the books: what `check_ledger` says, and whether a match stands behind every held stake."""

import asyncio
import time
from datetime import timedelta
from typing import Final

from django.utils import timezone

from services.common.settings import NatsSettings
from web.credits import books, checks
from web.history.books import findings, one_moment
from web.history.orphans import not_running
from web.settings.environment import environment

_GRACE_SECONDS: Final = 30.0
"""A match that ended just now is settled in so long."""


def check_books(settings: NatsSettings, grace_seconds: float = _GRACE_SECONDS) -> checks.BooksCheck:
    """Looks at all of the books and keeps what was found. Twice, or two at once, does no harm."""
    began_at = timezone.now()
    with one_moment():
        found, held = list(findings()), books.open_holds()
    found += _idle(settings, grace_seconds)
    return checks.keep(began_at, found, len(held))


def _idle(settings: NatsSettings, grace_seconds: float) -> list[str]:
    """Stakes that have been held for so long that tables would have been asked about them, though no match runs."""
    old = books.open_holds(timezone.now() - timedelta(minutes=environment().hold_doubt_minutes))
    if not old:
        return []
    try:
        idle = asyncio.run(not_running(settings, old))
    except TimeoutError:
        return [f"{len(old)} matches have had held stakes for long, and tables cannot be asked about them"]
    if idle:
        time.sleep(grace_seconds)
    still = set(books.open_holds())
    return [f"match {match_id} does not run, and its stakes are held" for match_id in idle if match_id in still]
