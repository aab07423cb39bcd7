"""Who is of the staff. Only the server's command line changes it (`python -m web grant`)."""

from web.accounts.services import Player
from web.audit.services import Change
from web.console import roles
from web.console.actions import action


@action("grant_role", permission="")
def grant(*, by: Player | None, why: str, player: Player, role: str) -> Change:  # noqa: ARG001
    """Gives a player a role."""
    return roles.set_role(player, role, held=True)


@action("take_role", permission="")
def take(*, by: Player | None, why: str, player: Player, role: str) -> Change:  # noqa: ARG001
    """Takes a role from a player."""
    return roles.set_role(player, role, held=False)
