"""truco.portal.v1.CreditsService."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

import grpc

from services.common.errors import InvalidInput
from services.common.grpc_server import typed_errors
from truco.portal.v1 import portal_pb2, portal_pb2_grpc
from web.common.database import on_thread
from web.credits import services

Context = grpc.aio.ServicerContext[Any, Any]


class CreditsServicer(portal_pb2_grpc.CreditsServiceServicer):
    """Check, then do: the rules are in `web.credits.services`."""

    @typed_errors
    async def HoldStakes(
        self, request: portal_pb2.HoldStakesRequest, _context: Context
    ) -> portal_pb2.HoldStakesResponse:
        """Holds every stake of a match, all or none."""
        repeated = await on_thread(services.hold_stakes, request.match_id, _stakes(request.stakes))
        return portal_pb2.HoldStakesResponse(repeated_call=repeated)

    @typed_errors
    async def ReleaseStakes(
        self, request: portal_pb2.ReleaseStakesRequest, _context: Context
    ) -> portal_pb2.ReleaseStakesResponse:
        """Gives every stake of a match back."""
        released = await on_thread(services.release_stakes, request.match_id)
        return portal_pb2.ReleaseStakesResponse(released=released)

    @typed_errors
    async def GetBalance(
        self, request: portal_pb2.GetBalanceRequest, _context: Context
    ) -> portal_pb2.GetBalanceResponse:
        """A player's balance."""
        balance = await on_thread(services.balance, _player(request.player_id))
        return portal_pb2.GetBalanceResponse(available=balance.available, held=balance.held)


def _stakes(stakes: Iterable[portal_pb2.Stake]) -> dict[UUID, int]:
    listed = [(_player(stake.player_id), stake.credits) for stake in stakes]
    if len(dict(listed)) < len(listed):
        raise InvalidInput("BAD_REQUEST", "a player is named twice")
    return dict(listed)


def _player(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise InvalidInput("BAD_REQUEST", f"{text[:64]!r} is not a player id") from None
