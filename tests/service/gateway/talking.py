"""What guests say at tables, and what their streams hear of it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.service.gateway.conftest import NewGuest
from tests.service.gateway.faces import Guest, new_id
from tests.service.gateway.matches import SECONDS, Watching, join, open_table, until_caught_up
from truco.play.v1 import play_pb2
from truco.rules.v1 import rules_pb2


async def say(guest: Guest, table_id: str, request_id: str = "", **what: str) -> play_pb2.TalkLine:
    """Says something."""
    request = play_pb2.SayRequest(request_id=request_id or new_id(), table_id=table_id, **what)
    return (await guest.call("Say", request, play_pb2.SayResponse)).line


async def mute(guest: Guest, player_id: str = "", muted: bool = True) -> list[str]:
    """Mutes a player or not, or nobody; returns who is muted."""
    request = play_pb2.MuteRequest(player_id=player_id, muted=muted)
    return list((await guest.call("Mute", request, play_pb2.MuteResponse)).player_ids)


def words(line: play_pb2.TalkLine) -> str:
    """What was said."""
    return str(getattr(line, line.WhichOneof("what") or ""))


async def told_at_opening(guest: Guest) -> list[str]:
    """What a new stream says was said before."""
    stream, told = guest.watch(), list[str]()
    async with asyncio.timeout(SECONDS):
        async for message in stream:
            if message.HasField("caught_up"):
                return told
            told += [words(message.talk)] if message.HasField("talk") else []
    raise AssertionError("the stream ended")


class Ear:
    """Reads a stream to its end and keeps it all."""

    def __init__(self, stream: Watching) -> None:
        self._stream = stream
        self._came = asyncio.Condition()
        self.messages: list[play_pb2.WatchResponse] = []

    @property
    def heard(self) -> list[str]:
        """Every line so far."""
        return [words(message.talk) for message in self.messages if message.HasField("talk")]

    async def listen(self) -> None:
        """Until cancelled."""
        async for message in self._stream:
            async with self._came:
                self.messages.append(message)
                self._came.notify_all()

    async def until(self, *lines: str) -> None:
        """Waits for as many lines, which must be these. Let the last one be for everybody: a stream's lines come in the
        order in which they were said, so whatever else was said before it has come by then, or does not come."""
        async with asyncio.timeout(SECONDS), self._came:
            await self._came.wait_for(lambda: len(self.heard) >= len(lines))
        assert self.heard == list(lines)

    async def until_version(self, version: int) -> None:
        """Waits for the table's version, as players or as spectators see it."""
        async with asyncio.timeout(SECONDS), self._came:
            await self._came.wait_for(lambda: any(_version(each) >= version for each in self.messages))


def _version(message: play_pb2.WatchResponse) -> int:
    return max(message.update.table.version, message.hand.table.version)


@asynccontextmanager
async def ears(*watching: tuple[Guest, str]) -> AsyncIterator[list[Ear]]:
    """A stream for each guest that has opened; with a table, that one is watched."""
    found, listening = [], []
    for guest, table_id in watching:
        stream = guest.watch(*([play_pb2.WatchTable(table_id=table_id)] if table_id else []))
        await until_caught_up(stream)
        found.append(Ear(stream))
        listening.append(asyncio.create_task(found[-1].listen()))
    yield found
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)


async def table_of_four(new_guest: NewGuest) -> tuple[str, list[Guest]]:
    """Four at a table whose first hand is dealt, by seat."""
    guests = [new_guest() for _ in range(4)]
    table_id = (await open_table(guests[0], seats=4)).table.table_id
    for guest in guests[1:]:
        await join(guest, table_id)
    stream = guests[0].watch()
    async with asyncio.timeout(SECONDS):
        async for message in stream:
            if message.update.view.phase == rules_pb2.PHASE_PLAY:
                break
    await stream.aclose()
    return table_id, guests
