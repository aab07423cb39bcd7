"""How each job went."""

from django.db import models


class JobRun(models.Model):
    """The latest run of a job, and how many there were."""

    job = models.CharField(max_length=64, primary_key=True)
    began_at = models.DateTimeField()
    """Of the latest run; later than the end of the one before while it runs, or when its worker died."""
    ended_at = models.DateTimeField(null=True)
    succeeded_at = models.DateTimeField(null=True)
    """The end of the latest run that succeeded."""
    error = models.TextField(blank=True)
    """What the latest run that ended failed of; empty when it succeeded."""
    runs = models.PositiveBigIntegerField(default=0)
    failures = models.PositiveBigIntegerField(default=0)

    class Meta:
        default_permissions = ("view",)

    def __str__(self) -> str:
        return self.job
