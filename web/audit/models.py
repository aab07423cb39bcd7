"""The audit log. The database refuses to change or delete an entry, whatever the code does."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Entry(models.Model):
    """One thing that was done, with what was there before and after.

    People are named by their ids and not by references, so that nothing that is deleted elsewhere changes an entry.
    """

    at = models.DateTimeField(_("cuándo"), default=timezone.now, db_index=True)
    actor = models.UUIDField(_("id de quién"), null=True, db_index=True)
    """The player who did it; null for the command line of the server."""
    actor_name = models.CharField(_("quién"), max_length=64)
    action = models.CharField(_("acción"), max_length=32, db_index=True)
    target = models.CharField(_("sobre qué"), max_length=96, db_index=True)
    """What was acted on, as kind:id."""
    why = models.TextField(_("por qué"))
    before = models.JSONField(_("antes"))
    after = models.JSONField(_("después"))

    class Meta:
        verbose_name = _("asiento de auditoría")
        verbose_name_plural = _("auditoría")

    def __str__(self) -> str:
        return f"{self.action} · {self.target}"
