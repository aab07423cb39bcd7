"""A report of one player by another, with what the reporter saw and heard."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class State(models.TextChoices):
    """Where the moderators stand with a report."""

    OPEN = "open", _("pendiente")
    UPHELD = "upheld", _("aceptada")
    DISMISSED = "dismissed", _("desestimada")


class Cause(models.TextChoices):
    """Why a player is reported (truco.play.v1.ReportCause)."""

    ABUSE = "abuse", _("insultos o acoso")
    COLLUSION = "collusion", _("trampa entre varios")
    STALLING = "stalling", _("demoras a propósito")
    NAME = "name", _("nombre ofensivo")
    OTHER = "other", _("otra cosa")


class Report(models.Model):
    """One report. What it says never changes, which the database sees to; only its state does.

    Names are those of that day. Players deleted since leave their names only.
    """

    id = models.CharField(primary_key=True, max_length=32)
    state = models.CharField(_("estado"), max_length=16, choices=State, default=State.OPEN)
    made_at = models.DateTimeField(_("hecha"), db_index=True)
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    reporter_name = models.CharField(_("quién"), max_length=64)
    reporter_seat = models.PositiveSmallIntegerField()
    reported = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    reported_name = models.CharField(_("a quién"), max_length=64)
    reported_seat = models.PositiveSmallIntegerField()
    cause = models.CharField(_("causa"), max_length=16, choices=Cause)
    text = models.TextField(blank=True)
    table_id = models.CharField(max_length=48)
    match_id = models.CharField(max_length=64, blank=True)
    """Empty before the match started."""
    hand = models.JSONField()
    """The current hand as the reporter saw it: a truco.play.v1.TableUpdate."""
    talk = models.JSONField()
    """What the reporter could hear: truco.play.v1.TalkLines, oldest first."""

    class Meta:
        verbose_name = _("denuncia")
        verbose_name_plural = _("denuncias")
        indexes = (
            models.Index(fields=["reported", "-made_at"], name="moderation_of_reported"),
            models.Index(fields=["made_at"], name="moderation_open", condition=models.Q(state=State.OPEN)),
        )

    def __str__(self) -> str:
        return f"{self.reporter_name} → {self.reported_name}"
