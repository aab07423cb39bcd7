"""The rules of tables in words. Few tables differ, so what was told once is remembered."""

from collections import OrderedDict
from typing import Final

from services.gateway.tables import Tables
from truco.engine.v1 import engine_pb2
from truco.play.v1 import play_pb2

_REMEMBERED: Final = 256
"""Descriptions of about 10 kB each."""


class Descriptions:
    """Asks tables for a description that is not remembered; refusals never are."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._known: OrderedDict[bytes, play_pb2.DescribeRulesResponse] = OrderedDict()

    async def describe(self, request: play_pb2.DescribeRulesRequest) -> play_pb2.DescribeRulesResponse:
        """The rules in words. Errors: those of the engine, UNREACHABLE."""
        key = request.SerializeToString(deterministic=True)
        known = self._known.pop(key, None) or await self._ask(request)
        self._known[key] = known
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return known

    async def _ask(self, request: play_pb2.DescribeRulesRequest) -> play_pb2.DescribeRulesResponse:
        asked = engine_pb2.DescribeRequest(ruleset=request.ruleset, seats=request.seats, language=request.language)
        told = await self._tables.describe(asked)
        return play_pb2.DescribeRulesResponse(sections=told.sections, senas=told.senas)
