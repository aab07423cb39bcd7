"""All that is fixed when a match begins, as its record writes it and its seal covers it."""

from services.common.fairness.seal import Opening, Sitter
from services.common.fairness.shuffle import commitment
from services.tables.domain.match_log import word
from truco.rules.v1.rules_pb2 import FlorReplies, Limit, Options
from truco.tables.v1.tables_pb2 import SeatState, TableState


def opening_of(state: TableState) -> Opening:
    """The opening of the match that the table plays."""
    return Opening(
        table_id=state.table_id,
        epoch=state.epoch,
        opened_ms=state.opened_ms,
        started_ms=state.started_ms,
        commitment=commitment(state.server_seed),
        preset=state.ruleset.preset,
        options=_options(state.ruleset.options),
        stake=state.stake,
        score=(0, 0),
        chicos=(0, 0),
        dealer=state.first_dealer,
        sitters=[_sitter(seat) for seat in state.seats],
    )


def _sitter(seat: SeatState) -> Sitter:
    return Sitter(seat.player.player_id, seat.player.guest, seat.player.bot, seat.client_seed)


def _options(options: Options) -> dict[str, object]:
    """The options that were set, as records write them (rules.md 15)."""
    return {field.name: _option(value) for field, value in options.ListFields()}


def _option(value: object) -> object:
    if isinstance(value, Limit):
        return value.points if value.HasField("points") else None
    if isinstance(value, FlorReplies):
        return [word(kind) for kind in value.replies]
    return value
