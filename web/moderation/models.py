"""A report of one player by another, with what the reporter saw and heard."""

from django.conf import settings
from django.db import models


class State(models.TextChoices):
    """Where the moderators stand with a report."""

    OPEN = "open"


class Cause(models.TextChoices):
    """Why a player is reported (truco.play.v1.ReportCause)."""

    ABUSE = "abuse"
    COLLUSION = "collusion"
    STALLING = "stalling"
    NAME = "name"
    OTHER = "other"


class Report(models.Model):
    """One report. What it says never changes, which the database sees to; only its state does.

    Names are those of that day. Players deleted since leave their names only.
    """

    id = models.CharField(primary_key=True, max_length=32)
    state = models.CharField(max_length=16, choices=State, default=State.OPEN)
    made_at = models.DateTimeField(db_index=True)
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    reporter_name = models.CharField(max_length=64)
    reporter_seat = models.PositiveSmallIntegerField()
    reported = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    reported_name = models.CharField(max_length=64)
    reported_seat = models.PositiveSmallIntegerField()
    cause = models.CharField(max_length=16, choices=Cause)
    text = models.TextField(blank=True)
    table_id = models.CharField(max_length=48)
    match_id = models.CharField(max_length=64, blank=True)
    """Empty before the match started."""
    hand = models.JSONField()
    """The current hand as the reporter saw it: a truco.play.v1.TableUpdate."""
    talk = models.JSONField()
    """What the reporter could hear: truco.play.v1.TalkLines, oldest first."""

    def __str__(self) -> str:
        return self.id
