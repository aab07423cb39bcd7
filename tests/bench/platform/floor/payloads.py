"""What the floor's hops carry: bytes of the very messages that the platform sent for some of its actions."""

import asyncio
import pickle
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import nats
from nats.js.errors import NotFoundError

from services.common.subjects import STREAM
from services.gateway import requests
from services.tables.domain.updates import fan_out
from truco.play.v1 import play_pb2
from truco.rules.v1 import rules_pb2
from truco.tables.v1 import tables_pb2

_COUNT = 500


@dataclass(frozen=True)
class Payloads:
    """The messages of one action."""

    command: bytes
    reply: bytes
    answer: bytes
    """What the client is answered."""
    record: bytes
    seats: Sequence[bytes]
    """Each seat's update."""
    others: Sequence[bytes]
    """What is published besides."""


def read(path: Path) -> list[Payloads]:
    """The payloads in a file."""
    found: list[Payloads] = pickle.loads(path.read_bytes())
    return found


def write(path: Path, nats_options: Mapping[str, Any]) -> None:
    """Writes those of actions that stand in the TABLES stream, taken at random."""
    path.write_bytes(pickle.dumps(asyncio.run(_sampled(nats_options))))


async def _sampled(nats_options: Mapping[str, Any]) -> list[Payloads]:
    client = await nats.connect(**nats_options)
    try:
        return [_payloads(record) async for record in _some_records(client.jetstream())]
    finally:
        await client.close()


async def _some_records(stream: Any) -> AsyncIterator[tables_pb2.TableRecord]:
    state = (await stream.stream_info(STREAM)).state
    random, found = Random(1), 0
    while found < _COUNT:
        try:
            message = await stream.get_msg(STREAM, seq=random.randint(state.first_seq, state.last_seq))
        except NotFoundError:
            continue
        if message.subject.startswith("table.") and message.subject.endswith(".commit"):
            record = tables_pb2.TableRecord.FromString(message.data)
            if record.WhichOneof("action") == "acted":
                found += 1
                yield record


def _payloads(record: tables_pb2.TableRecord) -> Payloads:
    action = rules_pb2.Action(kind=rules_pb2.ACTION_KIND_PLAY, card="11e")
    asked = play_pb2.ActRequest(
        request_id="0" * 32, table_id=record.state.table_id, action=action, expected_version=record.version
    )
    command = requests.act(record.state.seats[0].player, asked)
    command.not_after_ms = record.time_ms
    accepted = tables_pb2.Accepted(version=record.version, epoch=1)
    updates = fan_out(record, record.time_ms)
    return Payloads(
        command=command.SerializeToString(),
        reply=tables_pb2.Reply(accepted=accepted).SerializeToString(),
        answer=play_pb2.ActResponse(version=record.version, epoch=1).SerializeToString(),
        record=record.SerializeToString(),
        seats=[update.data for update in updates if update.subject.startswith("seat.")],
        others=[update.data for update in updates if not update.subject.startswith("seat.")],
    )
