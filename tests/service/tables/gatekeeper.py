"""Stands where a gateway stands: tells tables again and again that it lives and whose streams it has open."""

import asyncio
from contextlib import suppress
from typing import Self

from services.common import subjects
from tests.service.tables.playing import Guest, Room, new_id
from truco.tables.v1.tables_pb2 import Attendance, PresenceReport

_EVERY_SECONDS = 0.3


class Gatekeeper:
    """A gateway with guests' streams; use as a context."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._id = new_id()
        self._here: set[tuple[str, str]] = set()
        self._speaking: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._speaking = asyncio.create_task(self._speak())
        return self

    async def __aexit__(self, *_: object) -> None:
        self.die()
        if self._speaking:
            with suppress(asyncio.CancelledError):
                await self._speaking

    async def open(self, *guests: Guest) -> None:
        """Guests' streams open."""
        for guest in guests:
            self._here.add((guest.table_id, guest.player.player_id))
            await self._tell(guest.table_id, PresenceReport(here=[_attendance(guest)]))

    async def close(self, *guests: Guest) -> None:
        """Guests' streams close."""
        for guest in guests:
            self._here.discard((guest.table_id, guest.player.player_id))
            await self._tell(guest.table_id, PresenceReport(gone=[_attendance(guest)]))

    def die(self) -> None:
        """Says nothing any more."""
        if self._speaking:
            self._speaking.cancel()

    async def _speak(self) -> None:
        while True:
            await self._room.gateway.publish(
                subjects.GATEWAYS_ALIVE, PresenceReport(gateway=self._id).SerializeToString()
            )
            for table_id, player_id in tuple(self._here):
                here = [Attendance(table_id=table_id, player_ids=[player_id])]
                await self._tell(table_id, PresenceReport(here=here))
            await asyncio.sleep(_EVERY_SECONDS)

    async def _tell(self, table_id: str, report: PresenceReport) -> None:
        report.gateway = self._id
        subject = subjects.presence(subjects.shard_of(table_id))
        await self._room.gateway.publish(subject, report.SerializeToString())


def _attendance(guest: Guest) -> Attendance:
    return Attendance(table_id=guest.table_id, player_ids=[guest.player.player_id])
