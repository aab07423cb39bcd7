"""The portal's jobs and how they went."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from web.console.reading import Reading
from web.console.site import site
from web.jobs.services import JobRun, is_well


@admin.register(JobRun, site=site)
class JobPages(Reading):
    """Every job that ran, with its latest run."""

    list_display = ("job", "began_at", "ended_at", "succeeded_at", "is_well", "error", "runs", "failures")
    search_fields = ("job", "error")
    ordering = ("job",)

    @admin.display(description=_("al día"), boolean=True)
    def is_well(self, run: JobRun) -> bool:
        """Whether its latest run succeeded, and its next is not late."""
        return is_well(run)
