"""Reading KV buckets by direct get: no consumer, nothing to keep alive, nothing to repair after an outage.

JetStream API of direct gets: ADR-31 of the NATS architecture decisions.
"""

import json
from collections.abc import AsyncIterator, Mapping

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.js.kv import KV_OP

_SECONDS = 2.0
_PAGE = 1000


def subject(bucket: str, key: str) -> str:
    """Where a key's values are published; a plain subscription sees every change."""
    return f"$KV.{bucket}.{key}"


def value(message: Msg) -> bytes | None:
    """The value that a message of a bucket stands for; None when it says that the key is gone."""
    headers: Mapping[str, str] = message.headers or {}
    gone = KV_OP in headers or "Nats-Marker-Reason" in headers or "Status" in headers
    return None if gone else message.data


async def get(nats: Client, bucket: str, key: str) -> bytes | None:
    """A key's last value, None when there is none. Raises nats.errors.Error when the server does not answer."""
    return value(await last(nats, bucket, key))


async def last(nats: Client, bucket: str, key: str) -> Msg:
    """The message with a key's last value, or one without. Raises nats.errors.Error when the server does not answer."""
    return await nats.request(f"$JS.API.DIRECT.GET.KV_{bucket}.{subject(bucket, key)}", timeout=_SECONDS)


async def values(nats: Client, bucket: str) -> list[bytes]:
    """Every key's value, of a bucket that keeps one value per key; the oldest change first.

    Raises nats.errors.Error when the server does not answer.
    """
    found, _ = await changes(nats, bucket, 0)
    return [data for data in found.values() if data is not None]


async def changes(nats: Client, bucket: str, after: int) -> tuple[Mapping[str, bytes | None], int]:
    """The last value of every key that changed after a sequence (None: it is gone), and the sequence to go on from.

    For what the portal writes: what comes into the account of the streams by one import does not leave it by another,
    so nobody hears of it. Raises nats.errors.Error when the server does not answer.
    """
    found: dict[str, bytes | None] = {}
    while page := await _page(nats, bucket, after):
        found |= {_subject(message).rpartition(".")[2]: value(message) for message in page}
        after = int((page[-1].headers or {})["Nats-Sequence"])
    return found, after


def _subject(message: Msg) -> str:
    return str((message.headers or {})["Nats-Subject"])


async def _page(nats: Client, bucket: str, after: int) -> list[Msg]:
    request = {"seq": after + 1, "batch": _PAGE, "next_by_subj": subject(bucket, ">")}
    inbox = nats.new_inbox()
    subscription = await nats.subscribe(inbox)
    try:
        await nats.publish(f"$JS.API.DIRECT.GET.KV_{bucket}", json.dumps(request).encode(), reply=inbox)
        return [message async for message in _until_status(subscription)]
    finally:
        await subscription.unsubscribe()


async def _until_status(subscription: Subscription) -> AsyncIterator[Msg]:
    # A batch ends with a message that carries only a status: 204 after its last message, 404 when there was none.
    while "Status" not in ((message := await subscription.next_msg(_SECONDS)).headers or {}):
        yield message
