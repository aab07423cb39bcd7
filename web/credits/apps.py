"""The credits app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CreditsConfig(AppConfig):
    """The ledger and the stakes it holds."""

    name = "web.credits"
    verbose_name = _("créditos")

    def ready(self) -> None:
        """Hears of confirmed addresses."""
        from web.accounts.signals import email_confirmed
        from web.credits.receivers import give_welcome

        email_confirmed.connect(give_welcome, dispatch_uid="credits.welcome")
