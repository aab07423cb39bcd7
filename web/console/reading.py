"""A list of the console in which nothing can be typed over: what is done goes through `actions`."""

from django.db import models
from django.http import HttpRequest
from unfold.admin import ModelAdmin


class Reading(ModelAdmin):
    """Lists and shows rows to who may view them."""

    list_per_page = 50
    show_full_result_count = False
    """Counting everything besides what was found costs a full scan."""

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002
        """Nobody adds rows here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:  # noqa: ARG002
        """Nobody types over rows here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:  # noqa: ARG002
        """Nobody deletes rows here."""
        return False

    def get_actions(self, request: HttpRequest) -> dict[str, object]:  # noqa: ARG002
        """Nothing is done to many rows at once."""
        return {}
