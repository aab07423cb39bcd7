"""The ratings app."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Ratings and what changed them."""

    name = "web.ratings"
