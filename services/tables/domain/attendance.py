"""Who has a stream open at which table, as gateways tell. Kept in memory by each shard's worker and recorded nowhere.

Nobody is punished for the platform's own trouble: who is unknown to a worker was there a moment ago; what a gateway
that dies had told counts until it has been silent for a while; and while no gateway speaks at all, nobody is away.
Gateways that are busy speak late: who is silent for no longer than twice what others have been lately is not away.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Self

from services.common.subjects import shard_of
from services.tables.domain.absence import Away

LATE_MS: Final = 5_000
"""A worker that has not looked for so long was frozen or cut off, and knows nothing any more."""
_PACE_MS: Final = 60_000
"""How late gateways speak is known of this minute and the one before."""


@dataclass(slots=True)
class _Pace:
    """The longest times between two words of a gateway about the same player."""

    since_ms: int = 0
    now: int = 0
    before: int = 0

    def note(self, gap_ms: int, now_ms: int) -> None:
        """A gateway speaks of a player again after so long."""
        if now_ms - self.since_ms >= _PACE_MS:
            self.since_ms, self.before, self.now = now_ms, self.now, 0
        self.now = max(self.now, gap_ms)


class _Calm(NamedTuple):
    """One table whose players are all there, as a single gateway says: nearly every table, and a third of a _Room."""

    since_ms: int
    """When this worker first heard of the table."""
    seen_ms: int
    """When the gateway last spoke of the players."""
    gateway: str
    players: str
    """Their ids in order, with blanks between them: ids have none, being parts of subjects."""

    @property
    def told(self) -> Away:
        """Who is away, as the seats were told last."""
        return {}

    def away_since(self, player_id: str, now_ms: int, silence_ms: int) -> int | None:
        """Since when the player is away; None for who is there."""
        last = self.seen_ms if player_id in self.players.split() else self.since_ms
        return last if now_ms - last >= silence_ms else None

    def needs_look(self, now_ms: int, silence_ms: int) -> bool:
        """Whether somebody may be away."""
        return now_ms - self.seen_ms >= silence_ms and self.players != ""


@dataclass(slots=True)
class _Room:
    """One table's players."""

    since_ms: int
    """When this worker first heard of the table."""
    seen: dict[tuple[str, str], int] = field(default_factory=dict)
    """When a gateway last spoke of a player."""
    gone: dict[str, int] = field(default_factory=dict)
    """When a player's last stream was closed."""
    told: Away = field(default_factory=dict)
    """Who is away, as the seats were told last."""
    suspect_ms: int = 0
    """When the table itself last thought that somebody is away."""

    @classmethod
    def of(cls, calm: _Calm) -> Self:
        """The same, for more to be said of it."""
        return cls(calm.since_ms, {(player, calm.gateway): calm.seen_ms for player in calm.players.split()})

    def away_since(self, player_id: str, now_ms: int, silence_ms: int) -> int | None:
        """Since when the player is away; None for who is there."""
        if player_id in self.gone:
            return self.gone[player_id]
        last = max((at for (player, _), at in self.seen.items() if player == player_id), default=self.since_ms)
        return last if now_ms - last >= silence_ms else None

    def needs_look(self, now_ms: int, silence_ms: int) -> bool:
        """Whether somebody may be away, or was."""
        if self.gone or self.told or now_ms - self.suspect_ms < 2 * silence_ms:
            return True
        return any(now_ms - at >= silence_ms for at in self.seen.values())

    def is_calm(self, gateway: str, now_ms: int, silence_ms: int) -> bool:
        """Whether all that is known is what a gateway says at this moment."""
        heard = all(by == gateway and at == now_ms for (_, by), at in self.seen.items())
        return heard and not self.needs_look(now_ms, silence_ms)


