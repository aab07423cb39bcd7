"""Closing an account: matches and books stay, with an anonymous seat."""

from django.db import transaction

from services.common.errors import Conflict
from web.accounts import own_data
from web.accounts.services import Player
from web.credits import services as credits
from web.history import services as history


@transaction.atomic
def close_account(player: Player) -> None:
    """Makes a registered player anonymous, for good. Raises Conflict (STAKES_IN_PLAY) while a match may still pay."""
    if credits.balance(player.id).held:
        raise Conflict("STAKES_IN_PLAY", "credits of the player stand behind a match")
    history.anonymise([player.id])
    own_data.forget(player)
