"""Who waits: players, alone or as a party that sits in one team."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from services.tables.matchmaking.queue import Queue, queue_of
from services.tables.matchmaking.rules import Rules
from truco.portal.v1.standing_pb2 import Standing
from truco.tables.v1.seeks_pb2 import Ticket

UNRATED_MU: Final = 25.0
"""The rating of who has none: OpenSkill's."""
_NOBODY: Final[Mapping[str, int]] = MappingProxyType({})
"""Shared: most who wait have no recent rival."""


class Member:
    """One player's live ticket, and what pairing needs to know of the player."""

    __slots__ = ("blocked", "bots_after_ms", "mu", "player_id", "queue", "rivals", "sequence", "since_ms", "ticket")

    def __init__(self, ticket: Ticket, sequence: int, standing: Standing) -> None:
        """`sequence` is the ticket's in the stream: what is written over it names it."""
        self.ticket = ticket
        self.sequence = sequence
        self.player_id = ticket.player.player_id
        self.queue: Queue = queue_of(ticket)
        self.since_ms = ticket.since_ms
        self.bots_after_ms = ticket.seek.bots_after_seconds * 1000
        self.mu = _mu(standing, self.queue)
        self.blocked = frozenset(standing.blocked)
        rivals = standing.rivals
        self.rivals = {rival.player_id: rival.ended_ms for rival in rivals} if rivals else _NOBODY

    def may_meet(self, other: "Member", now_ms: int, rules: Rules) -> bool:
        """Whether the two may sit at one table now."""
        if other.player_id in self.blocked or self.player_id in other.blocked:
            return False
        met_ms = max(self.rivals.get(other.player_id, 0), other.rivals.get(self.player_id, 0))
        if met_ms <= now_ms - rules.rival_ms:
            return True
        return now_ms - max(self.since_ms, other.since_ms) >= rules.rival_wait_ms


_NUMBERS = itertools.count()


@dataclass(slots=True, eq=False)
class Unit:
    """Players that are seated together or not at all: one alone, or a party that is complete."""

    members: tuple[Member, ...]
    since_ms: int
    """Since when it is complete."""
    rating: float
    waiting: bool = True
    """Whether it is still there to be seated."""
    number: int = 0
    """Tells apart those of the same time."""

    @property
    def size(self) -> int:
        """How many players it has."""
        return len(self.members)

    @property
    def bots_after_ms(self) -> int:
        """After how much waiting bots may take the seats left, all members willing; 0 for never."""
        wishes = [member.bots_after_ms for member in self.members]
        return max(wishes) if all(wishes) else 0

    def may_meet(self, other: "Unit", now_ms: int, rules: Rules) -> bool:
        """Whether all of the one may sit at a table with all of the other, but for how far apart they are."""
        return all(a.may_meet(b, now_ms, rules) for a in self.members for b in other.members)


def unit_of(members: tuple[Member, ...]) -> Unit:
    """Makes a unit; a party counts with its mean."""
    if len(members) == 1:
        return Unit(members, members[0].since_ms, members[0].mu, number=next(_NUMBERS))
    rating = sum(member.mu for member in members) / len(members)
    return Unit(members, max(member.since_ms for member in members), rating, number=next(_NUMBERS))


def _mu(standing: Standing, queue: Queue) -> float:
    for each in standing.ratings:
        if each.seats == queue.seats and each.preset == queue.preset:
            return each.mu
    return UNRATED_MU
