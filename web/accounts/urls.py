"""The addresses of registering, signing in and the account. The names are allauth's, which asks for them."""

from allauth.account import views as account
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as totp
from allauth.socialaccount import views as social
from allauth.usersessions import views as sessions
from django.urls import URLPattern, URLResolver, include, path, re_path

from web.accounts import mail_page, pages
from web.accounts.guards import for_registered, not_for_registered

_RESET_KEY = r"^clave/nueva/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$"

urlpatterns: list[URLPattern | URLResolver] = [
    path("registrarse/", not_for_registered(account.signup), name="account_signup"),
    path("ingresar/", not_for_registered(account.login), name="account_login"),
    path("ingresar/codigo/", not_for_registered(mfa.authenticate), name="mfa_authenticate"),
    path("salir/", account.logout, name="account_logout"),
    path("inactiva/", account.account_inactive, name="account_inactive"),
    path("correo/confirmar/", account.email_verification_sent, name="account_email_verification_sent"),
    path("correo/local/", mail_page.mails, name="local_mail"),
    path("clave/olvidada/", account.password_reset, name="account_reset_password"),
    path("clave/olvidada/enviado/", account.password_reset_done, name="account_reset_password_done"),
    re_path(_RESET_KEY, account.password_reset_from_key, name="account_reset_password_from_key"),
    path("clave/lista/", account.password_reset_from_key_done, name="account_reset_password_from_key_done"),
    path("cuenta/", pages.account, name="account"),
    path("cuenta/nombre/", pages.nickname, name="account_nickname"),
    path("cuenta/avatar/", pages.avatar, name="account_avatar"),
    path("cuenta/limites/", pages.limits, name="account_limits"),
    path("cuenta/edad/", pages.age, name="account_age"),
    path("cuenta/correo/", for_registered(account.email), name="account_email"),
    path("cuenta/clave/", for_registered(account.password_change), name="account_change_password"),
    path("cuenta/clave/poner/", for_registered(account.password_set), name="account_set_password"),
    path("cuenta/confirmar/", for_registered(account.reauthenticate), name="account_reauthenticate"),
    path(
        "cuenta/confirmar/pedir/",
        for_registered(account.request_reauthentication_code),
        name="account_request_reauthentication_code",
    ),
    path(
        "cuenta/confirmar/correo/",
        for_registered(account.confirm_reauthentication_code),
        name="account_confirm_reauthentication_code",
    ),
    path("cuenta/confirmar/codigo/", for_registered(mfa.reauthenticate), name="mfa_reauthenticate"),
    path("cuenta/sesiones/", for_registered(sessions.list_usersessions), name="usersessions_list"),
    path("cuenta/google/", for_registered(social.connections), name="socialaccount_connections"),
    path("cuenta/dos-pasos/", for_registered(mfa.index), name="mfa_index"),
    path("cuenta/dos-pasos/activar/", for_registered(totp.activate_totp), name="mfa_activate_totp"),
    path("cuenta/dos-pasos/desactivar/", for_registered(totp.deactivate_totp), name="mfa_deactivate_totp"),
    path(
        "cuenta/dos-pasos/codigos/",
        for_registered(recovery_codes.view_recovery_codes),
        name="mfa_view_recovery_codes",
    ),
    path(
        "cuenta/dos-pasos/codigos/nuevos/",
        for_registered(recovery_codes.generate_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "cuenta/dos-pasos/codigos/archivo/",
        for_registered(recovery_codes.download_recovery_codes),
        name="mfa_download_recovery_codes",
    ),
    path("ingresar/con/cancelado/", social.login_cancelled, name="socialaccount_login_cancelled"),
    path("ingresar/con/error/", social.login_error, name="socialaccount_login_error"),
    path("ingresar/con/registro/", not_for_registered(social.signup), name="socialaccount_signup"),
    path("ingresar/con/", include("allauth.socialaccount.providers.openid_connect.urls")),
]
