"""`python -m web grant <email or player id> <role>`: makes a player a member of the staff."""

from argparse import ArgumentParser
from uuid import UUID

from django.core.management import BaseCommand, CommandError

from web.accounts.services import Player
from web.console.actions import perform
from web.console.roles import ROLES, roles_of

FIRST = "por la línea de comandos"


class Command(BaseCommand):
    """Gives a role, or takes it away, and writes it into the audit log."""

    help = "Gives a player a role in the console, or takes it away."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Who, which role, and why."""
        parser.add_argument("player", help="e-mail address or player id")
        parser.add_argument("role", choices=sorted(ROLES))
        parser.add_argument("--take", action="store_true", help="take the role away")
        parser.add_argument("--why", default=FIRST, help="why, for the audit log")

    def handle(self, *_args: object, **options: str | bool) -> None:
        """Writes the player's roles to the standard output."""
        player = _player(str(options["player"]))
        if player.guest or player.bot:
            raise CommandError("only a registered person can be of the staff")
        name = "take_role" if options["take"] else "grant_role"
        perform(name, None, str(options["why"]), player=player, role=str(options["role"]))
        self.stdout.write(f"{player.pk.hex} {player.name}: {', '.join(roles_of(player)) or '-'}")


def _player(text: str) -> Player:
    try:
        found = Player.objects.filter(pk=UUID(text)).first()
    except ValueError:
        found = Player.objects.filter(email__iexact=text).first()
    if found is None:
        raise CommandError(f"no player {text}")
    return found
