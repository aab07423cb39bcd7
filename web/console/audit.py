"""The audit log, to be read and searched."""

import json

from django.contrib import admin
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from web.audit.services import Entry
from web.console.reading import Reading
from web.console.site import site


@admin.register(Entry, site=site)
class EntryPages(Reading):
    """What the staff did, the latest first."""

    list_display = ("at", "actor_name", "action", "target", "why")
    list_filter = ("action",)
    search_fields = ("actor_name", "action", "target", "why")
    search_help_text = _("Quién, acción, sobre qué (tipo:id) o por qué")
    date_hierarchy = "at"
    ordering = ("-pk",)
    fields = ("at", "actor_name", "actor", "action", "target", "why", "was", "became")

    @admin.display(description=_("antes"))
    def was(self, entry: Entry) -> str:
        """What was there before."""
        return _shown(entry.before)

    @admin.display(description=_("después"))
    def became(self, entry: Entry) -> str:
        """What was there after."""
        return _shown(entry.after)


def _shown(facts: dict[str, object]) -> str:
    return format_html("<pre>{}</pre>", json.dumps(facts, ensure_ascii=False, indent=2))
