"""Signing in with Google: who plays as a guest stays the same player there too."""

from typing import Any

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from web.accounts import registration, services
from web.settings.environment import environment


class GoogleAdapter(DefaultSocialAccountAdapter):
    """allauth's hooks for who comes from Google."""

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Refuses an account whose address Google does not vouch for. A guest is registered by one that is new here."""
        email = next((found.email for found in sociallogin.email_addresses if found.verified), None)
        if sociallogin.is_existing:
            return
        if email is None:
            messages.error(request, _("Google no confirmó el correo de esa cuenta. Probá con otra."))
            raise ImmediateHttpResponse(redirect("account_signup"))
        if sociallogin.state.get("process") != "connect":
            self._register(request, sociallogin, email)

    def _register(self, request: HttpRequest, sociallogin: SocialLogin, email: str) -> None:
        player = services.signed_in(request)
        if player is None or not player.guest:
            player = services.create_guest()
        registration.confirm_elsewhere(player, email)
        sociallogin.connect(request, player)

    def new_user(self, request: HttpRequest, sociallogin: SocialLogin) -> AbstractBaseUser:  # noqa: ARG002
        """Not needed: whoever is new was registered before."""
        return services.create_guest()


def offered() -> bool:
    """Whether one can sign in with Google here."""
    return bool(environment().google_client_id)


def context(_request: HttpRequest) -> dict[str, Any]:
    """For templates: whether to offer it."""
    return {"google_offered": offered()}
