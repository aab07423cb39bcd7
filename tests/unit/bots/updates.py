"""Updates as tables sends them."""

from services.engine.packing import views
from services.engine.rules import State
from truco.play.v1 import play_pb2
from truco.rules.v1 import rules_pb2
from truco.tables.v1 import tables_pb2

TABLE = "0123456789abcdef"


def update_for(state: State, seat: int, *, version: int = 7, seconds_left: float | None = 30) -> bytes:
    """The serialized SeatUpdate of a seat; `seconds_left` None for a table without deadlines."""
    now = 1_700_000_000_000
    deadline = 0 if seconds_left is None else now + round(seconds_left * 1000)
    table = play_pb2.TableInfo(
        table_id=TABLE,
        epoch=1,
        version=version,
        status=play_pb2.TABLE_STATUS_PLAYING,
        ruleset=rules_pb2.Ruleset(preset="maestro"),
        seats=[
            play_pb2.SeatInfo(seat=number, player_id=f"bot-{TABLE}-{number}", bot=True, deadline_ms=deadline)
            for number in range(state.seats)
        ],
        now_ms=now,
    )
    update = tables_pb2.SeatUpdate(table=table.SerializeToString(), seat=seat, view=views(state).seats[seat])
    return update.SerializeToString()
