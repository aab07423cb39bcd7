"""Ratings, one for each player, ruleset family and table size, and how each match changed them."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from web.ratings.strength import MU, SIGMA


class Rating(models.Model):
    """A player's rating. The family of a ruleset is its preset."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    preset = models.CharField(max_length=32)
    seats = models.PositiveSmallIntegerField()
    mu = models.FloatField(default=MU)
    sigma = models.FloatField(default=SIGMA)
    games = models.PositiveIntegerField(default=0)
    updated = models.DateTimeField(default=timezone.now)
    """When the latest match ended that counts in it; sigma is as that match left it (`strength.aged`)."""
    told_weeks = models.PositiveSmallIntegerField(default=0, db_default=0)
    """The idle weeks with which pairing was told the rating last."""

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
    taken_back_at = models.DateTimeField(null=True)
    """When the match was annulled, and this taken out of the rating."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match_id", "player"], name="ratings_one_change_a_match"),)
        indexes = (models.Index(fields=["player", "-at"], name="ratings_changes_of_player"),)

    def __str__(self) -> str:
        return f"{self.player_id} in {self.match_id}: {self.mu_after - self.mu_before:+.2f}"


class Season(models.Model):
    """A season that is closed or runs (`web.ratings.seasons`)."""

    number = models.PositiveIntegerField(primary_key=True)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"season {self.number}"


class SeasonRating(models.Model):
    """A rating as the player's last ranked match of the kind in one season left it."""

    season = models.PositiveIntegerField()
    """Its number; no key, since the match that begins a season may come before the season's row."""
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    preset = models.CharField(max_length=32)
    seats = models.PositiveSmallIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()
    """Ranked matches in the season."""
    wins = models.PositiveIntegerField()
    updated = models.DateTimeField()
    """When the last of them ended."""
    listed = models.BooleanField()
    """Whether it is on the board: not provisional after the last match."""
    place = models.PositiveIntegerField(null=True)
    """The place on the board, from 1, once the season is closed."""

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["player", "season", "preset", "seats"], name="ratings_one_of_a_kind_a_season"
            ),
        )
        indexes = (
            models.Index(
                fields=["season", "preset", "seats", "-mu", "player"],
                include=["updated"],
                condition=models.Q(listed=True),
                name="ratings_board",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id} in {self.season}, {self.preset} {self.seats}: {self.mu:.2f}"
