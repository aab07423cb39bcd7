"""The relay app."""

from django.apps import AppConfig


class RelayConfig(AppConfig):
    """The relay and its commands."""

    name = "web.relay"
