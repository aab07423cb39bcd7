"""What the credits do when accounts tell them something."""

from web.accounts.services import Player
from web.credits import services


def give_welcome(player: Player, **_signal: object) -> None:
    """Gives the welcome gift, in the transaction that confirms the address."""
    services.welcome(player.id)
