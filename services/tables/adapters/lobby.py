"""Where to find tables and players, in KV buckets: hints; the record is the truth (architecture 4.10)."""

import secrets
from collections.abc import Awaitable
from typing import Final

import nats.errors
import nats.js.errors
import structlog
from nats.aio.client import Client
from nats.js.errors import APIError, KeyNotFoundError, KeyWrongLastSequenceError
from nats.js.kv import KV_DEL, KV_OP, KeyValue

from services.common.errors import Unreachable
from services.common.subjects import CODES_BUCKET, LOBBY_BUCKET, PLAYER_BUCKET
from services.tables.adapters.leader import Leader
from services.tables.adapters.store import SEQUENCE, WRONG_LAST_SEQUENCE
from services.tables.handlers.ports import NOWHERE, Place
from truco.play.v1.play_pb2 import TableInfo
from truco.tables.v1.tables_pb2 import Whereabouts

CODE_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""No two of them look alike."""
CODE_LENGTH: Final = 6
_CODE_ATTEMPTS: Final = 5

_ERRORS = (nats.errors.Error, nats.js.errors.Error, TimeoutError)
log = structlog.get_logger()


class KeyValueLobby:
    """The port Lobby."""

    def __init__(self, client: Client, lobby: KeyValue, codes: KeyValue) -> None:
        self._js = client.jetstream()
        self._players = Leader(client, f"KV_{PLAYER_BUCKET}")
        self._lobby = lobby
        self._codes = codes

    async def place(self, player_id: str) -> Place:
        """Where the player may sit. Errors: UNREACHABLE.

        Read as the bucket's message: the revision of a key that was deleted, or has expired, is needed to claim it.
        """
        try:
            message = await self._players.last(_player(player_id))
        except _ERRORS as error:
            raise Unreachable("UNREACHABLE", "the players' whereabouts cannot be read now") from error
        if message is None:
            return NOWHERE
        there = Whereabouts.FromString(message.data)
        return Place(there.table_id, there.seat, there.since_ms, message.seq)

    async def claim(self, player_id: str, place: Place) -> bool:
        """Says that a player sits there, unless somebody has said something since. Errors: UNREACHABLE."""
        there = Whereabouts(table_id=place.table_id, seat=place.seat, since_ms=place.since_ms)
        return await self._write(player_id, there.SerializeToString(), place.revision)

    async def sit(self, player_id: str, table_id: str, seat: int, since_ms: int) -> None:
        """Says that a player sits there, if it does not sit, and is not about to sit, at another table."""
        try:
            place = await self.place(player_id)
            if place.table_id in ("", table_id) and (place.table_id, place.seat) != (table_id, seat):
                await self.claim(player_id, Place(table_id, seat, since_ms, place.revision))
        except Unreachable as error:
            log.warning("whereabouts not written", table=table_id, error=error.message)

    async def rise(self, player_id: str, table_id: str) -> None:
        """Says that a player does not sit at that table any more, unless another worker says something newer."""
        try:
            place = await self.place(player_id)
            if place.table_id == table_id:
                await self._write(player_id, b"", place.revision, {KV_OP: KV_DEL})
        except Unreachable as error:
            log.warning("whereabouts not deleted", table=table_id, error=error.message)

    async def show(self, table: TableInfo) -> None:
        """Lists a table."""
        await _try(self._lobby.put(table.table_id, table.SerializeToString()), "table not listed", table.table_id)

    async def hide(self, table_id: str) -> None:
        """Takes a table off the list."""
        await _try(self._lobby.delete(table_id), "table not hidden", table_id)

    async def shows(self, table_id: str) -> bool:
        """Whether a table is on the list, as far as is known."""
        try:
            return bool((await self._lobby.get(table_id)).value)
        except _ERRORS:
            return False

    async def new_code(self, table_id: str) -> str:
        """A code that no other table has, kept for this one. Errors: UNREACHABLE."""
        for _ in range(_CODE_ATTEMPTS):
            code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            try:
                await self._codes.create(code, table_id.encode())
            except KeyWrongLastSequenceError:
                continue
            except _ERRORS as error:
                raise Unreachable("UNREACHABLE", "no code can be kept now") from error
            return code
        raise Unreachable("UNREACHABLE", "no code was free")

    async def table_of_code(self, code: str) -> str | None:
        """The table that has this code, or None. Errors: UNREACHABLE."""
        try:
            return (await self._codes.get(code)).value.decode() or None  # type: ignore[union-attr]
        except KeyNotFoundError:
            return None
        except _ERRORS as error:
            raise Unreachable("UNREACHABLE", "the codes cannot be read now") from error

    async def forget_code(self, code: str, table_id: str) -> None:
        """No table is found by this code any more."""
        await _try(self._codes.delete(code), "code not deleted", table_id)

    async def _write(self, player_id: str, data: bytes, after: int, headers: "dict[str, str] | None" = None) -> bool:
        """Writes over a revision (0: none); says no when there is a newer one. Errors: UNREACHABLE."""
        try:
            await self._js.publish(_player(player_id), data, 2, headers={**(headers or {}), SEQUENCE: str(after)})
        except APIError as error:
            if error.err_code == WRONG_LAST_SEQUENCE:
                return False
            raise Unreachable("UNREACHABLE", "the player's whereabouts cannot be written now") from error
        except _ERRORS as error:
            raise Unreachable("UNREACHABLE", "the player's whereabouts cannot be written now") from error
        return True


async def open_lobby(client: Client) -> KeyValueLobby:
    """Opens the buckets, which are there already."""
    js = client.jetstream()
    return KeyValueLobby(client, await js.key_value(LOBBY_BUCKET), await js.key_value(CODES_BUCKET))


def _player(player_id: str) -> str:
    return f"$KV.{PLAYER_BUCKET}.{player_id}"


async def _try(writing: Awaitable[int] | Awaitable[bool], event: str, table_id: str) -> None:
    try:
        await writing
    except _ERRORS as error:
        log.warning(event, table=table_id, error=repr(error))
