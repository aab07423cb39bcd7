"""allauth's forms, where ours differ."""

from typing import Any

from allauth.account.forms import SignupForm
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest


class RegistrationForm(SignupForm):
    """E-mail and password. Only a confirmed address is taken: nobody keeps another's by naming it first."""

    def validate_unique_email(self, value: str) -> str:
        """Notes whether somebody has it, which the page does not tell; a mail to the address does."""
        self.account_already_exists = EmailAddress.objects.is_verified(value)
        return value

    def try_save(self, request: HttpRequest) -> Any:
        """Registers; for a taken address it takes as long, so that the time does not tell either."""
        if self.account_already_exists:
            make_password(self.cleaned_data.get("password1"))
        return super().try_save(request)
