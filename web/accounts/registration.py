"""A guest becomes a registered player: the same one, with matches, rating and credits."""

from allauth.account.models import EmailAddress
from django.db import transaction

from web.accounts.models import Player
from web.accounts.nicknames import free_name, skeleton
from web.accounts.signals import email_confirmed


@transaction.atomic
def confirm(player: Player, email: str) -> bool:
    """The address was proved to be the player's; returns whether the player is registered by that only now.

    The address is one that no other confirmed player has; raises IntegrityError when somebody else was quicker.
    """
    locked = Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player.pk)
    first = not locked.confirmed
    player.email, player.guest, player.confirmed = email, False, True
    if first:
        player.name = free_name(locked.name)
        player.skeleton = skeleton(player.name)
    player.save(update_fields=["email", "guest", "confirmed", "name", "skeleton"])
    EmailAddress.objects.filter(email=email, verified=False).exclude(user=player).delete()
    if first:
        email_confirmed.send(sender=Player, player=player)
    return first


@transaction.atomic
def confirm_elsewhere(player: Player, email: str) -> None:
    """Somebody whom we believe proved the address: the player needs no code of ours."""
    EmailAddress.objects.filter(user=player, verified=False).delete()
    EmailAddress.objects.create(user=player, email=email.lower(), verified=True, primary=True)
    confirm(player, email.lower())
