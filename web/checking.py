"""The settings as mypy's Django plugin and `makemigrations --check` read them: lint needs no servers and no secrets."""

import os

os.environ.setdefault("QUIERO_SECRET_KEY", "only-for-static-checks-of-the-code")
os.environ.setdefault("QUIERO_DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none")
os.environ.setdefault("QUIERO_VALKEY_URL", "redis://127.0.0.1:1/0")
os.environ.setdefault("QUIERO_JWT_PRIVATE_KEY", "none")

from web.settings import *  # noqa: F403
