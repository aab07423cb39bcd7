"""A match that has ended, and who sat at it."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now


class Outcome(models.TextChoices):
    """How a match ended."""

    FINISHED = "finished"
    VOIDED = "voided"
    ABANDONED = "abandoned"


class SeatResult(models.TextChoices):
    """What a match was for one seat."""

    WON = "won"
    LOST = "lost"
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
    ranked = models.BooleanField(default=False, db_default=False)
    void_reason = models.CharField(max_length=32, blank=True, db_default="")
    """Why it was voided: outage, operator or stakes; empty when it was not."""
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(db_index=True)
    record = models.JSONField(null=True)
    """The match record (`web.history.record`); null unless finished."""

    def result_for(self, seat: int) -> SeatResult:
        """What it was for the one who sat there."""
        if self.outcome != Outcome.FINISHED:
            return SeatResult(self.outcome)
        return SeatResult.WON if self.winner == seat % 2 else SeatResult.LOST

    def __str__(self) -> str:
        return self.id


class MatchSeat(models.Model):
    """Who sat where, by the name of that day. Bots and players deleted since have no player."""

    # Both keys are found by the indexes below; more of them would only slow the settlement down.
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats", db_index=False)
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False
    )
    name = models.CharField(max_length=64)
    avatar = models.CharField(max_length=64, blank=True)
    guest = models.BooleanField()
    bot = models.BooleanField()
    ended_at = models.DateTimeField(db_default=Now())
    """When the match ended. It stands here, as what follows does, so that a player's matches are found, and chosen
    from, by one index."""
    preset = models.CharField(max_length=32, db_default="")
    size = models.PositiveSmallIntegerField(db_default=0)
    result = models.CharField(max_length=9, choices=SeatResult, db_default="")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "seat"], name="history_one_player_a_seat"),)
        indexes = (
            models.Index(
                fields=["player", "-ended_at", "-id", "preset", "size", "result"], name="history_matches_of_player"
            ),
        )

    @property
    def team(self) -> int:
        """The seat's team (rules.md 1)."""
        return self.seat % 2

    def __str__(self) -> str:
        return f"{self.name} at {self.match_id}:{self.seat}"
