"""What can be done with matches that have ended."""

from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime
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
from web.history.filters import EVERYTHING, Filters
from web.history.models import Match, MatchSeat, Outcome
from web.history.record import MatchRecord, SeatedPlayer
from web.outbox.services import announce
from web.ratings import services as ratings

PAGE_SIZE = 20


@transaction.atomic
def store_finished(record: MatchRecord, stored: dict[str, Any]) -> bool:
    """Writes a finished match, settles its stakes and rates its players, all or nothing; False when done before.

    `stored` is the record as it came, to be kept.
    """
    times, result = record.times, record.result
    match, new = Match.objects.get_or_create(
        id=record.match.id,
        defaults={
            "table_id": record.match.table_id,
            "outcome": Outcome.FINISHED,
            "preset": record.preset,
            "target": record.options.get("target"),
            "size": record.seats,
            "score": result.score,
            "chicos": result.chicos,
            "winner": result.winner,
            "stake": record.stake,
            "ranked": record.match.ranked,
            "started_at": _time(times.started_ms),
            "finished_at": _time(times.finished_ms),
            "record": stored,
        },
    )
    if new:
        players = _write_seats(match, record.players)
        credits.settle(match.id, [player for seat, player in players.items() if seat % 2 == result.winner])
        _rate(match, players)
        announce(STANDING_BUCKET, (player.hex for player in players.values()))
    return new


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
            "started_at": _time(state.started_ms),
            "finished_at": _time(record.time_ms),
        },
    )
    if new:
        players = _write_seats(match, [_seated(number, seat) for number, seat in enumerate(state.seats)])
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


def _write_seats(match: Match, seated: Iterable[SeatedPlayer]) -> dict[int, UUID]:
    """Writes who sat where; returns the player of each seat that has one here."""
    seated = list(seated)
    ids = {player.seat: found for player in seated if (found := _uuid(player.player_id))}
    known = accounts.known(ids.values())
    players = {seat: player for seat, player in ids.items() if player in known}
    MatchSeat.objects.bulk_create(
        MatchSeat(
            match=match,
            seat=player.seat,
            player_id=players.get(player.seat),
            name=player.name,
            avatar=player.avatar,
            guest=player.guest,
            bot=player.bot,
            ended_at=match.finished_at,
            preset=match.preset,
            size=match.size,
            result=match.result_for(player.seat),
        )
        for player in seated
    )
    return players


def _rate(match: Match, players: Mapping[int, UUID]) -> None:
    """Rates a ranked match, if every seat was a registered person's. A forfeit is a loss of the whole team."""
    if not match.ranked or match.winner is None or len(accounts.registered(players.values())) < match.size:
        return
    teams = [[players[seat] for seat in range(team, match.size, 2)] for team in (0, 1)]
    ratings.rate(ratings.Played(match.id, match.preset, teams, match.winner, match.finished_at))


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


def _uuid(text: str) -> UUID | None:
    """The id of a player of ours; the platform's bots have other ids."""
    try:
        return UUID(text)
    except ValueError:
        return None


def _time(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)
