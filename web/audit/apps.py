"""The audit app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AuditConfig(AppConfig):
    """The log of what the staff does."""

    name = "web.audit"
    verbose_name = _("registro")
