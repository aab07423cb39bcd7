"""The moderation app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    """Reports of players, as the tables service filed them."""

    name = "web.moderation"
    verbose_name = _("moderación")
