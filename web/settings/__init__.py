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
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "web.audit",
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
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
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
LOGIN_URL = "/"
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
