"""The play app."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Pages; it has no models."""

    name = "web.play"
