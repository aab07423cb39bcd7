"""Which open tables a player wants to see."""

from dataclasses import dataclass
from typing import Final

from services.common.errors import InvalidInput
from truco.play.v1 import play_pb2

_MOST_CHOICES: Final = 32


@dataclass(frozen=True, slots=True)
class Filter:
    """A LobbyFilter as a value: those who want the same share one list."""

    presets: frozenset[str] = frozenset()
    seats: frozenset[int] = frozenset()
    least_stake: int | None = None
    most_stake: int | None = None
    with_empty_seat: bool = False

    def fits(self, table: play_pb2.TableInfo) -> bool:
        """Whether a table is wanted."""
        return (
            (not self.presets or table.ruleset.preset in self.presets)
            and (not self.seats or len(table.seats) in self.seats)
            and (self.least_stake is None or table.stake >= self.least_stake)
            and (self.most_stake is None or table.stake <= self.most_stake)
            and (not self.with_empty_seat or any(not seat.player_id for seat in table.seats))
        )


def read(message: play_pb2.LobbyFilter) -> Filter:
    """The filter that a request carries. Raises InvalidInput (BAD_REQUEST) for one that is too long."""
    if max(len(message.presets), len(message.seats)) > _MOST_CHOICES:
        raise InvalidInput("BAD_REQUEST", f"at most {_MOST_CHOICES} choices of each kind in a filter", field="filter")
    return Filter(
        frozenset(message.presets),
        frozenset(message.seats),
        message.least_stake if message.HasField("least_stake") else None,
        message.most_stake if message.HasField("most_stake") else None,
        message.with_empty_seat,
    )
