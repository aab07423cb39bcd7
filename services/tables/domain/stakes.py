"""What is staked, and who may."""

from services.common.errors import CreditsError, IllegalAction, InvalidInput
from services.common.stakes import STAKES
from truco.tables.v1.tables_pb2 import Player, TableState


def check_stake(stake: int, bots: int) -> None:
    """Refuses an impossible stake, and bots at a table with stakes. Errors: BAD_STAKE, BOTS_CANNOT_STAKE."""
    if stake and stake not in STAKES:
        raise InvalidInput("BAD_STAKE", f"a stake of {stake}; it may be 0, {', '.join(map(str, STAKES))}")
    if stake and bots:
        raise no_bots()


def check_may_stake(stake: int, player: Player) -> None:
    """Refuses who may not sit where so much is staked. Errors: BOTS_CANNOT_STAKE, GUESTS_CANNOT_STAKE."""
    if stake and player.bot:
        raise no_bots()
    if stake and (player.guest or not player.confirmed):
        raise CreditsError("GUESTS_CANNOT_STAKE", "who stakes has a confirmed account")


def no_bots() -> IllegalAction:
    """The refusal of bots."""
    return IllegalAction("BOTS_CANNOT_STAKE", "bots do not play for credits")


def stakes(state: TableState) -> dict[str, int]:
    """What each player stakes."""
    return {seat.player.player_id: state.stake for seat in state.seats}
