"""Everything that the staff can do, by name. There is one way to do it: `perform`, which writes the audit log in the
same transaction, so that nothing is done without its entry and no entry stands for what was not done."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db import transaction

from services.common.errors import Denied, InvalidInput
from web.accounts.services import Player
from web.audit import services as audit
from web.audit.services import Actor, Change

MOST_WHY = 1000


@dataclass(frozen=True)
class Action:
    """Something that the staff can do."""

    name: str
    permission: str
    """app.codename, or empty for what only the server's command line may do."""
    run: Callable[..., Change]


REGISTRY: dict[str, Action] = {}
"""Every action, by name."""


def action(name: str, permission: str) -> Callable[[Callable[..., Change]], Callable[..., Change]]:
    """Registers a function as an action. It takes keywords only, among them `by` and `why`."""

    def register(run: Callable[..., Change]) -> Callable[..., Change]:
        REGISTRY[name] = Action(name, permission, run)
        return run

    return register


def perform(name: str, by: Player | None, why: str, **what: object) -> Change:
    """Does an action for a member of the staff, or for the server's command line (None), and writes it down.

    Raises Denied (SCOPE_MISSING) without the permission, InvalidInput (BAD_REQUEST) without a reason, and what the
    action raises; then nothing has changed.
    """
    found, clean = REGISTRY[name], why.strip()
    if by is not None and not may(by, name):
        raise Denied("SCOPE_MISSING", f"{name} needs {found.permission or 'the command line'}")
    if not 0 < len(clean) <= MOST_WHY:
        raise InvalidInput("BAD_REQUEST", f"say why, in at most {MOST_WHY} characters")
    actor = Actor(by.pk, by.name) if by else Actor(None, audit.COMMAND_LINE)
    with transaction.atomic():
        change = found.run(by=by, why=clean, **what)
        audit.record(actor, name, clean, change)
    return change


def may(player: Player, name: str) -> bool:
    """Whether a member of the staff may do an action."""
    permission = REGISTRY[name].permission
    return bool(permission) and player.is_staff and player.has_perm(permission)
