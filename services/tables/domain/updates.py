"""What each viewer gets of a record: complete in itself, and nothing that it may not know (architecture 4.4)."""

from collections.abc import Iterable
from dataclasses import dataclass

from services.common import subjects
from services.common.fairness.shuffle import commitment
from services.tables.domain.seats import awaited_seats, taken
from services.tables.domain.table import match_is_over
from truco.play.v1.play_pb2 import TABLE_STATUS_OPEN, RematchOffer, SeatInfo, TableInfo
from truco.tables.v1.tables_pb2 import SeatUpdate, TableRecord, TableState


@dataclass(frozen=True, slots=True)
class Update:
    """A message to one audience."""

    subject: str
    data: bytes


def fan_out(record: TableRecord) -> list[Update]:
    """One update for every person's seat and the spectators, and for the platform's bots that must move."""
    state = record.state
    table_id = state.table_id
    seats_info = info(record, for_seat=True).SerializeToString()
    tells_seats_more = state.code or match_is_over(state)
    others_info = info(record, for_seat=False).SerializeToString() if tells_seats_more else seats_info
    awaited = awaited_seats(state)
    updates = [Update(subjects.watch(table_id), _update(record, None, others_info))]
    for number, seat in enumerate(state.seats):
        if not seat.platform_bot and taken(seat):
            updates.append(Update(subjects.seat(table_id, number), _update(record, number, seats_info)))
        elif number in awaited:
            updates.append(Update(subjects.bot_seat(table_id, number), _update(record, number, seats_info)))
    return updates


def bots_turn(record: TableRecord, seat: int) -> Update:
    """The update of an awaited bot once more."""
    return Update(subjects.bot_seat(record.state.table_id, seat), update_for(record, seat))


def update_for(record: TableRecord, seat: int | None) -> bytes:
    """The SeatUpdate of one seat, or of a spectator, serialized."""
    return update_since([record], record, seat)


def update_since(missed: Iterable[TableRecord], record: TableRecord, seat: int | None) -> bytes:
    """The table by its last record, with what happened in the missed ones (itself among them, if missed)."""
    table = info(record, for_seat=seat is not None).SerializeToString()
    events = [event for each in missed for event in _events(each, seat)]
    return SeatUpdate(table=table, seat=seat, events=events, view=_view(record.state, seat)).SerializeToString()


def listed(state: TableState) -> bool:
    """Whether the lobby shows the table."""
    return state.status == TABLE_STATUS_OPEN and not state.unlisted


def info(record: TableRecord, *, for_seat: bool) -> TableInfo:
    """The table without the game. Only its seats see a private table's code and, once the match has ended, the
    shuffle's seed and the chain of the match's records."""
    state = record.state
    begun = state.started_ms > 0
    reveals = for_seat and match_is_over(state)
    return TableInfo(
        table_id=state.table_id,
        epoch=state.epoch,
        version=record.version,
        status=state.status,
        ruleset=state.ruleset,
        seats=[_seat_info(state, number) for number in range(len(state.seats))],
        creator_id=state.creator_id,
        commitment=commitment(state.server_seed),
        server_seed=state.server_seed.hex() if reveals else "",
        chain=state.match_chain.hex() if reveals else "",
        opened_ms=state.opened_ms,
        match_id=subjects.match_id(state.table_id, state.epoch) if begun else "",
        now_ms=record.time_ms,
        starts_when_full=not state.manual_start,
        listed=not state.unlisted,
        ranked=state.ranked,
        stake=state.stake,
        turn_seconds=round(state.turn_ms / 1000),
        bank_seconds=round(state.bank_ms / 1000),
        code=state.code if for_seat else "",
        has_password=bool(state.password_hash),
        spectators_allowed=not state.no_spectators,
        rematch=_rematch_offer(state),
        start_refusal=state.start_refusal if state.HasField("start_refusal") else None,
        void_reason=state.void_reason,
    )


def _rematch_offer(state: TableState) -> RematchOffer | None:
    if not state.HasField("rematch"):
        return None
    return RematchOffer(
        wanted_by=[number for number, seat in enumerate(state.seats) if seat.wants_rematch],
        commitment=commitment(state.rematch.server_seed),
        until_ms=state.rematch.until_ms,
    )


def _seat_info(state: TableState, number: int) -> SeatInfo:
    seat = state.seats[number]
    player = seat.player
    return SeatInfo(
        seat=number,
        player_id=player.player_id,
        name=player.name,
        avatar=player.avatar,
        bot=player.bot,
        guest=player.guest,
        deadline_ms=seat.deadline_ms,
        bank_ms=seat.bank_ms,
    )


def _update(record: TableRecord, seat: int | None, table: bytes) -> bytes:
    return SeatUpdate(
        table=table, seat=seat, events=_events(record, seat), view=_view(record.state, seat)
    ).SerializeToString()


def _events(record: TableRecord, seat: int | None) -> list[bytes]:
    return [event.event for event in record.events if event.all_seats or _among(event.seat_mask, seat)]


def _view(state: TableState, seat: int | None) -> bytes | None:
    if not state.engine_state:
        return None
    return state.spectator_view if seat is None else state.seat_views[seat]


def _among(seat_mask: int, seat: int | None) -> bool:
    return seat is not None and bool(seat_mask >> seat & 1)
