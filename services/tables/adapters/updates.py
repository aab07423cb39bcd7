"""The fan-out and the answers, on core NATS: cheap, and repaired by others where they get lost."""

from collections.abc import Sequence

import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg

from services.common import tracing
from services.common.errors import Unreachable
from services.tables.domain.updates import Update
from truco.tables.v1.tables_pb2 import Reply


class NatsUpdates:
    """The port Updates."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def publish(self, updates: Sequence[Update]) -> None:
        """Sends updates; gateways ask for what they miss, and bots are told again. Errors: UNREACHABLE."""
        headers = tracing.headers() or None
        try:
            for update in updates:
                await self._client.publish(update.subject, update.data, headers=headers)
        except nats.errors.Error as error:
            raise Unreachable("UNREACHABLE", "updates cannot be sent now") from error


class NatsReply:
    """The port Replies of one command."""

    def __init__(self, message: Msg) -> None:
        self._message = message

    async def send(self, reply: Reply) -> None:
        """Answers the request. Who does not get the answer asks again."""
        try:
            await self._message.respond(reply.SerializeToString())
        except nats.errors.Error:
            return
