"""The portal's credits over gRPC."""

from collections.abc import Mapping
from typing import Any, Final

import grpc

from services.common import tracing
from services.common.errors import from_rpc_error
from services.common.grpc_target import grpc_target
from services.tables.handlers import metrics
from truco.portal.v1.portal_pb2 import GetBalanceRequest, HoldStakesRequest, Stake
from truco.portal.v1.portal_pb2_grpc import CreditsServiceStub

_SECONDS: Final = 2.0
"""One try; who asks tries again under the same match id."""

_OPTIONS: Final = (
    ("grpc.lb_policy_name", "round_robin"),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 2000),  # also what one attempt to connect may take
    ("grpc.max_reconnect_backoff_ms", 1000),
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
)


class GrpcCredits:
    """The port Credits."""

    def __init__(self, address: str) -> None:
        self._channel = grpc.aio.insecure_channel(grpc_target(address), options=_OPTIONS)
        self._stub: Any = CreditsServiceStub(self._channel)

    async def hold(self, match_id: str, stakes: Mapping[str, int]) -> None:
        """Holds every player's stake, all or none. Errors: those of CreditsService.HoldStakes, UNREACHABLE."""
        listed = [Stake(player_id=player_id, credits=credits) for player_id, credits in stakes.items()]
        request = HoldStakesRequest(match_id=match_id, stakes=listed)
        try:
            with metrics.HOLD_SECONDS.time():
                await self._stub.HoldStakes(request, timeout=_SECONDS, metadata=tracing.metadata())
        except grpc.RpcError as error:
            raise from_rpc_error(error) from error

    async def available(self, player_id: str) -> int:
        """The credits that a player can stake. Errors: PLAYER_NOT_FOUND, UNREACHABLE."""
        request = GetBalanceRequest(player_id=player_id)
        try:
            balance = await self._stub.GetBalance(request, timeout=_SECONDS, metadata=tracing.metadata())
        except grpc.RpcError as error:
            raise from_rpc_error(error) from error
        return int(balance.available)

    async def close(self) -> None:
        """Ends the channel."""
        await self._channel.close()
