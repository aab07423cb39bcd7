"""Whether a member of the staff signed in with a second factor, where the console requires one."""

from allauth.account.authentication import get_authentication_records
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.http import HttpRequest

from web.accounts.services import Player


def is_missing(request: HttpRequest) -> bool:
    """Whether this session still lacks the second factor that the console requires (QUIERO_CONSOLE_TWO_FACTOR)."""
    return bool(settings.CONSOLE_TWO_FACTOR) and not _given(request)


def page_for(request: HttpRequest) -> str:
    """The name of the page where it is given, or set up by who has none yet."""
    return "mfa_reauthenticate" if _has_one(request) else "mfa_index"


def _given(request: HttpRequest) -> bool:
    assert isinstance(request.user, Player)
    records = get_authentication_records(request, request.user)
    return _has_one(request) and any(record.get("method") == "mfa" for record in records)


def _has_one(request: HttpRequest) -> bool:
    assert isinstance(request.user, Player)
    return bool(is_mfa_enabled(request.user))
