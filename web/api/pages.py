"""/cuenta/tokens/: the personal access tokens and bot accounts of who is signed in."""

from collections.abc import Callable, Mapping
from typing import Final
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from services.common.errors import InvalidInput, TrucoError
from services.common.tokens import BOT_PLAY, TABLE_PLAY, TABLE_READ, WALLET_READ
from web.accounts import access_tokens, bots
from web.accounts import services as accounts
from web.accounts.access_tokens import Created
from web.accounts.services import Player
from web.api.programs import MADE_PER_HOUR
from web.common.limits import spend

SCOPES: Final = {
    TABLE_READ: gettext_lazy("Ver tus mesas y tus partidas"),
    TABLE_PLAY: gettext_lazy("Jugar por vos"),
    WALLET_READ: gettext_lazy("Ver tus trucardos"),
    BOT_PLAY: gettext_lazy("Jugar como uno de tus bots"),
}
DAYS: Final = {
    "30": gettext_lazy("30 días"),
    "90": gettext_lazy("90 días"),
    "365": gettext_lazy("Un año"),
    "": gettext_lazy("Hasta que lo revoques"),
}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def tokens(request: HttpRequest) -> HttpResponse:
    """What there is, and forms for more. A new token's secret is in the answer of its POST and nowhere else."""
    player = accounts.signed_in(request)
    if player is None:
        return redirect("landing")
    created = None
    if request.method == "POST":
        try:
            created = _DONE[request.POST.get("do", "")](request, player)
        except KeyError:
            raise InvalidInput("BAD_REQUEST", "nothing to do") from None
        except TrucoError as error:
            messages.error(request, _WORDS.get(error.metadata.get("field", "") or error.reason, _("No se pudo hacer.")))
        if created is None:
            return redirect("access_tokens")
    context = {
        "tokens": access_tokens.tokens_of(player),
        "bots": bots.bots_of(player),
        "most_bots": bots.MOST_BOTS,
        "scopes": SCOPES.items(),
        "days": DAYS.items(),
        "created": created,
    }
    return render(request, "api/tokens.html", context)


def _create(request: HttpRequest, player: Player) -> Created:
    spend("tokens_per_hour", player.id.hex, MADE_PER_HOUR)
    days = request.POST.get("days", "")
    if days not in DAYS:
        raise InvalidInput("BAD_REQUEST", "no such time", field="days")
    bot, scopes = request.POST.get("bot", ""), request.POST.getlist("scope")
    return access_tokens.create(
        player,
        request.POST.get("name", ""),
        scopes,
        days=int(days) if days else None,
        bot=_id(bot) if bot and BOT_PLAY in scopes else None,
    )


def _revoke(request: HttpRequest, player: Player) -> None:
    access_tokens.revoke(player, _id(request.POST.get("id", "")))
    messages.success(request, _("Listo: el token ya no sirve, y lo que estaba abierto con él se cierra."))


def _create_bot(request: HttpRequest, player: Player) -> None:
    spend("bots_per_hour", player.id.hex, MADE_PER_HOUR)
    bots.create(player, request.POST.get("name", ""), request.POST.get("label", ""))
    messages.success(request, _("Tu bot ya tiene cuenta. Ahora hacele un token."))


def _retire(request: HttpRequest, player: Player) -> None:
    bots.retire(player, _id(request.POST.get("id", "")))
    messages.success(request, _("Listo: el bot ya no juega."))


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise InvalidInput("BAD_REQUEST", "no id") from None


_DONE: Final[Mapping[str, Callable[[HttpRequest, Player], Created | None]]] = {
    "create": _create,
    "revoke": _revoke,
    "create_bot": _create_bot,
    "retire": _retire,
}
_WORDS: Final = {
    "name": gettext_lazy("El nombre tiene que tener entre 1 y 40 letras."),
    "scopes": gettext_lazy("Elegí qué puede hacer. Jugar como bot no va con jugar por vos ni con ver tus trucardos."),
    "bot_id": gettext_lazy("Para jugar como bot elegí cuál de tus bots."),
    "label": gettext_lazy("La descripción es demasiado larga."),
    "BAD_REQUEST": gettext_lazy("Revisá lo que pusiste: el nombre de un bot tiene entre 1 y 24 letras."),
    "LIMIT_REACHED": gettext_lazy("Llegaste al máximo. Revocá alguno, o esperá un rato."),
    "REGISTRATION_REQUIRED": gettext_lazy("Para tener bots hace falta una cuenta registrada."),
}
"""What a refusal is to a person, by its field or else its reason."""
