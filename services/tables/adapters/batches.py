"""Several messages into one stream, all or none (ADR-50 of the NATS architecture decisions)."""

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import nats.errors
from nats.aio.client import Client

from services.tables.adapters.store import WRONG_LAST_SEQUENCE
from services.tables.handlers.ports import OutcomeUnknown, SequenceConflict

MOST: Final = 1_000
"""Messages in a batch: the server's limit."""
_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class Message:
    """One of a batch."""

    subject: str
    data: bytes
    headers: Mapping[str, str] = field(default_factory=dict)


async def publish(client: Client, messages: Sequence[Message]) -> int:
    """Stores all of them one after another and returns the sequence of the first, or stores none.

    Raises SequenceConflict when a sequence was not as expected, and OutcomeUnknown when the server did not say.
    """
    batch = uuid.uuid4().hex
    for number, message in enumerate(messages[:-1], 1):
        await client.publish(message.subject, message.data, headers=_headers(message, batch, number))
    last = messages[-1]
    headers = _headers(last, batch, len(messages)) | {"Nats-Batch-Commit": "1"}
    try:
        answer = await client.request(last.subject, last.data, _SECONDS, headers=headers)
    except nats.errors.Error as error:
        raise OutcomeUnknown from error
    return _sequence(json.loads(answer.data)) - len(messages) + 1


def _headers(message: Message, batch: str, number: int) -> dict[str, str]:
    return {"Nats-Batch-Id": batch, "Nats-Batch-Sequence": str(number), **message.headers}


def _sequence(answer: Mapping[str, Any]) -> int:
    error = answer.get("error")
    if error is None:
        return int(answer["seq"])
    if error.get("err_code") == WRONG_LAST_SEQUENCE:
        raise SequenceConflict
    raise OutcomeUnknown(error.get("description"))
