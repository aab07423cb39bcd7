"""What a player was sanctioned for, until when, and the player's say against it."""

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from services.common.errors import InvalidInput
from web.accounts import services as accounts
from web.common.limits import spend
from web.sanctions import services

APPEALS_PER_HOUR: Final = 20
_MOST_SHOWN: Final = 50


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def sanctions(request: HttpRequest) -> HttpResponse:
    """The player's sanctions, the latest first; a POST appeals against one."""
    player = accounts.signed_in(request)
    if player is None:
        return redirect("landing")
    if request.method == "POST":
        spend("appeals_per_hour", player.id.hex, APPEALS_PER_HOUR)
        services.appeal(player.id, _number(request), request.POST.get("text", ""))
        messages.success(request, _("Tu pedido llegó a los moderadores. La respuesta va a aparecer acá."))
        return redirect("sanctions")
    context = {"sanctions": services.of_player(player.id)[:_MOST_SHOWN], "most_text": services.MOST_TEXT}
    return render(request, "moderation/sanctions.html", context)


def _number(request: HttpRequest) -> int:
    text = request.POST.get("sanction", "")
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise InvalidInput("BAD_REQUEST", "sanction must be a number")
    return int(text)
