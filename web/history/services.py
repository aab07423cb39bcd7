"""What can be done with matches that have ended."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from services.common import subjects
from services.common.subjects import STANDING_BUCKET
from truco.tables.v1 import tables_pb2
from web.accounts import services as accounts
from web.common.keyset import Moment, Page, page
from web.credits import services as credits
from web.history.ended import time_of, write_seats
from web.history.filters import EVERYTHING, Filters
from web.history.models import Match, Outcome
from web.history.models import MatchSeat as MatchSeat  # what every app calls a seat at a match
from web.history.record import SeatedPlayer
from web.outbox.services import announce

PAGE_SIZE = 20


@transaction.atomic
def store_unfinished(outcome: Outcome, record: tables_pb2.TableRecord) -> bool:
    """Gives a voided or abandoned match's stakes back and, if it had begun, writes it; False when done before.

    A hold that comes later is barred. A table that was given up while it was open never asked for one.
    """
    state, match_id = record.state, _unfinished_id(record)
    begun = bool(state.started_ms) and match_id == subjects.match_id(state.table_id, state.epoch)
    if outcome is Outcome.ABANDONED and not begun:
        return False
    credits.release_stakes(match_id)
    if not begun:
        return False
    match, new = Match.objects.get_or_create(
        id=match_id,
        defaults={
            "table_id": state.table_id,
            "outcome": outcome,
            "void_reason": record.voided.reason,
            "preset": state.ruleset.preset,
            "target": _target(state),
            "size": len(state.seats),
            "score": list(state.position.score),
            "chicos": list(state.position.chicos),
            "stake": state.stake,
            "started_at": time_of(state.started_ms),
            "finished_at": time_of(record.time_ms),
        },
    )
    if new:
        seated = [_seated(number, seat) for number, seat in enumerate(state.seats)]
        players = write_seats([(match, seated)])[match_id]
        announce(STANDING_BUCKET, (player.hex for player in players.values()))
    return new


def matches_of(
    player: UUID, before: str | None = None, limit: int = PAGE_SIZE, filters: Filters = EVERYTHING
) -> Page[MatchSeat]:
    """The player's seats at matches that have ended, the latest first, with each match's seats at hand.

    `before` is the `next` of the page that came before. Raises InvalidInput (BAD_REQUEST) for any other text.
    """
    seats = MatchSeat.objects.filter(filters.condition, player=player)
    if before is not None:
        at, pk = Moment.read(before)
        seats = seats.filter(Q(ended_at__lt=at) | Q(ended_at=at, pk__lt=pk), ended_at__lte=at)
    found = seats.select_related("match").defer("match__record").prefetch_related("match__seats")
    return page(list(found.order_by("-ended_at", "-pk")[: limit + 1]), limit, _place)


def match_of(player: UUID, match_id: str) -> MatchSeat | None:
    """The player's seat at one match; None for a match that is not theirs."""
    return MatchSeat.objects.filter(player=player, match=match_id).select_related("match").order_by("seat").first()


def record_of(match_id: str) -> dict[str, Any] | None:
    """The stored record of a match that has finished; None for any other."""
    return Match.objects.filter(pk=match_id).values_list("record", flat=True).first()


def seats_at(player: UUID, match_ids: Collection[str]) -> dict[str, MatchSeat]:
    """The player's seats at these matches, with each match's seats at hand; those that have not ended are left out."""
    seats = MatchSeat.objects.filter(player=player, match__in=match_ids).select_related("match")
    return {seat.match_id: seat for seat in seats.defer("match__record").prefetch_related("match__seats")}


def rivals_of(players: Collection[UUID], since: datetime) -> dict[UUID, dict[UUID, datetime]]:
    """Whom each of these players met since, in the other team, and when the last such match ended, the latest first."""
    own = MatchSeat.objects.filter(player__in=players, ended_at__gte=since).select_related("match")
    met: dict[UUID, dict[UUID, datetime]] = {}
    for seat in own.defer("match__record").prefetch_related("match__seats").order_by("-ended_at"):
        for other in seat.match.seats.all():
            if seat.player_id and other.player_id and other.team != seat.team:
                met.setdefault(seat.player_id, {}).setdefault(other.player_id, seat.ended_at)
    return met


def recent_players(since: datetime) -> Iterable[UUID]:
    """Everybody whose match ended since."""
    seats = MatchSeat.objects.filter(match__finished_at__gte=since, player__isnull=False)
    return seats.order_by().values_list("player_id", flat=True).distinct().iterator()


def players_with_matches(ids: Collection[UUID]) -> set[UUID]:
    """Which of these players have matches."""
    found = MatchSeat.objects.filter(player__in=ids).values_list("player_id", flat=True)
    return {player for player in found if player is not None}


def anonymise(ids: Collection[UUID]) -> None:
    """Takes these players' names out of the matches that they played."""
    MatchSeat.objects.filter(player__in=ids).update(name=accounts.ANONYMOUS, avatar="")
    hidden = {player.hex for player in ids}
    for match in Match.objects.filter(pk__in=MatchSeat.objects.filter(player__in=ids).values("match")).iterator():
        if match.record is not None:
            Match.objects.filter(pk=match.pk).update(record=_without_names(match.record, hidden))


def _without_names(record: dict[str, Any], hidden: Collection[str]) -> dict[str, Any]:
    blank = {"name": accounts.ANONYMOUS, "avatar": ""}
    players = [player | blank if player["player_id"] in hidden else player for player in record["players"]]
    return record | {"players": players}


def _place(seat: MatchSeat) -> Moment:
    return Moment(seat.ended_at, seat.pk)


def _unfinished_id(record: tables_pb2.TableRecord) -> str:
    """The match that the record ended. The state may be that of the match to come; records of format 1 name none."""
    return record.ended_match_id or subjects.match_id(record.state.table_id, record.state.epoch)


def _target(state: tables_pb2.TableState) -> int | None:
    options = state.ruleset.options
    return options.target if options.HasField("target") else None


def _seated(number: int, seat: tables_pb2.SeatState) -> SeatedPlayer:
    player = seat.player
    return SeatedPlayer(
        seat=number,
        player_id=player.player_id,
        name=player.name,
        avatar=player.avatar,
        guest=player.guest,
        bot=player.bot,
    )
