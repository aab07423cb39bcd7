"""Matches between guests through the gateway."""

import asyncio
from collections.abc import AsyncGenerator, Callable

from tests.service.gateway.faces import Guest, new_id
from truco.play.v1 import play_pb2
from truco.rules.v1 import rules_pb2

TO_15 = rules_pb2.Ruleset(preset="maestro", options=rules_pb2.Options(target=15))
SECONDS = 20.0

Watching = AsyncGenerator[play_pb2.WatchResponse, None]


async def open_table(guest: Guest, **fields: object) -> play_pb2.TableUpdate:
    """Opens a table of two seats."""
    request = play_pb2.OpenTableRequest(**{"request_id": new_id(), "ruleset": TO_15, "seats": 2, **fields})
    return (await guest.call("OpenTable", request, play_pb2.OpenTableResponse)).update


async def join(guest: Guest, table_id: str) -> play_pb2.TableUpdate:
    """Takes the free seat."""
    request = play_pb2.JoinTableRequest(request_id=new_id(), table_id=table_id)
    return (await guest.call("JoinTable", request, play_pb2.JoinTableResponse)).update


async def look(guest: Guest, table_id: str) -> play_pb2.TableUpdate:
    """The table now."""
    request = play_pb2.GetTableRequest(table_id=table_id)
    return (await guest.call("GetTable", request, play_pb2.GetTableResponse)).update


async def act(guest: Guest, table_id: str, action: rules_pb2.Action, **fields: object) -> play_pb2.ActResponse:
    """Acts."""
    request = play_pb2.ActRequest(**{"request_id": new_id(), "table_id": table_id, "action": action, **fields})
    return await guest.call("Act", request, play_pb2.ActResponse)


async def leave(guest: Guest, table_id: str) -> play_pb2.LeaveTableResponse:
    """Leaves."""
    request = play_pb2.LeaveTableRequest(request_id=new_id(), table_id=table_id)
    return await guest.call("LeaveTable", request, play_pb2.LeaveTableResponse)


async def seated(new_guest: Callable[[], Guest]) -> tuple[str, Guest, Guest]:
    """A table whose first hand is dealt: its id, the guest whose turn it is, and the other."""
    first, second = new_guest(), new_guest()
    table_id = (await open_table(first)).table.table_id
    await join(second, table_id)
    stream = first.watch()
    while (now := await next_update(stream)).view.phase != rules_pb2.PHASE_PLAY:
        continue
    await stream.aclose()
    awaited, other = (first, second) if now.view.turn == now.seat else (second, first)
    return table_id, awaited, other


async def play_a_card(guest: Guest, table_id: str) -> int:
    """Plays the first card of the guest's; returns the version that it made."""
    now = await look(guest, table_id)
    card = next(action for action in now.view.legal if action.kind == rules_pb2.ACTION_KIND_PLAY)
    return (await act(guest, table_id, card)).version


async def next_update(stream: Watching) -> play_pb2.TableUpdate:
    """The next update of a stream, whatever else comes before."""
    async with asyncio.timeout(SECONDS):
        async for message in stream:
            if message.HasField("update"):
                return message.update
    raise AssertionError("the stream ended")


async def until_caught_up(stream: Watching) -> list[play_pb2.TableUpdate]:
    """The updates that a stream opens with."""
    updates = []
    async with asyncio.timeout(SECONDS):
        async for message in stream:
            if message.HasField("caught_up"):
                return updates
            if message.HasField("update"):
                updates.append(message.update)
    raise AssertionError("the stream ended")


async def until_version(stream: Watching, version: int) -> list[play_pb2.TableUpdate]:
    """The updates of a stream up to a version."""
    updates = [await next_update(stream)]
    while updates[-1].table.version < version:
        updates.append(await next_update(stream))
    return updates


async def next_hand(stream: Watching) -> play_pb2.SpectatedHand:
    """The next finished hand that a spectator's stream shows, whatever else comes before."""
    async with asyncio.timeout(SECONDS):
        async for message in stream:
            if message.HasField("hand"):
                return message.hand
    raise AssertionError("the stream ended")
