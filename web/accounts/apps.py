"""The accounts app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Players and their tokens."""

    name = "web.accounts"
    verbose_name = _("cuentas")
