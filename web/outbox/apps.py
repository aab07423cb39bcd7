"""The outbox app."""

from django.apps import AppConfig


class OutboxConfig(AppConfig):
    """What waits for the relay."""

    name = "web.outbox"
