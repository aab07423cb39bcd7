"""What can be done with the outbox."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Min
from django.utils import timezone

from web.outbox.models import Change


@dataclass(frozen=True, order=True)
class Key:
    """A key of a bucket."""

    bucket: str
    name: str


Batch = Mapping[Key, Sequence[int]]
"""Keys to publish, with the changes that this takes care of."""


def announce(bucket: str, names: Iterable[str]) -> None:
    """Has keys published again once the caller's transaction is committed."""
    Change.objects.bulk_create(Change(bucket=bucket, key=name) for name in sorted(set(names)))


def waiting(most: int, buckets: Collection[str]) -> Batch:
    """The oldest changes of these buckets, each key once."""
    batch: dict[Key, list[int]] = {}
    rows = Change.objects.filter(bucket__in=buckets).order_by("pk")
    for number, bucket, name in rows.values_list("pk", "bucket", "key")[:most]:
        batch.setdefault(Key(bucket, name), []).append(number)
    return batch


def published(changes: Collection[int]) -> None:
    """Takes care of changes."""
    Change.objects.filter(pk__in=changes).delete()


def oldest() -> float:
    """For how many seconds the oldest change has waited; 0 when none waits."""
    at: datetime | None = Change.objects.aggregate(at=Min("at"))["at"]
    return (timezone.now() - at).total_seconds() if at else 0.0
