"""What anybody sees of a player."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from web.accounts import services as accounts
from web.accounts.services import Player
from web.common.limits import spend
from web.ratings import services as ratings

CHANGES_PER_HOUR = 200


@require_GET
@never_cache
def profile(request: HttpRequest, player_id: str) -> HttpResponse:
    """The player's page."""
    player = _player(player_id)
    visitor = accounts.signed_in(request)
    own = visitor is not None and visitor.pk == player.pk
    context = {
        "player": player,
        "own": own,
        "standings": ratings.standings_of(player.pk),
        "may_block": visitor is not None and not own,
        "blocked": visitor is not None and accounts.has_blocked(visitor, player.pk),
    }
    return render(request, "accounts/profile.html", context)


@require_POST
def block(request: HttpRequest, player_id: str) -> HttpResponse:
    """Blocks the player, or takes it back (`undo`)."""
    visitor = accounts.signed_in(request)
    if visitor is None:
        return redirect("account_login")
    spend("blocks_per_hour", visitor.id.hex, CHANGES_PER_HOUR)
    player = _player(player_id)
    if request.POST.get("undo"):
        accounts.unblock(visitor, player.pk)
    else:
        accounts.block(visitor, player.pk)
    return redirect("profile", player_id=player.pk.hex)


def _player(player_id: str) -> Player:
    player = accounts.player_of(player_id)
    if player is None:
        raise Http404
    return player
