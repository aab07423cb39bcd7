"""Outages of the platform: short ones are given back to the clocks, a long one voids the matches that it met."""

from typing import Final

from services.tables.domain import play
from services.tables.domain.status import running
from services.tables.domain.table import Draft, Table
from services.tables.handlers.ports import Ports
from truco.tables.v1.tables_pb2 import MatchVoided, TableState

OUTAGE: Final = "outage"
"""The reason of such a void (truco.play.v1.TableInfo.void_reason)."""


async def outage_too_long(ports: Ports, table: Table) -> bool:
    """Whether a match is being played that an outage met which was too long to go on. Errors: UNREACHABLE."""
    if not running(table.state):
        return False
    return await ports.clock.longest_outage_ms(table.record.time_ms) > ports.times.void_outage


def void_for_outage(state: TableState) -> Draft:
    """The match is void: stakes go back, nobody won."""
    return Draft("clock", MatchVoided(reason=OUTAGE), play.voided(state, OUTAGE))
