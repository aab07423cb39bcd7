"""Where players sit, as tables last said (KV `player`): a hint for finding tables; what a table says itself counts."""

from collections.abc import Callable

from nats import errors as nats_errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from services.common import subjects
from services.common.listening import Ear
from services.gateway import kv
from truco.tables.v1 import tables_pb2

Moved = Callable[[tables_pb2.Whereabouts], None]


class Whereabouts:
    """Reads and follows where players sit."""

    def __init__(self, nats: Client) -> None:
        self._nats = nats

    @property
    def reconnects(self) -> int:
        """How often the connection was lost: who moved meanwhile was not heard of."""
        return self._nats.stats["reconnects"]

    async def get(self, player_id: str) -> tables_pb2.Whereabouts | None:
        """Where the player sits, empty for nowhere; None when nobody answers, as before tables' first start."""
        try:
            return _read(await kv.get(self._nats, subjects.PLAYER_BUCKET, player_id))
        except nats_errors.Error:
            return None

    async def follow(self, player_id: str, moved: Moved) -> Subscription:
        """Calls `moved` with every change until the subscription is ended."""

        def hear(message: Msg) -> None:
            moved(_read(kv.value(message)))

        return await Ear(self._nats, hear).listen(kv.subject(subjects.PLAYER_BUCKET, player_id))


def _read(data: bytes | None) -> tables_pb2.Whereabouts:
    return tables_pb2.Whereabouts.FromString(data or b"")
