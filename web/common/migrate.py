"""Brings the database up to date. Safe at every start of every replica: one at a time, and nothing to do is nothing."""

from django.core.management import call_command
from django.db import connection

LOCK = 0x51_75_69_65_72_6F  # "Quiero"


def main() -> None:
    """Runs the migrations under a lock that all replicas share."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        try:
            call_command("migrate", interactive=False, verbosity=1)
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
