"""`python -m tests.bench.spectators`: what thousands of spectators of one table cost per finished hand, and how late
the last of them sees it. See ../README.md."""

import argparse
import asyncio
import statistics
import tempfile
import time
from pathlib import Path

import grpc

from deploy.local.stack import Stack
from tests.bench.platform import usage
from tests.service.gateway.faces import Guest, NativeFace, new_id
from tests.service.gateway.matches import act, join, look, open_table
from tests.service.gateway.portal import SigningPortal, signing_portal
from truco.play.v1 import play_pb2, play_pb2_grpc
from truco.rules.v1 import rules_pb2

_SETTINGS = {
    "QUIERO_TABLES_DEAL_PAUSE_MS": "0",
    "QUIERO_GATEWAY_SEATINGS_PER_MINUTE": "100000",
    "QUIERO_LOG_LEVEL": "WARNING",
}
_CONNECTIONS = 16
_MAZO = rules_pb2.Action(kind=rules_pb2.ACTION_KIND_MAZO)


class Stands:
    """Spectators of one table: gRPC streams over a few connections."""

    def __init__(self, address: str, portal: SigningPortal, table_id: str) -> None:
        options = [("grpc.use_local_subchannel_pool", 1)]
        self._channels = [grpc.aio.insecure_channel(address, options=options) for _ in range(_CONNECTIONS)]
        self._portal = portal
        self._table_id = table_id
        self._watching: list[asyncio.Task[None]] = []
        self._ready = 0
        self.seen: dict[int, list[float]] = {}
        """When each version was seen, once per spectator that has seen it."""

    async def fill(self, spectators: int) -> None:
        """Opens streams until there are so many, and waits until all are."""
        for number in range(len(self._watching), spectators):
            self._watching.append(asyncio.create_task(self._watch(self._channels[number % _CONNECTIONS])))
            if number % 100 == 0:
                await asyncio.sleep(0.05)
        while self._ready < spectators:
            self._check()
            await asyncio.sleep(0.2)

    async def all_saw(self, version: int) -> list[float]:
        """When each spectator saw a version, once all have."""
        while len(self.seen.get(version, ())) < len(self._watching):
            self._check()
            await asyncio.sleep(0.01)
        return self.seen.pop(version, [])

    async def close(self) -> None:
        """Ends all streams."""
        for task in self._watching:
            task.cancel()
        await asyncio.gather(*self._watching, return_exceptions=True)
        for channel in self._channels:
            await channel.close()

    def _check(self) -> None:
        """Raises what ended a stream."""
        for task in self._watching:
            if task.done():
                task.result()

    async def _watch(self, channel: grpc.aio.Channel) -> None:
        request = play_pb2.WatchRequest(client_id=new_id(), tables=[play_pb2.WatchTable(table_id=self._table_id)])
        metadata = (("authorization", f"Bearer {self._portal.token()}"),)
        async for message in play_pb2_grpc.PlayServiceStub(channel).Watch(request, metadata=metadata):
            if message.HasField("caught_up"):
                self._ready += 1
            elif message.HasField("hand"):
                self.seen.setdefault(message.hand.table.version, []).append(time.perf_counter())


async def hand(players: list[Guest], table_id: str) -> int:
    """Plays a hand of a card each and a mazo, and returns the version that ended it."""
    for _ in range(2):
        now = await _awaiting(players[0], table_id)
        player = players[now.view.turn]
        card = next(iter((await look(player, table_id)).view.cards))
        played = rules_pb2.Action(kind=rules_pb2.ACTION_KIND_PLAY, card=card)
        await act(player, table_id, played)
    now = await _awaiting(players[0], table_id)
    return (await act(players[now.view.turn], table_id, _MAZO)).version


async def _awaiting(player: Guest, table_id: str) -> play_pb2.TableUpdate:
    while True:
        now = await look(player, table_id)
        if now.view.phase == rules_pb2.PHASE_PLAY:
            return now
        await asyncio.sleep(0.01)


async def measure(stack: Stack, portal: SigningPortal, spectators: int, hands: int) -> None:
    """Plays hands before that many spectators, and prints what it cost."""
    face = NativeFace(stack.address("GATEWAY_GRPC"))
    players = [Guest(face, portal.token(player_id), player_id) for player_id in (new_id(), new_id())]
    long_match = rules_pb2.Ruleset(preset="maestro", options=rules_pb2.Options(target=30))
    table_id = (await open_table(players[0], ruleset=long_match)).table.table_id
    await join(players[1], table_id)
    stands = Stands(stack.address("GATEWAY_GRPC"), portal, table_id)
    await stands.fill(spectators)
    before = usage.of_stack(stack, ("gateway", "tables"))
    late: list[float] = []
    for _ in range(hands):
        version = await hand(players, table_id)
        ended = time.perf_counter()
        late += [max(0.0, at - ended) for at in await stands.all_saw(version)]
    after = usage.of_stack(stack, ("gateway", "tables"))
    await stands.close()
    await face.close()
    cpu = {name: (after[name].cpu - before[name].cpu) / hands * 1000 for name in after}
    times = f"{statistics.median(late) * 1000:.0f} ms median, {max(late) * 1000:.0f} ms last" if late else "-"
    memory = after["gateway"].rss / 1e6
    print(
        f"{spectators:5} spectators: gateway {cpu['gateway']:6.1f} ms of CPU per hand, tables {cpu['tables']:5.1f} ms;"
        f" seen after {times}; gateway holds {memory:.0f} MB"
    )


def main() -> None:
    """Measures without spectators and with ever more of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.spectators")
    parser.add_argument("--spectators", type=int, nargs="+", default=[0, 200, 2000])
    parser.add_argument("--hands", type=int, default=10, help="at most 14: a match to 30 must not end before")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, signing_portal() as portal, _stack(Path(folder), portal) as stack:
        stack.start("nats", "engine", "tables", "gateway")
        asyncio.run(_measure_all(stack, portal, options.spectators, options.hands))


async def _measure_all(stack: Stack, portal: SigningPortal, numbers: list[int], hands: int) -> None:
    for spectators in numbers:
        await measure(stack, portal, spectators, hands)


def _stack(folder: Path, portal: SigningPortal) -> Stack:
    return Stack(folder, overrides={**_SETTINGS, "QUIERO_JWKS_URL": portal.url})


if __name__ == "__main__":
    main()
