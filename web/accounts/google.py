"""Signing in with Google: who plays as a guest stays the same player there too."""

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from web.accounts import registration, services
from web.accounts.models import Player


class GoogleAdapter(DefaultSocialAccountAdapter):
    """allauth's hooks for who comes from Google."""

    def new_user(self, request: HttpRequest, sociallogin: SocialLogin) -> Player:  # noqa: ARG002 - allauth's signature
        """Nobody yet: `pre_social_login` finds who it is."""
        return Player()

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Registers the guest, or a new player, by an account that is new here, if Google vouches for its address."""
        player = services.signed_in(request)
        connects = player is not None and not player.guest and sociallogin.state.get("process") == "connect"
        if sociallogin.is_existing or connects:
            return
        email = next((found.email for found in sociallogin.email_addresses if found.verified), None)
        if email is None:
            messages.error(request, _("Google no confirmó el correo de esa cuenta. Probá con otra."))
            raise ImmediateHttpResponse(redirect("account_signup"))
        if player is None or not player.guest:
            player = services.create_guest()
        with transaction.atomic():
            registration.confirm_elsewhere(player, email)
            sociallogin.connect(request, player)
