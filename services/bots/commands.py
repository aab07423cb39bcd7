"""Sends bots' commands to tables, again with the same request id until they are answered."""

import asyncio
import time
from typing import Final

from nats.aio.client import Client
from nats.errors import Error as NatsError

from services.bots.metrics import RETRIES, WAITING
from services.bots.turn import Turn
from services.common import subjects, tracing
from services.common.errors import TrucoError, Unreachable, from_code
from services.engine.rules import Action
from truco.tables.v1 import tables_pb2

_GIVE_UP_SECONDS: Final = 10.0
_TRY_SECONDS: Final = 1.0
"""A frozen worker keeps its share of a queue group for a while, so a retry comes soon (architecture 9)."""
_AGAIN_SECONDS: Final = 0.1


class Commands:
    """Acts at tables over NATS."""

    def __init__(self, client: Client, most: int) -> None:
        """`most` commands wait for their answers at once."""
        self._client = client
        self._free = asyncio.Semaphore(most)

    async def act(self, turn: Turn, action: Action) -> None:
        """Returns when the action is durable; raises TrucoError when it was refused, Unreachable without an answer."""
        until = time.time() + _GIVE_UP_SECONDS
        command = turn.command(action, not_after_ms=int(until * 1000))
        command.traceparent = tracing.current()
        tracing.note_request(command.request_id)
        with WAITING.track_inprogress():
            async with self._free:
                reply = await self._send(subjects.bot_command(turn.table_id), command.SerializeToString(), until)
        if reply.HasField("refused"):
            raise _error(reply.refused)

    async def _send(self, subject: str, command: bytes, until: float) -> tables_pb2.Reply:
        while time.time() < until:
            try:
                message = await self._client.request(subject, command, timeout=_TRY_SECONDS)
            except (TimeoutError, NatsError):
                # No answer in time, nobody there, or the connection is down and comes back by itself.
                RETRIES.inc()
                await asyncio.sleep(_AGAIN_SECONDS)
            else:
                return tables_pb2.Reply.FromString(message.data)
        raise Unreachable("UNREACHABLE", "tables did not answer")


def _error(refused: tables_pb2.Refused) -> TrucoError:
    return from_code(refused.code, refused.reason, refused.message, refused.metadata)
