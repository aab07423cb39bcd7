"""The history app."""

from django.apps import AppConfig


class HistoryConfig(AppConfig):
    """Matches, as the tables service finished them."""

    name = "web.history"
