"""One report as tables filed it: what it says, and what is done about it."""

from collections.abc import Sequence

from google.protobuf.message import DecodeError

from services.common.errors import InvalidInput
from truco.tables.v1 import tables_pb2
from web.moderation import services


def store_all(messages: Sequence[tuple[str, bytes]]) -> list[bool]:
    """Writes reports, each by itself; for each whether it was new. Raises what `store` does, at the first such one."""
    return [store(subject, data) for subject, data in messages]


def store(_subject: str, data: bytes) -> bool:
    """Writes a report; returns False when that was done before.

    Raises InvalidInput (BAD_REQUEST) for one that can't be read.
    """
    try:
        report = tables_pb2.PlayerReport.FromString(data)
        return services.store(report)
    except DecodeError as error:
        raise InvalidInput("BAD_REQUEST", "no PlayerReport") from error
