"""A tables worker that kills itself between append and reply, or between append and fan-out, after a few commands:
`TEST_DIES_BEFORE=reply|fan-out python -m tests.harness.tables_dying`."""

import asyncio
import os
import random
import signal
from collections.abc import Sequence
from dataclasses import dataclass, replace

from nats.aio.msg import Msg

from services.common.health import Health
from services.common.run import run
from services.common.settings import load
from services.tables.adapters.updates import NatsReply
from services.tables.composition import serve
from services.tables.domain.updates import Update
from services.tables.handlers.ports import Ports, Replies, Updates
from services.tables.settings import TablesSettings
from truco.tables.v1.tables_pb2 import Reply


class Death:
    """Comes after some accepted commands."""

    def __init__(self, before: str) -> None:
        self._before = before
        self._left = random.randint(2, 12)

    def pass_by(self, moment: str) -> None:
        """Ends the process if this is the moment."""
        if moment != self._before:
            return
        self._left -= 1
        if self._left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)


@dataclass
class DyingReply:
    """Replies with death in front."""

    replies: Replies
    death: Death

    async def send(self, reply: Reply) -> None:
        """Sends, unless it dies first."""
        if reply.HasField("accepted"):
            self.death.pass_by("reply")
        await self.replies.send(reply)


@dataclass
class DyingUpdates:
    """The fan-out with death in front."""

    updates: Updates
    death: Death

    async def publish(self, updates: Sequence[Update]) -> None:
        """Publishes, unless it dies first."""
        self.death.pass_by("fan-out")
        await self.updates.publish(updates)


def main() -> None:
    """Serves until it dies."""
    settings = load(TablesSettings)
    death = Death(os.environ["TEST_DIES_BEFORE"])

    def over(ports: Ports) -> Ports:
        return replace(ports, updates=DyingUpdates(ports.updates, death))

    def reply_to(message: Msg) -> Replies:
        return DyingReply(NatsReply(message), death)

    async def live(health: Health, stopping: asyncio.Event) -> None:
        await serve(settings, health, stopping, over=over, reply_to=reply_to)

    run("tables", settings, live)


if __name__ == "__main__":
    main()
