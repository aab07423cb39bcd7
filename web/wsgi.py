"""The pages as a WSGI application."""

import os

from django.core.wsgi import get_wsgi_application

from services.common.logging import configure
from web.settings.environment import environment

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "web.settings")
configure("portal", environment().log_level)
application = get_wsgi_application()
