"""The first record of a table that the matchmaker makes: everybody sits, and the match is about to begin."""

import hashlib
from collections.abc import Iterable

from services.tables.domain.clocks import clock_of
from services.tables.domain.seats import bot_player
from services.tables.domain.table import Draft, seal
from services.tables.domain.times import Times
from services.tables.matchmaking.members import Member
from services.tables.matchmaking.pairing import Seating
from truco.play.v1.play_pb2 import TABLE_STATUS_OPEN
from truco.rules.v1.rules_pb2 import Ruleset
from truco.tables.v1.tables_pb2 import SeatAll, SeatState, TableRecord, TableState


def table_id_of(members: Iterable[Member]) -> str:
    """The table's id: it follows from the tickets, so that no two tables are made of the same ones."""
    tickets = sorted(f"{member.player_id}|{member.sequence}" for member in members)
    return hashlib.sha256("\n".join(tickets).encode()).hexdigest()[:16]


def opened(seating: Seating, server_seed: bytes, now_ms: int, times: Times) -> TableRecord:
    """The table's first record."""
    table_id = table_id_of(seating.members)
    turn_ms, bank_ms = clock_of(seating.queue.preset, times)
    state = TableState(
        table_id=table_id,
        epoch=1,
        status=TABLE_STATUS_OPEN,
        ruleset=Ruleset(preset=seating.queue.preset),
        seats=[_seat(table_id, number, member) for number, member in enumerate(seating.seats)],
        opened_ms=now_ms,
        unlisted=True,
        matched=True,
        ranked=seating.ranked,
        stake=seating.queue.stake,
        turn_ms=turn_ms,
        bank_ms=bank_ms,
        server_seed=server_seed,
        due_ms=now_ms + times.idle,
    )
    return seal(None, Draft("table", SeatAll(), state), now_ms)


def _seat(table_id: str, number: int, member: Member | None) -> SeatState:
    if member is None:
        return SeatState(player=bot_player(table_id, number), platform_bot=True)
    return SeatState(player=member.ticket.player, client_seed=member.ticket.seek.client_seed)
