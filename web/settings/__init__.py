"""Django's settings, all derived from `environment.PortalSettings`."""

from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.templatetags.static import static

from web.settings.environment import environment

ENV = environment()
WEB = Path(__file__).resolve().parent.parent

SECRET_KEY = ENV.secret_key
DEBUG = False
ALLOWED_HOSTS = ENV.allowed_hosts.split(",")
ROOT_URLCONF = "web.urls"
WSGI_APPLICATION = "web.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "unfold",
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.mfa",
    "allauth.usersessions",
    "web.audit",
    "web.jobs",
    "web.outbox",
    "web.sanctions",
    "web.accounts",
    "web.credits",
    "web.ratings",
    "web.history",
    "web.moderation",
    "web.relay",
    "web.play",
    "web.api",
    "drf_spectacular",
    "drf_spectacular_sidecar",  # Swagger UI, served by ourselves
    "web.console",  # the last, since its roles are made of all apps' permissions
]

MIDDLEWARE = [
    "web.common.headers.SecurityHeaders",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "web.common.refusals.Refusals",
    "allauth.account.middleware.AccountMiddleware",
]

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [WEB / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.csrf",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "web.accounts.context.setup",
            ],
        },
    }
]

_database = urlsplit(ENV.database_url)
DATABASES: dict[str, dict[str, Any]] = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(_database.path.lstrip("/")),
        "USER": unquote(_database.username or ""),
        "PASSWORD": unquote(_database.password or ""),
        "HOST": _database.hostname,
        "PORT": str(_database.port or 5432),
        "CONN_HEALTH_CHECKS": True,  # a connection from before a restart of PostgreSQL is replaced, not handed out
        "OPTIONS": {
            "connect_timeout": 5,
            "pool": {"min_size": 1, "max_size": ENV.database_connections, "timeout": 5},
        },
    }
}

CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "web.common.cache.TolerantCache",
        "LOCATION": ENV.valkey_url,
        "KEY_PREFIX": "portal",
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    },
    # What the engine says of rules, in this process: it is the same for everybody and seldom changes.
    "rules": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "TIMEOUT": 300,
        "OPTIONS": {"MAX_ENTRIES": 256},
    },
}

AUTH_USER_MODEL = "accounts.Player"
AUTHENTICATION_BACKENDS = [
    "allauth.account.auth_backends.AuthenticationBackend",
    "django.contrib.auth.backends.ModelBackend",
]
_VALIDATION = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_VALIDATION}.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": f"{_VALIDATION}.CommonPasswordValidator"},
    {"NAME": f"{_VALIDATION}.NumericPasswordValidator"},
    {"NAME": f"{_VALIDATION}.UserAttributeSimilarityValidator", "OPTIONS": {"user_attributes": ("name", "email")}},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# Registration and sign-in: django-allauth, with our adapter (web/accounts/adapter.py).
ACCOUNT_ADAPTER = "web.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "web.accounts.forms.RegistrationForm",
    "confirm_email_verification_code": "web.accounts.forms.CodeForm",
    "login": "web.accounts.forms.SignInForm",
    "add_email": "web.accounts.forms.NewEmailForm",
    "change_password": "web.accounts.forms.NewPasswordForm",
    "set_password": "web.accounts.forms.FirstPasswordForm",
    "reset_password": "web.accounts.forms.ForgottenPasswordForm",
    "reset_password_from_key": "web.accounts.forms.ChosenPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_SIGNUP_REDIRECT_URL = "account"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_USER_MODEL_EMAIL_FIELD = None  # Player.email is a confirmed address; registration.confirm alone writes it
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
# By code, not by link: a code counts in the browser that asked for it, so nobody confirms what somebody else began.
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_MAX_ATTEMPTS = 5
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = 4
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # guests have a session and may register or sign in
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_REDIRECT_URL = "landing"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if ENV.https else "http"
ACCOUNT_RATE_LIMITS = {"signup": "20/h/ip", "reset_password": "20/h/ip,3/h/key"}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Quiero"
CONSOLE_TWO_FACTOR = ENV.console_two_factor
ACCOUNT_MAX_EMAIL_ADDRESSES = 2  # the confirmed one, and one that it is being changed to
SOCIALACCOUNT_ADAPTER = "web.accounts.google.GoogleAdapter"
SOCIALACCOUNT_STORE_TOKENS = False
SOCIALACCOUNT_EMAIL_AUTHENTICATION = True  # who has an account with that confirmed address signs in to it
SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT = True
SOCIALACCOUNT_OPENID_CONNECT_URL_PREFIX = ""
_GOOGLE = {
    "provider_id": "google",
    "name": "Google",
    "client_id": ENV.google_client_id,
    "secret": ENV.google_client_secret,
    "settings": {"server_url": ENV.google_issuer},
}
SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [_GOOGLE] if ENV.google_client_id else []}}

