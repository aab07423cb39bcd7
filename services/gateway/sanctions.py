"""What the moderators bar players from (KV `sanctions`, written by the portal's relay), and that it is kept to.

All sanctions are at hand here: every second what changed is asked for, and every minute all is read, in case the
bucket is a new one. Before that was possible for the first time nobody is barred; then, as ever, the streams and seeks
of those who are end within a second.
"""

import asyncio
import itertools
import time
from typing import Final

import structlog
from nats import errors as nats_errors
from nats.aio.client import Client

from services.common import subjects
from services.common.errors import Denied
from services.gateway import kv
from services.gateway.registry import Registry
from services.gateway.seeks import Seeks
from truco.portal.v1.sanctions_pb2 import Sanctions as Told

_LOOK_SECONDS: Final = 1.0
_ALL_AGAIN_LOOKS: Final = 60


class Sanctions:
    """Who may not talk, seek, or do anything at all."""

    def __init__(self, nats: Client, registry: Registry, seeks: Seeks) -> None:
        self._nats = nats
        self._registry = registry
        self._seeks = seeks
        self._by_player: dict[str, Told] = {}
        self._sequence = 0
        self._fault = False

    def check_suspended(self, player_id: str) -> None:
        """Raises Denied (SUSPENDED) for who may do nothing at all."""
        if told := self._by_player.get(player_id):
            _check("SUSPENDED", told.suspended_until_ms)

    def check_talk(self, player_id: str) -> None:
        """Raises Denied (MUTED) for who may not talk."""
        if told := self._by_player.get(player_id):
            _check("MUTED", told.muted_until_ms)

    def check_seek(self, player_id: str) -> None:
        """Raises Denied (SEEK_BANNED) for who may not seek."""
        if told := self._by_player.get(player_id):
            _check("SEEK_BANNED", told.seek_banned_until_ms)

    async def run(self) -> None:
        """For ever: asks what changed, and keeps to it."""
        for look in itertools.count():
            await self._look(all_again=look % _ALL_AGAIN_LOOKS == 0)
            for player_id in self._by_player:
                self._enforce(player_id)
            await asyncio.sleep(_LOOK_SECONDS)

    async def _look(self, *, all_again: bool) -> None:
        try:
            after = 0 if all_again else self._sequence
            changed, self._sequence = await kv.changes(self._nats, subjects.SANCTIONS_BUCKET, after)
        except nats_errors.Error as error:  # tables makes the bucket when it first starts
            self._failed(error)
            return
        self._fault = False
        told = {player: Told.FromString(data) for player, data in changed.items() if data is not None}
        kept = {} if all_again else {each: told for each, told in self._by_player.items() if each not in changed}
        self._by_player = kept | told

    def _failed(self, error: nats_errors.Error) -> None:
        if not self._fault:
            structlog.get_logger().warning("sanctions not read", error=repr(error))
        self._fault = True

    def _enforce(self, player_id: str) -> None:
        """Closes the streams of who is suspended, and ends the seek of who is or may not seek."""
        try:
            self.check_suspended(player_id)
        except Denied as error:
            self._registry.end(player_id, error)
            self._seeks.end(player_id)
        try:
            self.check_seek(player_id)
        except Denied:
            self._seeks.end(player_id)


def _check(reason: str, until_ms: int) -> None:
    if until_ms > time.time() * 1000:
        raise Denied(reason, "a sanction bars this", until=str(until_ms))
