"""Players who wait, as the matchmaker's tests need them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from services.tables.matchmaking.members import Member
from services.tables.matchmaking.pairing import Seating
from services.tables.matchmaking.rules import Rules
from services.tables.matchmaking.waiting import Waiting
from truco.play.v1.play_pb2 import SEEK_STATE_WAITING, SeekRequest
from truco.portal.v1.standing_pb2 import Rating, Rival, Standing
from truco.tables.v1.seeks_pb2 import Ticket
from truco.tables.v1.tables_pb2 import Player

NOW_MS = 1_800_000_000_000
RULES = Rules()


@dataclass(frozen=True)
class Waiter:
    """Somebody who waits for so long, and what matters of the player."""

    name: str
    waited_ms: int = 0
    mu: float = 25.0
    party: str = ""
    party_size: int = 1
    blocks: tuple[str, ...] = ()
    rivals: tuple[tuple[str, int], ...] = ()
    """Whom the player met, and how many milliseconds ago."""
    bots_after_seconds: int = 0
    stake: int = 0
    ranked: bool = False
    bot: bool = False

    def ticket(self, seats: int) -> Ticket:
        """The player's ticket."""
        seek = SeekRequest(
            request_id=f"request-{self.name}",
            client_id=f"client-{self.name}",
            preset="maestro",
            seats=seats,
            party=self.party,
            party_size=self.party_size,
            bots_after_seconds=self.bots_after_seconds,
            stake=self.stake,
            ranked=self.ranked,
        )
        return Ticket(
            player=Player(player_id=self.name, bot=self.bot),
            seek=seek,
            gateway="gateway",
            since_ms=NOW_MS - self.waited_ms,
            state=SEEK_STATE_WAITING,
            standing=self.standing(seats),
        )

    def standing(self, seats: int) -> Standing:
        """The player's standing."""
        return Standing(
            ratings=[Rating(preset="maestro", seats=seats, mu=self.mu, sigma=2)],
            blocked=self.blocks,
            rivals=[Rival(player_id=name, ended_ms=NOW_MS - ago) for name, ago in self.rivals],
        )


def waiting(waiters: Iterable[Waiter], seats: int = 2, rules: Rules = RULES, *, loading: bool = False) -> Waiting:
    """All of them, waiting."""
    room = Waiting(rules, loading=loading)
    for number, waiter in enumerate(waiters, 1):
        room.put(waiter.ticket(seats), number)
    return room


def seated(room: Waiting, now_ms: int = NOW_MS) -> list[Seating]:
    """All who are seated now."""
    return [seating for seating in room.seatings(now_ms) if seating]


def names(seating: Seating) -> set[str]:
    """Who sits at a table."""
    return {member.player_id for member in seating.members}


def teams(seating: Seating) -> tuple[list[str], list[str]]:
    """Who sits in which team."""
    of: Mapping[int, Sequence[Member | None]] = {team: seating.seats[team::2] for team in (0, 1)}
    first, second = ([member.player_id for member in of[team] if member] for team in (0, 1))
    return first, second
