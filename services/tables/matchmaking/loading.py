"""What a new leader hears of the tickets while it still reads those that were there before it: from two sides at once,
in any order between them."""

from collections.abc import Mapping

from services.tables.matchmaking.tickets import lives
from services.tables.matchmaking.waiting import Waiting
from truco.tables.v1.seeks_pb2 import Ticket


class Loading:
    """Who waits, becoming known: what is written now counts, whenever the older tickets come."""

    def __init__(self, waiting: Waiting) -> None:
        self._waiting = waiting
        self._read: set[str] = set()
        self._changed: set[str] = set()
        self._leftovers: dict[str, int] = {}
        self._under_way = True

    @property
    def under_way(self) -> bool:
        """Whether there may be more to read."""
        return self._under_way

    def end(self) -> Mapping[str, int]:
        """All has been read. Returns under whose last ticket an older one was left, with the last one's sequence."""
        self._under_way = False
        self._read.clear()
        self._changed.clear()
        return self._leftovers

    def read(self, player_id: str, sequence: int, ticket: Ticket) -> None:
        """A ticket that was there when the leader's time began; they come in their order."""
        if player_id in self._read:
            self._leftovers[player_id] = sequence
        self._read.add(player_id)
        if player_id not in self._changed:
            hear(self._waiting, player_id, sequence, ticket)

    def changed(self, player_id: str) -> None:
        """The player's ticket has been written over since: what was there before does not count, if it still comes."""
        if self._under_way:
            self._changed.add(player_id)


def hear(waiting: Waiting, player_id: str, sequence: int, ticket: Ticket) -> None:
    """A ticket as it stands in the stream now."""
    if lives(ticket):
        waiting.put(ticket, sequence)
    else:
        waiting.drop(player_id, sequence)
