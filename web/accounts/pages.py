"""Mi cuenta: what a registered player sees and changes of the own account."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from services.common.errors import Busy, InvalidInput
from web.accounts import own_limits, profile
from web.accounts.guards import with_registered
from web.accounts.models import LimitKind, Player
from web.accounts.names import AVATARS
from web.common.limits import spend

TRIES_PER_HOUR = 60
HOURS = (1, 2, 3, 4, 6, 8, 12)
STAKES = (0, 10, 25, 50, 100)

_WRONG_NAME = {
    "length": gettext_lazy("Un nombre tiene de 3 a 24 caracteres."),
    "letters": gettext_lazy("Usá letras latinas, números, espacios y . - _ '. Tres letras por lo menos."),
    "reserved": gettext_lazy("Ese nombre parece de la plataforma. Elegí otro."),
    "offends": gettext_lazy("Ese nombre puede ofender. Elegí otro."),
    "taken": gettext_lazy("Ya hay alguien con ese nombre, o con uno que se ve igual."),
}


@with_registered
@require_GET
@never_cache
def account(request: HttpRequest, player: Player) -> HttpResponse:
    """Everything of the account on a page."""
    minutes = own_limits.limit_of(player.pk, LimitKind.MINUTES)
    context = {
        "player": player,
        "avatars": AVATARS,
        "renamed_after": profile.next_rename(player),
        "minutes": minutes,
        "minutes_hours": minutes.now and minutes.now // 60,
        "coming_hours": minutes.coming and minutes.coming // 60,
        "stake": own_limits.limit_of(player.pk, LimitKind.STAKE),
        "hours": HOURS,
        "stakes": STAKES,
        "has_password": player.has_usable_password(),
    }
    return render(request, "accounts/account.html", context)


@with_registered
@require_POST
def nickname(request: HttpRequest, player: Player) -> HttpResponse:
    """Changes the name."""
    spend("accounts_per_hour", player.id.hex, TRIES_PER_HOUR)
    try:
        profile.rename(player, request.POST.get("name", ""))
    except InvalidInput as error:
        messages.error(request, str(_WRONG_NAME[error.metadata["why"]]))
    except Busy:
        messages.error(request, _("Todavía no: el nombre se cambia una vez por semana."))
    else:
        messages.success(request, _("Ahora te llamás %(name)s.") % {"name": player.name})
    return redirect("account")


@with_registered
@require_POST
def avatar(request: HttpRequest, player: Player) -> HttpResponse:
    """Changes the avatar."""
    profile.choose_avatar(player, request.POST.get("avatar", ""))
    return redirect("account")


@with_registered
@require_POST
def age(request: HttpRequest, player: Player) -> HttpResponse:
    """Takes the declaration to be 18 or older."""
    if request.POST.get("adult") == "yes":
        profile.declare_adult(player)
        messages.success(request, _("Listo: podés jugar por créditos."))
    return redirect("account")


@with_registered
@require_POST
def limits(request: HttpRequest, player: Player) -> HttpResponse:
    """Sets the own limits."""
    spend("accounts_per_hour", player.id.hex, TRIES_PER_HOUR)
    hours = _number(request.POST.get("hours", ""))
    changes = {
        LimitKind.MINUTES: None if hours is None else hours * 60,
        LimitKind.STAKE: _number(request.POST.get("stake", "")),
    }
    set_to = [own_limits.set_limit(player, kind, most) for kind, most in changes.items()]
    later = any(limit.coming_at for limit in set_to)
    messages.success(
        request,
        _("Guardado. Lo que sube vale recién en 24 horas.") if later else _("Guardado: ya vale."),
    )
    return redirect("account")


def _number(text: str) -> int | None:
    """A choice of the form; empty is no limit. Raises InvalidInput (BAD_REQUEST)."""
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < len("1000000")):
        raise InvalidInput("BAD_REQUEST", "a limit is a number")
    return int(text)
