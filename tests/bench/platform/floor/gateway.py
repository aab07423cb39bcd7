"""The floor's gateway: gRPC in, a NATS request, the answer out; a NATS subscription, a gRPC stream out. Nothing else.

python -m tests.bench.platform.floor.gateway ADDRESS PAYLOADS
"""

import asyncio
import itertools
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import uvloop
from nats.aio.client import Client
from nats.aio.msg import Msg

from services.common import nats
from services.common.grpc_server import OPTIONS
from services.common.settings import NatsSettings, load
from tests.bench.platform.floor import payloads, wire


class Gateway:
    """The two rpcs."""

    def __init__(self, client: Client, path: Path) -> None:
        self._client = client
        self._payloads = itertools.cycle(payloads.read(path))

    async def act(self, request: bytes, _context: Any) -> bytes:
        """Asks the tables."""
        sample = next(self._payloads)
        subject = wire.command_subject(wire.table_of(request))
        await self._client.request(subject, wire.command(request, sample.command), timeout=10)
        return sample.answer

    async def watch(self, request: bytes, _context: Any) -> AsyncIterator[bytes]:
        """Passes on what is said to a seat."""
        heard: asyncio.Queue[bytes] = asyncio.Queue()

        async def hear(message: Msg) -> None:
            heard.put_nowait(message.data)

        await self._client.subscribe(wire.seat_subject(wire.table_of(request), wire.seat_of(request)), cb=hear)
        await self._client.flush()
        yield b"subscribed"
        while True:
            yield await heard.get()


async def main(address: str, path: str) -> None:
    """Serves until it is killed."""
    gateway = Gateway(await nats.connect(load(NatsSettings), "floor"), Path(path))
    server = grpc.aio.server(options=OPTIONS)
    methods: dict[str, Any] = {
        "Act": grpc.unary_unary_rpc_method_handler(gateway.act),
        "Watch": grpc.unary_stream_rpc_method_handler(gateway.watch),
    }
    server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler(wire.SERVICE, methods)])
    server.add_insecure_port(address)
    await server.start()
    print("ready", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main(*sys.argv[1:]))
