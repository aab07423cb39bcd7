"""What a policy is, and what every policy may need."""

from random import Random
from typing import Protocol

from services.engine.rules import Action, View


class Policy(Protocol):
    """Chooses a seat's move."""

    def choose(self, view: View, dice: Random) -> Action:
        """Picks one of `view.legal`, which is never empty. Asked only when the game waits for the seat.

        `view` is all that the seat may know, ruleset included. `dice` is the only source of chance: its seed comes from
        the table, the version and the seat, so that the same turn is always played alike.
        """


def dice_for(table_id: str, epoch: int, version: int, seat: int) -> Random:
    """The dice of one turn."""
    return Random(f"{table_id}|{epoch}|{version}|{seat}")
