"""allauth's forms, where ours differ."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import (
    AddEmailForm,
    BaseConfirmCodeForm,
    ChangePasswordForm,
    ConfirmEmailVerificationCodeForm,
    LoginForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
    SetPasswordForm,
    SignupForm,
)
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

_LABELS: dict[str, Promise] = {
    "email": _("Correo"),
    "login": _("Correo"),
    "remember": _("Recordarme"),
    "oldpassword": _("Contraseña de ahora"),
}
_HELP: dict[str, Promise] = {"password1": _("Ocho caracteres o más, que no sea de las muy usadas ni solo números.")}


class _InOurWords:
    """Labels and hints of ours, and no placeholders that say them again."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = vars(self)["fields"]
        for name, field in fields.items():
            field.label = _LABELS.get(name, field.label)
            field.help_text = _HELP.get(name, "")
            field.widget.attrs.pop("placeholder", None)


class RegistrationForm(_InOurWords, SignupForm):
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


class CodeForm(_InOurWords, ConfirmEmailVerificationCodeForm):
    """The code of a mail. allauth's refuses an address that somebody else only named; ours one that somebody has."""

    def clean_code(self) -> str:
        """The code, if it is the right one."""
        code = str(BaseConfirmCodeForm.clean_code(self))
        if EmailAddress.objects.filter(email=self.email, verified=True).exclude(user=self.user).exists():
            raise get_adapter().validation_error("email_taken")
        return code


class SignInForm(_InOurWords, LoginForm):
    """E-mail and password."""


class NewEmailForm(_InOurWords, AddEmailForm):
    """The address to change to."""


class NewPasswordForm(_InOurWords, ChangePasswordForm):
    """The password of now, and another."""


class FirstPasswordForm(_InOurWords, SetPasswordForm):
    """A password for who has none."""


class ForgottenPasswordForm(_InOurWords, ResetPasswordForm):
    """Where to send the link."""


class ChosenPasswordForm(_InOurWords, ResetPasswordKeyForm):
    """Another password, by the link."""
