"""What cashiers do: load credits and take them, approve what another one asked for, or refuse it."""

from uuid import UUID

from services.common.errors import Denied
from web.accounts.services import Player
from web.audit.services import Change, Facts
from web.console.actions import action
from web.credits import cashier
from web.credits import services as credits
from web.credits.cashier import CashierRequest


@action("move_credits", permission=cashier.LOAD)
def move(*, by: Player | None, why: str, player: Player, credits: int, request_id: UUID) -> Change:
    """Loads credits to a player, or takes them when negative; above the limit a second person has to approve it."""
    before = _available(player)
    asked = cashier.ask(_cashier(by), player.pk, credits, why, request_id)
    return Change(_target(player), before, _available(player) | _told(asked))


@action("approve_credits", permission=cashier.APPROVE)
def approve(*, by: Player | None, why: str, request: CashierRequest) -> Change:  # noqa: ARG001
    """Carries out what another cashier asked for."""
    before = _available(request.player) | _told(request)
    done = cashier.approve(_cashier(by), request.pk)
    return Change(_target(request.player), before, _available(request.player) | _told(done))


@action("refuse_credits", permission=cashier.APPROVE)
def refuse(*, by: Player | None, why: str, request: CashierRequest) -> Change:
    """Refuses what another cashier asked for."""
    before = _available(request.player) | _told(request)
    refused = cashier.refuse(_cashier(by), request.pk, why)
    return Change(_target(request.player), before, _available(request.player) | _told(refused))


def _cashier(by: Player | None) -> Player:
    if by is None:
        raise Denied("SCOPE_MISSING", "only a cashier moves credits by hand")
    return by


def _target(player: Player) -> str:
    return f"player:{player.pk.hex}"


def _available(player: Player) -> Facts:
    return {"available": credits.balance(player.pk).available}


def _told(request: CashierRequest) -> Facts:
    return {"request": request.pk.hex, "credits": request.credits, "state": str(request.state)}
