"""What has changed and is not published yet."""

from django.db import models
from django.utils import timezone


class Change(models.Model):
    """One key of one NATS bucket is to be published again. It names what changed and not how: the relay publishes what
    stands in the database when it gets there, so that the order of changes does not matter."""

    bucket = models.CharField(max_length=32)
    key = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.bucket}.{self.key}"
