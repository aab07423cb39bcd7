"""The API app."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The REST API."""

    name = "web.api"

    def ready(self) -> None:
        """Has the document know how callers prove who they are."""
        from web.api import document  # noqa: F401
