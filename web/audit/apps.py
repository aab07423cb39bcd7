"""The audit app."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """The log of what the staff does."""

    name = "web.audit"
