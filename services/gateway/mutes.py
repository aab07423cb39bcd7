"""Whom players do not hear (KV `mutes`): written here, followed for the players that have streams open here."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from nats import errors as nats_errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.api import Header
from nats.js.errors import APIError
from nats.js.errors import Error as JetStreamError

from services.common import subjects
from services.common.errors import Unreachable
from services.common.listening import Ear
from services.gateway import kv
from truco.tables.v1 import tables_pb2

MOST_MUTED: Final = 200
"""The oldest is heard again when there are more."""

_LOOK_SECONDS: Final = 1.0
_TRIES: Final = 5
_SEQUENCE: Final = str(Header.EXPECTED_LAST_SUBJECT_SEQUENCE.value)


@dataclass(slots=True)
class _Listener:
    """A player with streams here."""

    streams: int = 0
    muted: frozenset[str] = frozenset()
    life: int = -1
    """The life of the connection in which that was heard: in another one nobody knows, and nobody is heard."""
    changes: int = 0


class Mutes:
    """Reads, writes and follows whom players do not hear."""

    def __init__(self, nats: Client) -> None:
        self._nats = nats
        self._listeners: dict[str, _Listener] = {}
        self._following = asyncio.Event()

    def hears(self, player_id: str, speaker_id: str) -> bool:
        """Whether a player with a stream here hears another."""
        listener = self._listeners.get(player_id)
        return listener is not None and listener.life == self._life and speaker_id not in listener.muted

    async def muted(self, player_id: str) -> Sequence[str]:
        """Whom a player does not hear, the oldest mute first. Raises Unreachable."""
        return (await self._read(player_id))[0]

    async def mute(self, player_id: str, other_id: str, *, muted: bool) -> Sequence[str]:
        """Mutes or unmutes a player for another, durably; returns whom that one does not hear. Raises Unreachable."""
        for _ in range(_TRIES):
            before, sequence = await self._read(player_id)
            if (other_id in before) == muted:
                return before
            after = [*before, other_id][-MOST_MUTED:] if muted else [each for each in before if each != other_id]
            if await self._write(player_id, after, sequence):
                return after
        raise _unreachable()

    def join(self, player_id: str) -> None:
        """A stream of a player opens: from now on it is known whom the player does not hear."""
        self._listeners.setdefault(player_id, _Listener()).streams += 1

    def leave(self, player_id: str) -> None:
        """A stream of a player has ended."""
        listener = self._listeners[player_id]
        listener.streams -= 1
        if not listener.streams:
            del self._listeners[player_id]

    async def known(self, player_id: str) -> None:
        """Waits until it is known whom a player with a stream here does not hear. Raises Unreachable."""
        await self._following.wait()
        listener = self._listeners.get(player_id)
        while listener is not None and listener.life != self._life:
            await self._look(player_id, listener)

    async def run(self) -> None:
        """For ever: hears of changes; after a lost connection, or where nobody answered, it looks again."""
        await Ear(self._nats, self._hear).listen(kv.subject(subjects.MUTES_BUCKET, "*"))
        self._following.set()
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            with suppress(Unreachable):
                for player_id, listener in tuple(self._listeners.items()):
                    if listener.life != self._life:
                        await self._look(player_id, listener)

    @property
    def _life(self) -> int:
        return self._nats.stats["reconnects"]

    def _hear(self, message: Msg) -> None:
        listener = self._listeners.get(message.subject.rpartition(".")[2])
        if listener is not None:
            listener.changes += 1
            listener.muted, listener.life = frozenset(_players(message)), self._life

    async def _look(self, player_id: str, listener: _Listener) -> None:
        """Reads whom a player does not hear, unless a change was heard of meanwhile, which is newer."""
        changes, life = listener.changes, self._life
        muted, _ = await self._read(player_id)
        if changes == listener.changes:
            listener.muted, listener.life = frozenset(muted), life

    async def _read(self, player_id: str) -> tuple[Sequence[str], int]:
        try:
            message = await kv.last(self._nats, subjects.MUTES_BUCKET, player_id)
        except nats_errors.Error:
            raise _unreachable() from None
        return _players(message), int((message.headers or {}).get("Nats-Sequence", 0))

    async def _write(self, player_id: str, muted: Sequence[str], sequence: int) -> bool:
        """Writes over what was read; returns False when somebody else was first."""
        data = tables_pb2.Mutes(player_ids=muted).SerializeToString()
        try:
            await self._nats.jetstream().publish(
                kv.subject(subjects.MUTES_BUCKET, player_id), data, headers={_SEQUENCE: str(sequence)}
            )
        except APIError:
            return False
        except (nats_errors.Error, JetStreamError, TimeoutError):
            raise _unreachable() from None
        return True


def _players(message: Msg) -> Sequence[str]:
    return tables_pb2.Mutes.FromString(kv.value(message) or b"").player_ids


def _unreachable() -> Unreachable:
    return Unreachable("UNREACHABLE", "the mutes cannot be read or written now").retrying_after(1)
