"""The sanctions app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SanctionsConfig(AppConfig):
    """Sanctions and appeals."""

    name = "web.sanctions"
    verbose_name = _("sanciones")
