"""The credits app."""

from django.apps import AppConfig


class CreditsConfig(AppConfig):
    """The ledger and the stakes it holds."""

    name = "web.credits"

    def ready(self) -> None:
        """Hears of confirmed addresses."""
        from web.accounts.signals import email_confirmed
        from web.credits.receivers import give_welcome

        email_confirmed.connect(give_welcome, dispatch_uid="credits.welcome")
