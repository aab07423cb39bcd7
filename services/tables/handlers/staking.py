"""Holding the stakes of a match that is about to start. Nobody waits for it under the table's lock."""

import asyncio
from typing import Final

from services.common.errors import InternalError, TrucoError, Unreachable
from services.common.subjects import match_id
from services.tables.domain import starting
from services.tables.domain.stakes import stakes
from services.tables.domain.table import Draft
from services.tables.domain.times import Moment
from services.tables.handlers import metrics
from services.tables.handlers.opening import played
from services.tables.handlers.ports import Ports
from truco.play.v1.play_pb2 import StartRefusal
from truco.tables.v1.tables_pb2 import MatchBegun, MatchVoided, TableState

_PAUSE_SECONDS: Final = 0.5
_SETTLED_MS: Final = 5_000
"""The portal has settled a match so long after its end: until then the stakes of the one before may be on their way."""
_TOLD: Final = (
    "INSUFFICIENT_CREDITS",
    "GUESTS_CANNOT_STAKE",
    "AGE_NOT_DECLARED",
    "OWN_STAKE_LIMIT",
    "PLAYER_NOT_FOUND",
)
"""What players can do something about; anything else is the platform's fault."""


async def hold(ports: Ports, state: TableState) -> StartRefusal | None:
    """Holds every seat's stake, all or none; None when they are held.

    Asked again and again under the match's id, until there is an answer or the table's patience is over. Nothing stays
    held in spite of a refusal: the record that calls the match off has it given back, and bars what comes late.
    """
    while True:
        try:
            await ports.credits.hold(match_id(state.table_id, state.epoch), stakes(state))
        except (Unreachable, InternalError):
            if ports.clock.now_ms() >= state.starting_ms + ports.times.hold_patience:
                return StartRefusal(reason="UNREACHABLE")
        except TrucoError as error:
            if not _may_yet_be_covered(error, state, ports.clock.now_ms()):
                return _refusal(error)
        else:
            return None
        await asyncio.sleep(_PAUSE_SECONDS)


async def started(ports: Ports, state: TableState, refusal: StartRefusal | None, moment: Moment) -> Draft:
    """The match begins, or is called off."""
    metrics.STARTS.labels(refusal.reason if refusal else "OK").inc()
    if refusal is None:
        return Draft("table", MatchBegun(), await played(ports, state, moment))
    body = MatchVoided(reason="stakes", refusal=refusal)
    return Draft("table", body, starting.called_off(state, refusal, moment))


def _may_yet_be_covered(error: TrucoError, state: TableState, now_ms: int) -> bool:
    """Whether a rematch's players may lack only what the match before has not paid yet."""
    return error.reason == "INSUFFICIENT_CREDITS" and bool(state.ended) and now_ms < state.starting_ms + _SETTLED_MS


def _refusal(error: TrucoError) -> StartRefusal:
    if error.reason not in _TOLD:
        return StartRefusal(reason="UNREACHABLE")
    players = filter(None, error.metadata.get("player_ids", "").split(","))
    return StartRefusal(reason=error.reason, player_ids=players)
