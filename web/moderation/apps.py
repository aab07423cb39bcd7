"""The moderation app."""

from django.apps import AppConfig


class ModerationConfig(AppConfig):
    """Reports of players, as the tables service filed them."""

    name = "web.moderation"
