"""A guest becomes a registered player: the same one, with matches, rating and credits."""

from django.db import transaction

from web.accounts.models import Player
from web.accounts.signals import email_confirmed


@transaction.atomic
def confirm(player: Player, email: str) -> bool:
    """The address was proved to be the player's; returns whether the player is registered by that only now.

    The address is one that no other confirmed player has; raises IntegrityError when somebody else was quicker.
    """
    locked = Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player.pk)
    first = not locked.confirmed
    player.email, player.guest, player.confirmed = email, False, True
    player.save(update_fields=["email", "guest", "confirmed"])
    if first:
        email_confirmed.send(sender=Player, player=player)
    return first
