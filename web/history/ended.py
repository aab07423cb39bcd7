"""Finished matches, any number at once: the history, the stakes, the ratings and what others are to hear, in one
transaction, with the same number of statements for one as for many."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import JSONField, TextField, Value
from django.db.models.functions import Cast

from services.common.subjects import STANDING_BUCKET
from web.accounts import services as accounts
from web.credits import services as credits
from web.history.models import Match, MatchSeat, Outcome
from web.history.record import MatchRecord, SeatedPlayer
from web.outbox.services import announce
from web.ratings import services as ratings

Players = Mapping[int, UUID]
"""The player of each seat that has one here."""

_TRIES: Final = 5


@dataclass(frozen=True)
class Finished:
    """A match that has finished: its record as it is read, and the JSON as it came, to be kept."""

    record: MatchRecord
    text: str

    @property
    def id(self) -> str:
        """The match's id."""
        return self.record.match.id


@transaction.atomic
def store_finished(ended: Sequence[Finished]) -> set[str]:
    """Writes finished matches, settles their stakes and rates their players, all or nothing.

    Returns the ids of those that were not there before; the others are left. Raises what the credits refuse.
    """
    matches = _write_matches({each.id: each for each in ended})
    records = {each.id: each.record for each in ended if each.id in matches}
    players = write_seats([(matches[match_id], record.players) for match_id, record in records.items()])
    credits.settle_all({match_id: _winners(matches[match_id], players[match_id]) for match_id in records})
    _rate(matches, players)
    announce(STANDING_BUCKET, (player.hex for seated in players.values() for player in seated.values()))
    return set(records)


def write_seats(seated: Iterable[tuple[Match, Sequence[SeatedPlayer]]]) -> dict[str, Players]:
    """Writes who sat where; returns the players that each match had here, by match id."""
    seated = list(seated)
    ids = {found for _, players in seated for player in players if (found := _uuid(player.player_id))}
    known = accounts.known(ids)
    rows = [_seat(match, player, known) for match, players in seated for player in players]
    MatchSeat.objects.bulk_create(rows)
    own: dict[str, dict[int, UUID]] = {match.pk: {} for match, _ in seated}
    for row in rows:
        if row.player_id:
            own[row.match_id][row.seat] = row.player_id
    return {**own}


def time_of(ms: int) -> datetime:
    """The moment of so many Unix milliseconds."""
    return datetime.fromtimestamp(ms / 1000, UTC)


def _write_matches(ended: Mapping[str, Finished]) -> dict[str, Match]:
    """Writes the matches that are not there, in the order of their ids; returns those. Another consumer may be at some
    of them: then it is waited for, and looked again."""
    for attempt in range(_TRIES):
        known = set(Match.objects.filter(pk__in=ended.keys()).values_list("pk", flat=True))
        fresh = [_match(ended[match_id]) for match_id in sorted(ended.keys() - known)]
        try:
            with transaction.atomic():
                Match.objects.bulk_create(fresh)
        except IntegrityError:
            if attempt == _TRIES - 1:
                raise
        else:
            return {match.pk: match for match in fresh}
    raise AssertionError("the last try returns or raises")


def _match(ended: Finished) -> Match:
    record, times, result = ended.record, ended.record.times, ended.record.result
    return Match(
        id=ended.id,
        table_id=record.match.table_id,
        outcome=Outcome.FINISHED,
        preset=record.preset,
        target=record.options.get("target"),
        size=record.seats,
        score=result.score,
        chicos=result.chicos,
        winner=result.winner,
        stake=record.stake,
        ranked=record.match.ranked,
        started_at=time_of(times.started_ms),
        finished_at=time_of(times.finished_ms),
        record=Cast(Value(ended.text, TextField()), JSONField()),  # the database reads it: nobody else needs to
    )


def _seat(match: Match, player: SeatedPlayer, known: set[UUID]) -> MatchSeat:
    found = _uuid(player.player_id)
    return MatchSeat(
        match=match,
        seat=player.seat,
        player_id=found if found in known else None,
        name=player.name,
        avatar=player.avatar,
        guest=player.guest,
        bot=player.bot,
        ended_at=match.finished_at,
        preset=match.preset,
        size=match.size,
        result=match.result_for(player.seat),
    )


def _winners(match: Match, players: Players) -> list[UUID]:
    return [player for seat, player in players.items() if seat % 2 == match.winner]


def _rate(matches: Mapping[str, Match], players: Mapping[str, Players]) -> None:
    """Rates the ranked matches whose seats were all registered people's, in the order in which they ended. A forfeit is
    a loss of the whole team."""
    ranked = [match for match in matches.values() if match.ranked and match.winner is not None]
    people = accounts.registered({player for match in ranked for player in players[match.pk].values()})
    full = [match for match in ranked if len(people.intersection(players[match.pk].values())) == match.size]
    ratings.rate_all([_played(match, players[match.pk]) for match in sorted(full, key=lambda each: each.finished_at)])


def _played(match: Match, players: Players) -> ratings.Played:
    teams = [[players[seat] for seat in range(team, match.size, 2)] for team in (0, 1)]
    return ratings.Played(match.pk, match.preset, teams, match.winner or 0, match.finished_at)


def _uuid(text: str) -> UUID | None:
    """The id of a player of ours; the platform's bots have other ids."""
    try:
        return UUID(text)
    except ValueError:
        return None
