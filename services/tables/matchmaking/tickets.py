"""What becomes of a ticket, and how players are told of it. Each function makes a new message."""

from typing import Final

from truco.play.v1.play_pb2 import (
    SEEK_STATE_ENDED,
    SEEK_STATE_GATHERING,
    SEEK_STATE_MATCHED,
    SEEK_STATE_WAITING,
    SeekRequest,
    SeekState,
    SeekStatus,
)
from truco.portal.v1.standing_pb2 import Standing
from truco.tables.v1.seeks_pb2 import SeekCommand, Ticket

KEPT_SECONDS: Final = 30
"""How long a ticket that is over is kept: for retries, and for gateways that missed how it ended."""


def lives(ticket: Ticket) -> bool:
    """Whether the player still waits."""
    return ticket.state == SEEK_STATE_WAITING


def new(command: SeekCommand, seek: SeekRequest, standing: Standing, now_ms: int) -> Ticket:
    """The ticket of a new seek."""
    return Ticket(
        player=command.player,
        seek=seek,
        gateway=command.gateway,
        since_ms=now_ms,
        state=SEEK_STATE_WAITING,
        standing=standing,
    )


def ended(ticket: Ticket) -> Ticket:
    """The ticket, over without a table."""
    return _over(ticket, SEEK_STATE_ENDED)


def matched(ticket: Ticket, table_id: str) -> Ticket:
    """The ticket, over with a table."""
    return _over(ticket, SEEK_STATE_MATCHED, table_id)


def held_by(ticket: Ticket, gateway: str, standing: Standing) -> Ticket:
    """The ticket, held by another gateway. The standing is the player's now: leaders count on it that no ticket's is
    older than the ticket."""
    after = Ticket()
    after.CopyFrom(ticket)
    after.gateway = gateway
    after.standing.CopyFrom(standing)
    return after


def status_of(ticket: Ticket, now_ms: int, present: int | None = None) -> SeekStatus:
    """What the player is told; `present` of the party are there, when it is known. Absent numbers are the gateway's."""
    there = present or (1 if lives(ticket) else ticket.seek.party_size)
    gathering = lives(ticket) and there < ticket.seek.party_size
    return SeekStatus(
        state=SEEK_STATE_GATHERING if gathering else ticket.state,
        seek=ticket.seek,
        since_ms=ticket.since_ms,
        party_present=there,
        table_id=ticket.table_id,
        now_ms=now_ms,
        bots=ticket.player.bot,
    )


def _over(ticket: Ticket, state: SeekState.ValueType, table_id: str = "") -> Ticket:
    """Without the player's standing, which nobody needs any more."""
    return Ticket(
        player=ticket.player,
        seek=ticket.seek,
        gateway=ticket.gateway,
        since_ms=ticket.since_ms,
        state=state,
        table_id=table_id,
    )
