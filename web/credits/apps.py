"""The credits app."""

from django.apps import AppConfig


class CreditsConfig(AppConfig):
    """The ledger and the stakes it holds."""

    name = "web.credits"