class Attendance:
    """The tables that a worker has heard of since it serves their shards."""

    def __init__(self, silence_ms: int) -> None:
        self._least_silence_ms = silence_ms
        self._pace = _Pace()
        self._rooms: dict[str, _Calm | _Room] = {}
        self._heard_ms = 0
        self._looked_ms = 0

    def gateway_lives(self, now_ms: int) -> None:
        """A gateway spoke. After a time in which none did, nothing is known any more."""
        if now_ms - self._heard_ms >= self._least_silence_ms:
            self._rooms.clear()
        self._heard_ms = now_ms

    def here(self, gateway: str, table_id: str, player_ids: Iterable[str], now_ms: int) -> None:
        """A gateway has streams of these players open."""
        players = " ".join(sorted(player_ids))
        known = self._rooms.get(table_id)
        if known is None or (isinstance(known, _Calm) and (known.gateway, known.players) == (gateway, players)):
            if known and players:
                self._pace.note(now_ms - known.seen_ms, now_ms)
            self._rooms[table_id] = _Calm(known.since_ms if known else now_ms, now_ms, gateway, players)
            return
        room = self._room(table_id, now_ms)
        for player_id in players.split():
            self._pace.note(now_ms - room.seen.get((player_id, gateway), now_ms), now_ms)
            room.seen[player_id, gateway] = now_ms
            room.gone.pop(player_id, None)
        if room.is_calm(gateway, now_ms, self._silence_ms):
            everybody = " ".join(sorted(player for player, _ in room.seen))
            self._rooms[table_id] = _Calm(room.since_ms, now_ms, gateway, everybody)

    def left(self, gateway: str, table_id: str, player_ids: Iterable[str], now_ms: int) -> None:
        """A gateway has no stream of these players open any more; another one may."""
        room = self._room(table_id, now_ms)
        for player_id in player_ids:
            room.seen.pop((player_id, gateway), None)
            others = (at for (player, _), at in room.seen.items() if player == player_id)
            if all(now_ms - at >= self._silence_ms for at in others):
                room.gone.setdefault(player_id, now_ms)

    def suspect(self, table_id: str, now_ms: int) -> None:
        """A table where a match is being played thinks that somebody is away."""
        self._room(table_id, now_ms).suspect_ms = now_ms

    def forget(self, table_id: str) -> None:
        """The table's match is over."""
        self._rooms.pop(table_id, None)

    def keep(self, shards: Collection[int]) -> None:
        """Forgets the tables of all other shards: their workers hear of them now."""
        for table_id in [each for each in self._rooms if shard_of(each) not in shards]:
            del self._rooms[table_id]

    def look(self, now_ms: int) -> Iterator[str]:
        """The tables where somebody may be away, or was; none while no gateway speaks."""
        late = now_ms - self._looked_ms >= LATE_MS
        self._looked_ms = now_ms
        if late:
            self._rooms.clear()
        if now_ms - self._heard_ms >= self._least_silence_ms:
            return iter(())
        return iter([each for each, room in self._rooms.items() if room.needs_look(now_ms, self._silence_ms)])

    def away(self, table_id: str, people: Mapping[int, str], now_ms: int) -> Away:
        """Who of a table's people, player ids by seat, is away since when."""
        room = self._rooms.get(table_id)
        if room is None:
            return {}
        since = {seat: room.away_since(player, now_ms, self._silence_ms) for seat, player in people.items()}
        return {seat: at for seat, at in since.items() if at is not None}

    def told(self, table_id: str) -> Away:
        """Who is away, as the table's seats were told last."""
        room = self._rooms.get(table_id)
        return room.told if room else {}

    def tell(self, table_id: str, away: Away) -> bool:
        """Notes what the seats are told now; says whether it is news."""
        known = self._rooms.get(table_id)
        if known is None or known.told == away:
            return False
        self._room(table_id, known.since_ms).told = dict(away)
        return True

    @property
    def _silence_ms(self) -> int:
        """So long after the last word a player is away."""
        return max(self._least_silence_ms, 2 * max(self._pace.now, self._pace.before))

    def _room(self, table_id: str, now_ms: int) -> _Room:
        known = self._rooms.get(table_id)
        if isinstance(known, _Room):
            return known
        room = self._rooms[table_id] = _Room.of(known) if known else _Room(now_ms)
        return room
