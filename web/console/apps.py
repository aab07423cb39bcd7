"""The console app."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class ConsoleConfig(AppConfig):
    """The console; after every migration its roles are as `roles` says."""

    name = "web.console"

    def ready(self) -> None:
        """Registers the actions and pages, and the making of the roles."""
        from web.console import pages, roles  # noqa: F401

        post_migrate.connect(roles.make_roles, sender=self)
