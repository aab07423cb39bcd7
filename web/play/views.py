"""Landing, lobby, table, health and the pages for what goes wrong."""

from http import HTTPStatus
from urllib.parse import urlencode

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_safe

from services.common.errors import Denied, InternalError, InvalidInput, NotFound
from web.accounts import services as accounts
from web.common.bundle import TABLE, bundle
from web.common.destination import FIELD, destination
from web.common.refusals import refusal
from web.play.shell import config
from web.sanctions.services import is_suspended


@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    """What Quiero is, and one button that plays."""
    return render(request, "landing.html", {"destination": destination(request)})


@require_GET
@never_cache
def lobby(request: HttpRequest) -> HttpResponse:
    """The lobby's shell."""
    return _shell(request, None)


@require_GET
@never_cache
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """A table's shell. Whether the table exists is the script's to find out."""
    return _shell(request, table_id)


@require_safe
@never_cache
def healthz(_request: HttpRequest) -> HttpResponse:
    """200 "ok" while the database answers, else 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("database away\n", status=HTTPStatus.SERVICE_UNAVAILABLE, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form or call without its CSRF token."""
    return refusal(request, Denied("TOKEN_INVALID", reason))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """400."""
    return refusal(request, InvalidInput("BAD_REQUEST"))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """403."""
    return refusal(request, Denied("SCOPE_MISSING"))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """404."""
    return refusal(request, NotFound("PAGE_NOT_FOUND"))


def broken(request: HttpRequest) -> HttpResponse:
    """500 for what no middleware caught."""
    return refusal(request, InternalError("INTERNAL"))


def _shell(request: HttpRequest, table_id: str | None) -> HttpResponse:
    player = accounts.signed_in(request)
    if player is None:
        return redirect(f"{resolve_url('landing')}?{urlencode({FIELD: request.get_full_path()})}")
    if is_suspended(player.id):
        return redirect("sanctions")
    context = {"bundle": bundle(TABLE), "config": config(request, player, table_id)}
    return render(request, "shell.html", context)
