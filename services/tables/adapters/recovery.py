"""What the stream says of its tables and their matches, without a card, for whoever compares it with the portal's
database after a restore; and how tables are taken out of it (deploy/recovery)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from nats.aio.client import Client
from nats.aio.msg import Msg

from services.common import subjects
from services.tables.adapters.following import Following
from services.tables.domain.formats import read
from services.tables.domain.stakes import stakes
from services.tables.domain.table import ends_match
from services.tables.domain.times import Times
from truco.play.v1.play_pb2 import TABLE_STATUS_PLAYING, TABLE_STATUS_STARTING, TableStatus
from truco.tables.v1.tables_pb2 import TableRecord, TableState

_RUNNING = (TABLE_STATUS_STARTING, TABLE_STATUS_PLAYING)


@dataclass
class Seen:
    """A table as its records tell it."""

    table_id: str
    epoch: int = 0
    status: str = ""
    running: dict[str, Any] | None = None
    """The match that is being played or about to start."""
    ended: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The matches that ended, by their ids."""

    def hear(self, kind: str, record: TableRecord) -> None:
        """Takes in a record that came after those before."""
        state = record.state
        self.epoch, self.status = state.epoch, TableStatus.Name(state.status)
        self.running = _match(state, state.epoch) if state.status in _RUNNING else None
        if ends_match(record):
            epoch = int(record.ended_match_id.rpartition("-")[2])
            self.ended[record.ended_match_id] = {**_match(state, epoch), "kind": kind}

    def told(self) -> dict[str, Any]:
        """As a line of JSON has it."""
        return {
            "table_id": self.table_id,
            "epoch": self.epoch,
            "status": self.status.removeprefix("TABLE_STATUS_"),
            "running": self.running,
            "ended": list(self.ended.values()),
        }


async def survey(client: Client, times: Times) -> Iterable[dict[str, Any]]:
    """Every table of the stream, by one reading of all its records. Errors: UNREACHABLE."""
    seen: dict[str, Seen] = {}

    def hear(subject: str, _sequence: int, message: Msg) -> None:
        _, _, table_id, kind = subject.split(".")
        seen.setdefault(table_id, Seen(table_id)).hear(kind, read(message.data, times))

    async with Following(client, subjects.STREAM, subjects.ALL_RECORDS, hear) as following:
        await following.loaded()
    return (table.told() for table in seen.values())


async def forget(client: Client, table_ids: Collection[str]) -> None:
    """Takes tables out of the stream, with their timers, as if they had never been."""
    js = client.jetstream()
    for table_id in table_ids:
        for subject in (subjects.timer(table_id), subjects.records_and_clock(table_id)):
            await js.purge_stream(subjects.STREAM, subject=subject)


async def deliver_again(client: Client) -> None:
    """Has the portal's consumers begin at the first record that is kept: a worker makes them anew when it starts."""
    js = client.jetstream()
    for stream, name in (
        (subjects.STREAM, subjects.MATCHES_CONSUMER),
        (subjects.REPORTS_STREAM, subjects.REPORTS_CONSUMER),
    ):
        known = {info.name for info in await js.consumers_info(stream)}
        if name in known:
            await js.delete_consumer(stream, name)


def _match(state: TableState, epoch: int) -> dict[str, Any]:
    """A match's id, and what each of its players stakes, credits."""
    return {"match_id": subjects.match_id(state.table_id, epoch), "stakes": stakes(state) if state.stake else {}}
