"""The sanctions app."""

from django.apps import AppConfig


class SanctionsConfig(AppConfig):
    """Sanctions and appeals."""

    name = "web.sanctions"
