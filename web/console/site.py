"""The console's site: django-unfold's, behind the portal's own sign-in and a policy of its own."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext_lazy as _
from unfold.sites import UnfoldAdminSite

from web.console import second_factor

POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Unfold's pages have no inline script, but Alpine makes functions of their attributes ('unsafe-eval'), and they have
inline styles. Everything comes from here, nothing from elsewhere, and nobody frames it."""

View = Callable[..., HttpResponseBase]


class ConsoleSite(UnfoldAdminSite):
    """Pages for members of the staff. Who is not signed in does so where players do."""

    site_title = _("Consola de Quiero")
    index_title = _("Consola")
    enable_nav_sidebar = True

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:  # noqa: FBT001, FBT002 - Django's signature
        """The view for members of the staff, under the console's policy."""
        guarded: View = super().admin_view(view, cacheable)

        @wraps(guarded)
        def with_policy(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
            response = guarded(request, *args, **kwargs)
            response.headers["Content-Security-Policy"] = POLICY
            return response

        return with_policy

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether who asks is of the staff, and signed in as the console requires."""
        return bool(super().has_permission(request)) and not second_factor.is_missing(request)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:  # noqa: ARG002
        """To the players' sign-in, or to the second factor, and back. Raises PermissionDenied for who is not of the
        staff."""
        wanted = request.GET.get("next", request.get_full_path())
        if not request.user.is_authenticated:
            return redirect_to_login(wanted, settings.LOGIN_URL)
        if super().has_permission(request) and second_factor.is_missing(request):
            return redirect_to_login(wanted, second_factor.page_for(request))
        raise PermissionDenied


site = ConsoleSite(name="console")
