"""Players' standings, as pairing reads them (truco.portal.v1.Standing)."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import chain, islice
from uuid import UUID

from django.utils import timezone

from truco.portal.v1 import standing_pb2
from web.accounts import services as accounts
from web.history import services as history
from web.ratings import services as ratings

RIVAL_FOR = timedelta(minutes=30)
MOST_RIVALS = 10


def standings(keys: Collection[str]) -> Mapping[str, bytes]:
    """The standing of each player, by id; those of whom there is nothing to say are left out."""
    players = [UUID(key) for key in keys]
    rated, blocks = ratings.ratings_of(players), accounts.blocks_of(players)
    rivals = history.rivals_of(players, timezone.now() - RIVAL_FOR)
    built = {
        player.hex: standing_pb2.Standing(
            ratings=[_rating(rating) for rating in rated.get(player, [])],
            blocked=[blocked.hex for blocked in blocks.get(player, [])],
            rivals=list(islice(_rivals(rivals.get(player, {})), MOST_RIVALS)),
        ).SerializeToString()
        for player in players
    }
    return {key: payload for key, payload in built.items() if payload}


def players() -> Iterable[UUID]:
    """Everybody of whom there is something to say; some more than once."""
    since = timezone.now() - RIVAL_FOR
    return chain(ratings.rated_players(), accounts.blocking_players(), history.recent_players(since))


def _rating(rating: ratings.Rating) -> standing_pb2.Rating:
    return standing_pb2.Rating(
        preset=rating.preset,
        seats=rating.seats,
        mu=rating.mu,
        sigma=ratings.uncertainty(rating),
        games=rating.games,
    )


def _rivals(met: Mapping[UUID, datetime]) -> Iterator[standing_pb2.Rival]:
    for player, at in met.items():
        yield standing_pb2.Rival(player_id=player.hex, ended_ms=round(at.timestamp() * 1000))
