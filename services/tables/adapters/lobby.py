"""Where to find tables and players, in two KV buckets: hints; the record is the truth (architecture 4.10)."""

from collections.abc import Awaitable

import nats.errors
import nats.js.errors
import structlog
from nats.js import JetStreamContext
from nats.js.errors import KeyNotFoundError
from nats.js.kv import KeyValue

from services.common.errors import Unreachable
from services.common.subjects import LOBBY_BUCKET, PLAYER_BUCKET
from truco.play.v1.play_pb2 import TableInfo
from truco.tables.v1.tables_pb2 import Whereabouts

_ERRORS = (nats.errors.Error, nats.js.errors.Error, TimeoutError)
log = structlog.get_logger()


class KeyValueLobby:
    """The port Lobby."""

    def __init__(self, lobby: KeyValue, players: KeyValue) -> None:
        self._lobby = lobby
        self._players = players

    async def whereabouts(self, player_id: str) -> str | None:
        """The table where the player may sit, or None. Errors: UNREACHABLE."""
        return (await self._read(player_id))[0]

    async def sit(self, player_id: str, table_id: str, seat: int) -> None:
        """Says that a player sits there."""
        value = Whereabouts(table_id=table_id, seat=seat).SerializeToString()
        await _try(self._players.put(player_id, value), "whereabouts not written", table_id)

    async def rise(self, player_id: str, table_id: str) -> None:
        """Says that a player does not sit at that table any more, unless another worker says something newer."""
        try:
            there, revision = await self._read(player_id)
        except Unreachable:
            return
        if there == table_id:
            await _try(self._players.delete(player_id, last=revision), "whereabouts not deleted", table_id)

    async def show(self, table: TableInfo) -> None:
        """Lists a table."""
        await _try(self._lobby.put(table.table_id, table.SerializeToString()), "table not listed", table.table_id)

    async def hide(self, table_id: str) -> None:
        """Takes a table off the list."""
        await _try(self._lobby.delete(table_id), "table not hidden", table_id)

    async def _read(self, player_id: str) -> tuple[str | None, int | None]:
        """Where the player sits, and the revision that says so."""
        try:
            entry = await self._players.get(player_id)
        except KeyNotFoundError:
            return None, None
        except _ERRORS as error:
            raise Unreachable("UNREACHABLE", "the players' whereabouts cannot be read now") from error
        return Whereabouts.FromString(entry.value or b"").table_id or None, entry.revision


async def open_lobby(js: JetStreamContext) -> KeyValueLobby:
    """Opens the buckets, which are there already."""
    return KeyValueLobby(await js.key_value(LOBBY_BUCKET), await js.key_value(PLAYER_BUCKET))


async def _try(writing: Awaitable[int] | Awaitable[bool], event: str, table_id: str) -> None:
    try:
        await writing
    except _ERRORS as error:
        log.warning(event, table=table_id, error=repr(error))
