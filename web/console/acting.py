"""A page of one row, with forms for what the reader may do about it."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from services.common.errors import TrucoError
from web.accounts.services import Player
from web.console.actions import may, perform
from web.console.forms import ActionForm
from web.console.reading import Reading
from web.play.reasons import TEXTS

Forms = Mapping[str, type[ActionForm]]
"""The forms of actions, by the action's name."""


class Acting(Reading):
    """Lists rows, and shows each with what is known about it and what can be done."""

    page_template: ClassVar[str]
    subject: ClassVar[str]
    """As which keyword an action takes the row."""

    def forms_for(self, row: Any) -> Forms:
        """What can be done about a row now."""
        raise NotImplementedError

    def facts(self, request: HttpRequest, row: Any) -> dict[str, object]:
        """What the page shows of a row, as far as the reader may see it."""
        raise NotImplementedError

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",  # noqa: ARG002
        extra_context: dict[str, object] | None = None,  # noqa: ARG002
    ) -> HttpResponse:
        """The page; a POST does the action that it names and comes back to the page."""
        row = self.get_object(request, unquote(object_id))
        if not self.has_view_permission(request, row):
            raise PermissionDenied
        if row is None:
            raise Http404
        player = _player(request)
        forms = {name: kind(prefix=name) for name, kind in self.forms_for(row).items() if may(player, name)}
        if request.method == "POST":
            name = request.POST.get("action", "")
            if name not in forms:
                raise PermissionDenied
            forms[name] = type(forms[name])(request.POST, prefix=name)
            if forms[name].is_valid() and self._done(request, player, name, row, forms[name]):
                return redirect(request.path)
        return self._page(request, row, forms)

    def _done(self, request: HttpRequest, player: Player, name: str, row: models.Model, form: ActionForm) -> bool:
        """Does an action, and says how it went."""
        try:
            what = {**form.cleaned_data, self.subject: row}
            perform(name, player, what.pop("why"), **what)
        except TrucoError as error:
            messages.error(request, str(TEXTS.get(error.reason, error.reason)))
            return False
        messages.success(request, _("Hecho, y anotado en la auditoría."))
        return True

    def _page(self, request: HttpRequest, row: models.Model, forms: Mapping[str, ActionForm]) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": str(row),
            "row": row,
            "forms": forms,
            **self.facts(request, row),
        }
        request.current_app = self.admin_site.name
        return TemplateResponse(request, self.page_template, context)


def _player(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)  # the site lets nobody else in
    return request.user