DEFAULT_FROM_EMAIL = SERVER_EMAIL = ENV.mail_from
EMAIL_BACKEND = (
    "web.accounts.mail_folder.FolderBackend" if ENV.mail_folder else "django.core.mail.backends.smtp.EmailBackend"
)
EMAIL_HOST, EMAIL_PORT = ENV.mail_host, ENV.mail_port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = ENV.mail_user, ENV.mail_password
EMAIL_USE_TLS, EMAIL_USE_SSL = ENV.mail_tls == "starttls", ENV.mail_tls == "tls"
EMAIL_TIMEOUT = 20

SESSION_COOKIE_AGE = int(timedelta(days=90).total_seconds())
SESSION_COOKIE_NAME = "quiero_session"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = ENV.https
CSRF_COOKIE_NAME = "quiero_csrf"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "web.play.views.csrf_failure"
SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds()) if ENV.https else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ENV.https else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

# Message ids are Spanish: what is written is what a reader in Spanish gets, and locale/ holds the other languages.
LANGUAGE_CODE = "es-ar"
LANGUAGES = [("es-ar", "Español")]
LOCALE_PATHS = [WEB / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "America/Argentina/Buenos_Aires"

# The felt of the tables, light to dark.
FELT = dict(
    zip(
        ("50", "100", "200", "300", "400", "500", "600", "700", "800", "900", "950"),
        (f"oklch({light}% {chroma} 158)" for light, chroma in (
            (97, 0.02), (94, 0.04), (88, 0.07), (80, 0.09), (70, 0.11), (58, 0.11),
            (48, 0.095), (41, 0.08), (34, 0.065), (28, 0.05), (20, 0.035),
        )),
        strict=True,
    )
)  # fmt: skip
UNFOLD: dict[str, Any] = {
    "SITE_TITLE": "Consola de Quiero",
    "SITE_HEADER": "Quiero",
    "SITE_SUBHEADER": "Consola",
    "SITE_SYMBOL": "playing_cards",
    "SHOW_HISTORY": False,  # the audit log has it
    "SHOW_VIEW_ON_SITE": False,
    "STYLES": [lambda _request: static("console.css")],
    "COLORS": {"primary": FELT},
    "SIDEBAR": {"navigation": "web.console.navigation.navigation"},
}

UI_DIST = WEB / "ui" / "dist"
STATIC_URL = "/static/"
STATICFILES_DIRS = [WEB / "static", ("ui", UI_DIST)]
SILENCED_SYSTEM_CHECKS = ["staticfiles.W004"]  # the table's script may not be built yet; its pages then say so
WHITENOISE_USE_FINDERS = True  # no collectstatic before a start
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/ui/assets/"  # Vite puts a hash into these names

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["web.api.callers.Callers"],
    "DEFAULT_PERMISSION_CLASSES": ["web.api.callers.MayCall"],
    "DEFAULT_THROTTLE_CLASSES": ["web.api.throttles.ByAddress", "web.api.throttles.ByPlayer"],
    "DEFAULT_PARSER_CLASSES": ["web.api.parsing.Json"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "web.api.errors.handle",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Quiero",
    "DESCRIPTION": "All that a player sees. Playing is the gateway's: truco.play.v1 over gRPC or Connect.",
    "VERSION": "1",
}

# services.common.logging sets up the handlers; errors are logged once, by web.common.refusals.
LOGGING_CONFIG = None
