"""Who sits where."""

from typing import Final

from services.common.errors import Denied, IllegalAction, InvalidInput
from truco.rules.v1.rules_pb2 import PHASE_PLAY
from truco.tables.v1.tables_pb2 import Player, SeatState, TableState

_BOT_NAMES: Final = ("Anselmo", "Ramona", "Evaristo", "Filomena", "Isidoro", "Petrona")


def seat_of(state: TableState, player_id: str) -> int | None:
    """The player's seat, or None."""
    for number, seat in enumerate(state.seats):
        if seat.player.player_id == player_id:
            return number
    return None


def own_seat(state: TableState, player_id: str) -> int:
    """The player's seat. Errors: NOT_SEATED."""
    number = seat_of(state, player_id)
    if number is None:
        raise Denied("NOT_SEATED", "the player does not sit at this table")
    return number


def empty_seats(state: TableState) -> list[int]:
    """The seats where nobody sits, in order."""
    return [number for number, seat in enumerate(state.seats) if not taken(seat)]


def people(state: TableState) -> list[int]:
    """The seats where somebody sits that is not one of the platform's bots."""
    return [number for number, seat in enumerate(state.seats) if taken(seat) and not seat.platform_bot]


def played_by_bots(seat: SeatState) -> bool:
    """Whether the platform's bots act there: it is theirs, or one sits in for its player."""
    return seat.platform_bot or seat.stand_in


def taken(seat: SeatState) -> bool:
    """Whether somebody sits there."""
    return seat.HasField("player")


def seat_wanted(state: TableState, wanted: int | None) -> int:
    """The empty seat to take. Errors: UNKNOWN_SEAT, TABLE_FULL, SEAT_TAKEN."""
    if wanted is not None and not 0 <= wanted < len(state.seats):
        raise InvalidInput("UNKNOWN_SEAT", f"no seat {wanted} at a table of {len(state.seats)}")
    empty = empty_seats(state)
    if not empty:
        raise IllegalAction("TABLE_FULL", "every seat is taken")
    if wanted is not None and wanted not in empty:
        raise Denied("SEAT_TAKEN", f"seat {wanted} belongs to another player")
    return empty[0] if wanted is None else wanted


def awaited_seats(state: TableState) -> list[int]:
    """The seats that must move. Nobody is awaited while the table is to deal."""
    return [awaited.seat for awaited in state.position.awaited] if state.position.phase == PHASE_PLAY else []


def awaited_bots(state: TableState) -> list[int]:
    """The awaited seats where the platform's bots act."""
    return [number for number in awaited_seats(state) if played_by_bots(state.seats[number])]


def bot_player(table_id: str, seat: int) -> Player:
    """One of the platform's bots, as it stands in a seat."""
    return Player(
        player_id=f"bot-{table_id}-{seat}", name=_BOT_NAMES[seat], avatar=f"bot-{seat}", guest=False, bot=True
    )


def client_seeds(state: TableState) -> list[str]:
    """Every seat's randomness, empty for bots and where none was given."""
    return [seat.client_seed for seat in state.seats]
