"""The tables service as the gateway sees it: commands and queries over NATS request-reply, retried until it answers."""

import asyncio
import random
import time
from collections.abc import Sequence

import structlog
from nats import errors as nats_errors

from services.common import subjects, tracing
from services.common.errors import TrucoError, Unreachable, from_code
from services.gateway import metrics
from services.gateway.asker import Asker
from truco.engine.v1 import engine_pb2
from truco.play.v1 import play_pb2
from truco.tables.v1 import seeks_pb2, tables_pb2

log = structlog.get_logger()

_TRY_SECONDS = 1.0
_PAUSE_SECONDS = 0.1


class Tables:
    """Asks tables. Every ask is tried again, the same bytes, until `patience` seconds are over (architecture 9).

    Raises the refusal that tables sent, or Unreachable when it did not answer in time.
    """

    def __init__(self, asker: Asker, patience: float) -> None:
        self._asker = asker
        self._patience = patience

    async def command(self, command: tables_pb2.Command) -> tables_pb2.Accepted:
        """Sends a command; returns when it is durable."""
        until = time.monotonic() + self._patience
        tracing.note_request(command.request_id)
        command.traceparent = tracing.current()
        command.not_after_ms = int((time.time() + self._patience) * 1000)
        payload = command.SerializeToString()
        while True:
            answer = await self._ask(subjects.command(command.table_id), payload, until)
            reply = tables_pb2.Reply.FromString(answer)
            if reply.HasField("accepted"):
                log.debug("command", table=command.table_id, version=reply.accepted.version)
                return reply.accepted
            await self._pause_or_raise(_refusal(reply.refused), until)

    async def seek(self, command: seeks_pb2.SeekCommand) -> seeks_pb2.SeekTold:
        """Sends a request about a player's seek; returns when what it changes is durable."""
        until = time.monotonic() + self._patience
        tracing.note_request(command.seek.request_id or command.cancel.request_id)
        command.traceparent = tracing.current()
        command.not_after_ms = int((time.time() + self._patience) * 1000)
        payload = command.SerializeToString()
        while True:
            answer = await self._ask(subjects.seek_command(command.player.player_id), payload, until)
            reply = seeks_pb2.SeekReply.FromString(answer)
            if reply.HasField("told"):
                return reply.told
            await self._pause_or_raise(_refusal(reply.refused), until)

    async def get(
        self, table_id: str, player_id: str, since: play_pb2.TableVersion | None = None
    ) -> tables_pb2.Updates:
        """A table as one viewer may see it, with what happened since a version."""
        query = tables_pb2.Query(get=tables_pb2.GetTable(table_id=table_id, player_id=player_id, since=since))
        return (await self._query(subjects.shard_of(table_id), query)).updates

    async def versions(self, shard: int, asked: tables_pb2.GetVersions) -> tables_pb2.Versions:
        """The versions of tables of one shard; tables that do not exist are left out."""
        query = tables_pb2.Query(versions=asked)
        return (await self._query(shard, query)).versions

    async def talk(self, table_id: str, player_id: str) -> Sequence[play_pb2.TalkLine]:
        """The last lines that a player may hear of a table, oldest first."""
        query = tables_pb2.Query(talk=tables_pb2.GetTalk(table_id=table_id, player_id=player_id))
        return (await self._query(subjects.shard_of(table_id), query)).talk.lines

    async def describe(self, request: engine_pb2.DescribeRequest) -> engine_pb2.DescribeResponse:
        """The rules of a table in words; any worker knows them."""
        return (await self._query(random.randrange(subjects.SHARDS), tables_pb2.Query(describe=request))).description

    async def find(self, code: str) -> play_pb2.TableInfo:
        """The private table that has a code; any worker can look."""
        query = tables_pb2.Query(find=tables_pb2.FindTable(code=code))
        return (await self._query(random.randrange(subjects.SHARDS), query)).found

    async def match_record(self, asked: tables_pb2.GetMatchRecord) -> str:
        """The record of an ended match, in JSON."""
        return (
            await self._query(subjects.shard_of(asked.table_id), tables_pb2.Query(match_record=asked))
        ).match_record_json

    async def _pause_or_raise(self, error: TrucoError, until: float) -> None:
        """Waits a little before the next try, if one may help."""
        if not isinstance(error, Unreachable) or time.monotonic() + _TRY_SECONDS > until:
            raise error
        metrics.RETRIES.labels(error.reason).inc()
        await asyncio.sleep(_PAUSE_SECONDS)

    async def _query(self, shard: int, query: tables_pb2.Query) -> tables_pb2.QueryReply:
        until = time.monotonic() + self._patience
        reply = tables_pb2.QueryReply.FromString(
            await self._ask(subjects.query(shard), query.SerializeToString(), until)
        )
        if reply.HasField("refused"):
            raise _refusal(reply.refused)
        return reply

    async def _ask(self, subject: str, payload: bytes, until: float) -> bytes:
        while (left := until - time.monotonic()) > 0:
            try:
                return await self._asker.ask(subject, payload, min(left, _TRY_SECONDS))
            except nats_errors.TimeoutError:
                metrics.RETRIES.labels("no answer").inc()
            except nats_errors.Error as error:
                metrics.RETRIES.labels(type(error).__name__).inc()
                await asyncio.sleep(_PAUSE_SECONDS)
        raise Unreachable(
            "UNREACHABLE", "tables did not answer in time; retry with the same request id"
        ).retrying_after(_TRY_SECONDS)


def _refusal(refused: tables_pb2.Refused) -> TrucoError:
    error = from_code(refused.code, refused.reason, refused.message, refused.metadata)
    return error.retrying_after(refused.retry_after_ms / 1000) if refused.retry_after_ms else error
