"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Players and their tokens."""

    name = "web.accounts"
