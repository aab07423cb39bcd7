"""Every page of the console registers itself with the site, and every action with the registry."""

from web.console import audit as audit
from web.console import cashier as cashier
from web.console import jobs as jobs
from web.console import ledger as ledger
from web.console import moderation as moderation
from web.console import players as players
from web.console import reports as reports
from web.console import sanctions as sanctions
from web.console import staff as staff
