"""Where a stranger wanted to go, kept through the landing page, so that an invitation leads to its table."""

from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme

FIELD = "next"


def destination(request: HttpRequest) -> str:
    """The page of ours that the request names; the lobby when it names none."""
    wanted = request.POST.get(FIELD) or request.GET.get(FIELD) or ""
    ours = wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if ours else resolve_url("lobby")
