"""How allauth is to treat players: a guest who registers stays the same player, and mail goes out by Celery."""

from typing import Any, cast

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.forms import BaseForm
from django.http import HttpRequest
from django.urls import reverse

from web.accounts import registration, services
from web.accounts.mail import post
from web.accounts.models import Player
from web.common.limits import address


class AccountAdapter(DefaultAccountAdapter):
    """allauth's hooks. `Player.email` is written by `registration.confirm` alone, so it is a confirmed address."""

    def new_user(self, request: HttpRequest) -> AbstractBaseUser:
        """Who registers: the guest of this session, else a new one."""
        player = services.signed_in(request)
        return player if player is not None and player.guest else services.create_guest()

    def save_user(
        self,
        request: HttpRequest,
        user: AbstractBaseUser,
        form: BaseForm,
        commit: bool = True,  # noqa: ARG002, FBT001, FBT002 - allauth's signature
    ) -> AbstractBaseUser:
        """Keeps the password; addresses of earlier tries go. The guest's session lives on under a new key."""
        with transaction.atomic():
            EmailAddress.objects.filter(user=user, verified=False).delete()
            user.set_password(form.cleaned_data.get("password1"))
            user.save(update_fields=["password"])
        if request.user == user:
            update_session_auth_hash(request, cast(Any, user))
        return user

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """The address was proved; the player is registered by that, if it is the first one."""
        with transaction.atomic():
            confirmed = bool(super().confirm_email(request, email_address))
            if confirmed:
                registration.confirm(cast(Player, email_address.user), email_address.email)
        return confirmed

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Hands the mail to Celery once the transaction is through."""
        links = {"login_url": self.request.build_absolute_uri(reverse("account_login"))}
        message = self.render_mail(template_prefix, email, {"email": email, **links, **context})
        transaction.on_commit(lambda: post(message.subject, str(message.body), email))

    def format_email_subject(self, subject: str) -> str:
        """Our subjects say by themselves who writes."""
        return subject

    def get_client_ip(self, request: HttpRequest) -> str:
        """As the portal's other limits see it."""
        return address(request)

    def is_safe_url(self, url: str) -> bool:
        """Pages of ours only."""
        return url.startswith("/") and bool(super().is_safe_url(url))
