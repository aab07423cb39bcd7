"""Whose tokens are refused though they have not expired (KV `revoked`, written by the portal's relay).

What is new there is asked for every second, from before the first call on, so a gateway that was away knows a second
after it is back. Asked for and not listened to, since NATS does not pass on to a third account what one account writes
into another. All of it is read again every minute: where NATS's data was lost it begins to count anew.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final

import structlog
from nats import errors as nats_errors
from nats.aio.client import Client

from services.common import subjects
from services.common.errors import Unauthenticated
from services.common.tokens import LIFE_SECONDS
from services.gateway import kv
from truco.portal.v1 import revocation_pb2

_LOOK_SECONDS: Final = 1.0
_ALL_SECONDS: Final = 60.0
_SKEW_SECONDS: Final = 60.0


class Revocations:
    """Players and personal access tokens whose tokens of before some moment are refused."""

    def __init__(self, nats: Client) -> None:
        self._nats = nats
        self._before: dict[str, int] = {}
        self._after = 0
        self._all_at = -_ALL_SECONDS
        self._failing = False
        self._told: Callable[[], None] = lambda: None

    def tell(self, told: Callable[[], None]) -> None:
        """Has somebody told whenever something is revoked."""
        self._told = told

    def check(self, player_id: str, token_id: str, issued: float) -> None:
        """Refuses a token of a player, had for a personal access token or for none, issued at some time.

        Raises Unauthenticated (TOKEN_REVOKED).
        """
        if self._before and max(self._before.get(player_id, -1), self._before.get(token_id, -1)) >= issued:
            raise Unauthenticated("TOKEN_REVOKED", "the token was revoked")

    async def look(self) -> None:
        """Reads what was revoked since the last look."""
        if time.monotonic() - self._all_at > _ALL_SECONDS:
            self._after = 0
        try:
            found, after = await kv.changes(self._nats, subjects.REVOKED_BUCKET, self._after)
        except nats_errors.Error as error:  # tables makes the bucket when it first starts
            if not self._failing:
                structlog.get_logger().warning("revocations not read", error=repr(error))
            self._failing = True
            return
        self._failing = False
        if not self._after:
            self._all_at = time.monotonic()
            self._forget(time.time())
        self._after = after
        for data in found.values():
            if data is not None:
                self._note(data)

    async def run(self) -> None:
        """For ever: looks every second."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            await self.look()

    def _note(self, data: bytes) -> None:
        told = revocation_pb2.Revocation.FromString(data)
        if told.before > self._before.get(told.subject, 0):
            self._before[told.subject] = told.before
            self._told()

    def _forget(self, now: float) -> None:
        """Every token of before has expired by then."""
        until = now - LIFE_SECONDS - _SKEW_SECONDS
        self._before = {subject: before for subject, before in self._before.items() if before > until}
