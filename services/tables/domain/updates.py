"""What each viewer gets of a record: complete in itself, and nothing that it may not know (architecture 4.4)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from services.common import subjects
from services.common.fairness.shuffle import commitment
from services.tables.domain import spectating
from services.tables.domain.seats import awaited_seats, played_by_bots, taken
from services.tables.domain.table import match_is_over
from truco.play.v1.play_pb2 import TABLE_STATUS_OPEN, AwaySeat, RematchOffer, SeatInfo, TableInfo, TablePresence
from truco.tables.v1.tables_pb2 import SeatUpdate, TableRecord, TableState


@dataclass(frozen=True, slots=True)
class Update:
    """A message to one audience."""

    subject: str
    data: bytes


def fan_out(record: TableRecord, now_ms: int, table: bytes = b"") -> list[Update]:
    """One update for every person's seat, and for the platform's bots that must move; then what spectators may see.

    `table` is the seats' TableInfo of the record and the time, serialized, when that is at hand.
    """
    state = record.state
    table_id = state.table_id
    table = table or info(record, now_ms, for_seat=True).SerializeToString()
    awaited = awaited_seats(state)
    updates = []
    for number, seat in enumerate(state.seats):
        if not seat.platform_bot and taken(seat):
            updates.append(
                Update(subjects.seat(table_id, number), _update(_events(record, number), record, number, table))
            )
        if number in awaited and played_by_bots(seat):
            updates.append(
                Update(subjects.bot_seat(table_id, number), _update(_events(record, number), record, number, table))
            )
    return [*updates, *_for_spectators(record, now_ms)]


def bots_turn(record: TableRecord, seat: int, now_ms: int) -> Update:
    """The update of an awaited bot once more."""
    return Update(subjects.bot_seat(record.state.table_id, seat), update_for(record, seat, now_ms))


def update_for(record: TableRecord, seat: int | None, now_ms: int) -> bytes:
    """The SeatUpdate of one seat, or of a spectator, serialized, as it is sent now."""
    return update_since([record], record, seat, now_ms)


def update_since(missed: Iterable[TableRecord], record: TableRecord, seat: int | None, now_ms: int) -> bytes:
    """The table by its last record, with what happened in the missed ones (itself among them, if missed).

    A spectator gets the table without the game: that comes hand by hand.
    """
    if seat is None:
        return SeatUpdate(table=_without_hand(info(record, now_ms, for_seat=False))).SerializeToString()
    events = [event for each in missed for event in _events(each, seat)]
    return _update(events, record, seat, info(record, now_ms, for_seat=True).SerializeToString())


def hand_for_spectators(record: TableRecord, now_ms: int) -> bytes:
    """The SeenHand of a record that ended a hand, serialized, as it is sent now."""
    return spectating.seen_hand(record, info(record, now_ms, for_seat=False).SerializeToString())


def _for_spectators(record: TableRecord, now_ms: int) -> list[Update]:
    """One message for each hand that has ended, and the table where no hand is being played."""
    state = record.state
    if spectating.shows_hand(record):
        if not spectating.allowed(state):
            return []
        return [Update(subjects.watch(state.table_id, subjects.HAND), hand_for_spectators(record, now_ms))]
    if spectating.is_public(state):
        return [Update(subjects.watch(state.table_id), update_for(record, None, now_ms))]
    return []


def _without_hand(table: TableInfo) -> bytes:
    """Without what would tell of the hand that is being played: whose time runs."""
    for seat in table.seats:
        seat.deadline_ms = seat.bank_ms = 0
    return table.SerializeToString()


def presence_of(table_id: str, away: Mapping[int, int], now_ms: int) -> bytes:
    """The TablePresence that tells seats who is away since when, serialized, as it is sent now."""
    seats = [AwaySeat(seat=seat, since_ms=since_ms) for seat, since_ms in sorted(away.items())]
    return TablePresence(table_id=table_id, away=seats, now_ms=now_ms).SerializeToString()


def listed(state: TableState) -> bool:
    """Whether the lobby shows the table."""
    return state.status == TABLE_STATUS_OPEN and not state.unlisted


def info(record: TableRecord, now_ms: int, *, for_seat: bool) -> TableInfo:
    """The table without the game, as it is sent now. Only its seats see a private table's code and, once the match has
    ended, the shuffle's seed and the chain of the match's records."""
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
        now_ms=now_ms,
        starts_when_full=not state.manual_start,
        listed=not state.unlisted,
        ranked=state.ranked,
        stake=state.stake,
        turn_seconds=round(state.turn_ms / 1000),
        bank_seconds=round(state.bank_ms / 1000),
        code=state.code if for_seat else "",
        has_password=bool(state.password_hash),
        spectators_allowed=spectating.allowed(state),
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
        stand_in=seat.stand_in,
    )


def _update(events: Iterable[bytes], record: TableRecord, seat: int, table: bytes) -> bytes:
    state = record.state
    view = state.seat_views[seat] if state.engine_state else None
    return SeatUpdate(table=table, seat=seat, events=events, view=view).SerializeToString()


def _events(record: TableRecord, seat: int) -> list[bytes]:
    return [event.event for event in record.events if event.all_seats or event.seat_mask >> seat & 1]
