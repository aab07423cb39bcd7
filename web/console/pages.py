"""Every page of the console registers itself with the site."""

from web.console import audit as audit
from web.console import staff as staff
