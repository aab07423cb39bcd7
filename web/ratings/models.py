"""Ratings, one for each player, ruleset family and table size, and how each match changed them."""

from django.conf import settings
from django.db import models
from django.utils import timezone

MU = 25.0
SIGMA = MU / 3
"""Where everybody begins."""


class Rating(models.Model):
    """A player's rating. The family of a ruleset is its preset."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    preset = models.CharField(max_length=32)
    seats = models.PositiveSmallIntegerField()
    mu = models.FloatField(default=MU)
    sigma = models.FloatField(default=SIGMA)
    games = models.PositiveIntegerField(default=0)
    updated = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["player", "preset", "seats"], name="ratings_one_of_a_kind"),
            models.CheckConstraint(condition=models.Q(sigma__gt=0), name="ratings_sigma_is_positive"),
        )

    def __str__(self) -> str:
        return f"{self.player_id} at {self.preset} {self.seats}: {self.mu:.2f} ± {self.sigma:.2f}"


class RatingChange(models.Model):
    """What one match did to one rating; written once, so that a match can be taken back."""

    match_id = models.CharField(max_length=64)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    preset = models.CharField(max_length=32)
    seats = models.PositiveSmallIntegerField()
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()
    at = models.DateTimeField()
    """When the match ended."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match_id", "player"], name="ratings_one_change_a_match"),)
        indexes = (models.Index(fields=["player", "-at"], name="ratings_changes_of_player"),)

    def __str__(self) -> str:
        return f"{self.player_id} in {self.match_id}: {self.mu_after - self.mu_before:+.2f}"
