"""A turn of a bot, read from an update."""

from dataclasses import dataclass
from math import inf
from random import Random

from services.bots.policies.policy import dice_for
from services.bots.views import action_message, ruleset_of, view_of
from services.engine.rules import Action, View
from services.engine.rules.state import PLAYING
from truco.play.v1 import play_pb2
from truco.rules.v1 import rules_pb2
from truco.tables.v1 import tables_pb2


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat that is awaited, at one version of its table."""

    table_id: str
    epoch: int
    version: int
    seat: int
    player_id: str
    view: View
    time_left: float
    """Seconds until the deadline when the update was made; infinite where there is none."""

    @property
    def place(self) -> tuple[str, int]:
        """The seat at the table."""
        return self.table_id, self.seat

    @property
    def moment(self) -> tuple[int, int]:
        """Grows with the table."""
        return self.epoch, self.version

    def dice(self) -> Random:
        """The turn's dice: the same whenever the turn comes again."""
        return dice_for(self.table_id, self.epoch, self.version, self.seat)

    def command(self, action: Action, not_after_ms: int) -> tables_pb2.Command:
        """The command that acts. Its request id is the turn's, so a turn that comes again counts once."""
        return tables_pb2.Command(
            player=tables_pb2.Player(player_id=self.player_id, bot=True),
            request_id=f"bot-{self.table_id}-{self.epoch}-{self.version}-{self.seat}",
            expected_version=self.version,
            not_after_ms=not_after_ms,
            table_id=self.table_id,
            act=tables_pb2.Act(action=action_message(action), seat=self.seat),
        )


def turn_of(update: bytes) -> Turn | None:
    """The turn in a serialized SeatUpdate; None when the seat is not awaited, or only to deal, which the table does.

    Raises google.protobuf.message.DecodeError or RuleError for an update that cannot be read.
    """
    message = tables_pb2.SeatUpdate.FromString(update)
    view = rules_pb2.View.FromString(message.view)
    if view.phase != PLAYING or not view.legal or message.seat not in view.awaited:
        return None
    table = play_pb2.TableInfo.FromString(message.table)
    player = table.seats[message.seat]
    return Turn(
        table_id=table.table_id,
        epoch=table.epoch,
        version=table.version,
        seat=message.seat,
        player_id=player.player_id,
        view=view_of(view, ruleset_of(table.ruleset)),
        time_left=(player.deadline_ms - table.now_ms) / 1000 if player.deadline_ms else inf,
    )
