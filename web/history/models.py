"""A match that has ended, and who sat at it."""

from django.conf import settings
from django.db import models


class Outcome(models.TextChoices):
    """How a match ended."""

    FINISHED = "finished"
    VOIDED = "voided"
    ABANDONED = "abandoned"


class Match(models.Model):
    """One match. A row is written once, in the transaction that also settles its stakes."""

    id = models.CharField(primary_key=True, max_length=64)
    table_id = models.CharField(max_length=48)
    outcome = models.CharField(max_length=9, choices=Outcome)
    preset = models.CharField(max_length=32)
    target = models.PositiveSmallIntegerField(null=True)
    size = models.PositiveSmallIntegerField()
    score = models.JSONField(default=list)
    chicos = models.JSONField(default=list)
    winner = models.PositiveSmallIntegerField(null=True)
    stake = models.BigIntegerField(default=0)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(db_index=True)
    record = models.JSONField(null=True)
    """The match record (`web.history.record`); null unless finished."""

    def __str__(self) -> str:
        return self.id


class MatchSeat(models.Model):
    """Who sat where, by the name of that day. Bots and players deleted since have no player."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    name = models.CharField(max_length=64)
    avatar = models.CharField(max_length=64, blank=True)
    guest = models.BooleanField()
    bot = models.BooleanField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "seat"], name="history_one_player_a_seat"),)

    @property
    def team(self) -> int:
        """The seat's team (rules.md 1)."""
        return self.seat % 2

    def __str__(self) -> str:
        return f"{self.name} at {self.match_id}:{self.seat}"
