"""Sanctions of players, and what they say against them."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """What a player is barred from."""

    MUTE = "mute", _("silencio en las mesas")
    SEEK_BAN = "seek_ban", _("sin buscar partida")
    SUSPENSION = "suspension", _("suspensión")


class Sanction(models.Model):
    """One sanction. The player reads the reason; what is nobody else's business stands in the audit log."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("jugador")
    )
    kind = models.CharField(_("sanción"), max_length=10, choices=Kind)
    reason = models.TextField(_("motivo"))
    """As the player reads it."""
    report_id = models.CharField(_("denuncia"), max_length=32, blank=True)
    """The report that led to it, if one did."""
    begins_at = models.DateTimeField(_("desde"), default=timezone.now)
    ends_at = models.DateTimeField(_("hasta"), null=True)
    """Null until somebody lifts it."""
    lifted_at = models.DateTimeField(_("levantada"), null=True)

    class Meta:
        verbose_name = _("sanción")
        verbose_name_plural = _("sanciones")
        indexes = (models.Index(fields=["player", "-begins_at"], name="sanctions_of_player"),)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(ends_at=None) | models.Q(ends_at__gt=models.F("begins_at")),
                name="sanctions_end_after_they_begin",
            ),
        )

    @property
    def lasts(self) -> bool:
        """Whether it bars the player now."""
        return self.lifted_at is None and (self.ends_at is None or self.ends_at > timezone.now())

    def __str__(self) -> str:
        return f"{self.get_kind_display()} · {self.player_id}"


class AppealState(models.TextChoices):
    """Where an appeal stands."""

    OPEN = "open", _("pendiente")
    UPHELD = "upheld", _("sanción levantada")
    REJECTED = "rejected", _("sanción confirmada")


class Appeal(models.Model):
    """What a player says against a sanction, once for each, and the answer."""

    sanction = models.OneToOneField(
        Sanction, on_delete=models.CASCADE, related_name="appeal", verbose_name=_("sanción")
    )
    text = models.TextField(_("qué dice"))
    made_at = models.DateTimeField(_("pedida"), default=timezone.now, db_index=True)
    state = models.CharField(_("estado"), max_length=8, choices=AppealState, default=AppealState.OPEN)
    answer = models.TextField(_("respuesta"), blank=True)
    """As the player reads it."""
    answered_at = models.DateTimeField(_("respondida"), null=True)

    class Meta:
        verbose_name = _("pedido de revisión")
        verbose_name_plural = _("pedidos de revisión")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(state=AppealState.OPEN, answered_at=None)
                | (~models.Q(state=AppealState.OPEN) & models.Q(answered_at__isnull=False)),
                name="sanctions_appeal_is_open_or_answered",
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_state_display()} · {self.sanction_id}"
