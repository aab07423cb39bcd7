"""All who wait in the queues of one shard, in the memory of the shard's leader. What is stored is the truth: every new
leader makes this from it anew, and it follows."""

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from services.tables.matchmaking.members import Member, Unit, unit_of
from services.tables.matchmaking.pairing import Seating, seat
from services.tables.matchmaking.parties import Parties, party_of
from services.tables.matchmaking.pool import Pool
from services.tables.matchmaking.queue import Queue
from services.tables.matchmaking.rules import Rules
from truco.portal.v1.standing_pb2 import Standing
from truco.tables.v1.seeks_pb2 import Ticket

_LOOK_AGAIN_MS: Final = 2_000
"""Who has found nobody is looked at again so soon while the window grows."""
_LOOK_RARELY_MS: Final = 15_000

_Due = tuple[int, int, Unit]
"""When, the unit's number, the unit."""


class Waiting:
    """Who waits, in which unit, and whom to look at next."""

    def __init__(self, rules: Rules, *, loading: bool = False) -> None:
        """While it is `loading` others may wait of whom it does not know yet: nobody gets bots in their stead."""
        self._rules = rules
        self._loading = loading
        self._members: dict[str, Member] = {}
        self._units: dict[str, Unit] = {}
        self._standings: dict[str, Standing] = {}
        self._pools: defaultdict[Queue, Pool] = defaultdict(Pool)
        self._parties = Parties()
        self._fresh: list[_Due] = []
        self._later: list[_Due] = []
        self._held: defaultdict[str, set[str]] = defaultdict(set)
        self.counts: Counter[Queue] = Counter()
        """How many players wait in each queue."""
        self.news: dict[str, None] = {}
        """Players of parties to whom something happened that they have not been told."""

    def __len__(self) -> int:
        """How many players wait."""
        return len(self._members)

    def put(self, ticket: Ticket, sequence: int) -> None:
        """A live ticket, as it stands in the stream."""
        player_id = ticket.player.player_id
        known = self._members.get(player_id)
        if known is not None and known.sequence >= sequence:
            return
        self._forget(player_id)
        self._enter(Member(ticket, sequence, self._standings.get(player_id, ticket.standing)))

    def drop(self, player_id: str, sequence: int) -> None:
        """The player's ticket is over, as the stream says."""
        known = self._members.get(player_id)
        if known is not None and known.sequence < sequence:
            self._forget(player_id)
            self._standings.pop(player_id, None)

    def rate(self, player_id: str, standing: Standing) -> None:
        """A player's standing has changed: the one at pairing time counts."""
        member = self._members.get(player_id)
        if member is not None or self._loading:
            self._standings[player_id] = standing
        if member is not None:
            self._forget(player_id)
            self._enter(Member(member.ticket, member.sequence, standing))

    def complete(self) -> None:
        """All who wait are known."""
        self._loading = False
        self._standings = {each: standing for each, standing in self._standings.items() if each in self._members}

    def get(self, player_id: str) -> Member | None:
        """A player who waits."""
        return self._members.get(player_id)

    def unit(self, player_id: str) -> Unit | None:
        """With whom the player is to be seated; None while the party gathers, or a table is being made."""
        return self._units.get(player_id)

    def present(self, member: Member) -> int:
        """How many of the player's party are there."""
        unit = self._units.get(member.player_id)
        if unit is not None:
            return unit.size
        key = party_of(member)
        return len(self._parties.present(key)) if key else 1

    @property
    def gateways(self) -> list[str]:
        """The gateways that hold somebody's seek."""
        return list(self._held)

    def held_by(self, gateway: str) -> list[Member]:
        """Whose seeks a gateway holds."""
        return [self._members[player_id] for player_id in self._held.get(gateway, ())]

    def due_ms(self) -> int | None:
        """When somebody is to be looked at next, Unix milliseconds; None for nobody. 0 for now."""
        if self._fresh:
            return 0
        return self._later[0][0] if self._later else None

    def seatings(self, now_ms: int) -> Iterator[Seating | None]:
        """Looks at all that are due, the longest waiting first, and takes out those who are seated. None for each who
        finds nobody: whoever iterates may stop at any time."""
        while unit := self._next(now_ms):
            queue = unit.members[0].queue
            found = seat(queue, self._pools[queue], unit, now_ms, self._rules, bots=not self._loading)
            if found is None:
                self._look_again(unit, now_ms)
            else:
                for each in found.units:
                    self._take(each)
            yield found

    def put_back(self, seating: Seating) -> None:
        """The table was not made: who still waits, waits on."""
        for unit in seating.units:
            still = [member for member in unit.members if self._members.get(member.player_id) is member]
            if len(still) == unit.size:
                unit.waiting = True
                self._wait(unit)
            else:
                self._gather(still)

    def seated(self, seating: Seating) -> None:
        """The table was made."""
        for member in seating.members:
            known = self._members.get(member.player_id)
            if known is not None and known.sequence == member.sequence:
                self._forget(member.player_id)
                self._standings.pop(member.player_id, None)

    def _enter(self, member: Member) -> None:
        self._members[member.player_id] = member
        self._held[member.ticket.gateway].add(member.player_id)
        self.counts[member.queue] += 1
        self._gather([member])

    def _next(self, now_ms: int) -> Unit | None:
        while self._later and self._later[0][0] <= now_ms:
            unit = heapq.heappop(self._later)[2]
            if unit.waiting:
                return unit
        while self._fresh:
            unit = heapq.heappop(self._fresh)[2]
            if unit.waiting:
                return unit
        return None

    def _look_again(self, unit: Unit, now_ms: int) -> None:
        """Whoever comes looks around, so there is no need to look again but for what time changes."""
        dues: list[int] = []
        if self._pools[unit.members[0].queue].has_others(unit, self._rules.cap):
            settled = now_ms - unit.since_ms > self._rules.settled_ms
            dues.append(now_ms + (_LOOK_RARELY_MS if settled else _LOOK_AGAIN_MS))
        if unit.bots_after_ms:
            dues.append(max(unit.since_ms + unit.bots_after_ms, now_ms + _LOOK_AGAIN_MS // 2))
        if dues:
            heapq.heappush(self._later, (min(dues), unit.number, unit))

    def _gather(self, members: Iterable[Member]) -> None:
        for member in members:
            key = party_of(member)
            unit = self._parties.add(member, key) if key else unit_of((member,))
            if unit is not None:
                self._wait(unit)
            if key:
                self._note(unit.members if unit else self._parties.present(key))

    def _wait(self, unit: Unit) -> None:
        for member in unit.members:
            self._units[member.player_id] = unit
        self._pools[unit.members[0].queue].add(unit)
        heapq.heappush(self._fresh, (unit.since_ms, unit.number, unit))

    def _take(self, unit: Unit) -> None:
        """Takes a unit out of its pool: it is being seated, or one of it is gone."""
        unit.waiting = False
        self._pools[unit.members[0].queue].remove(unit)
        for member in unit.members:
            self._units.pop(member.player_id, None)

    def _forget(self, player_id: str) -> None:
        member = self._members.pop(player_id, None)
        if member is None:
            return
        self.counts[member.queue] -= 1
        self._release(member)
        key, unit = party_of(member), self._units.get(player_id)
        if unit is not None:
            self._take(unit)
            self._gather(other for other in unit.members if other is not member)
        if key:
            self._parties.remove(member, key)
            self._note(self._parties.present(key))

    def _release(self, member: Member) -> None:
        held = self._held[member.ticket.gateway]
        held.discard(member.player_id)
        if not held:
            del self._held[member.ticket.gateway]

    def _note(self, members: Iterable[Member]) -> None:
        for member in members:
            self.news[member.player_id] = None
