"""A PostgreSQL with a seeded history, and Django on it, in this process."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from deploy.local.stack import Stack

STAKED = 200_000
"""Of so many matches, the latest, the credits' movements are there."""

# The ledger's triggers prove every entry; here only the shape of the tables matters.
_MOVEMENTS = (
    "SET LOCAL session_replication_role = replica",
    "INSERT INTO credits_account (kind, player_id) SELECT 'available', id FROM accounts_player ON CONFLICT DO NOTHING",
    """
    INSERT INTO credits_entry (key, reason, match_id, at)
    SELECT reason || ':' || id, reason, id, CASE reason WHEN 'hold' THEN started_at ELSE finished_at END
    FROM (SELECT * FROM history_match ORDER BY finished_at DESC LIMIT %(staked)s) match
    CROSS JOIN (VALUES ('hold'), ('settle')) reasons (reason) ORDER BY finished_at, reason
    """,
    """
    INSERT INTO credits_posting (entry_id, account_id, credits)
    SELECT entry.id, account.id, CASE reason WHEN 'hold' THEN -10 ELSE 20 END
    FROM credits_entry entry JOIN history_matchseat seat USING (match_id)
    JOIN credits_account account ON account.player_id = seat.player_id AND account.kind = 'available'
    WHERE reason = 'hold' OR seat.result = 'won' ORDER BY entry.id
    """,
)


@contextmanager
def portal() -> Iterator[Stack]:
    """The servers, with the portal's tables; Django is set up on them."""
    folder = Path(mkdtemp(prefix="quiero-history-"))
    try:
        with Stack(folder, overrides={"QUIERO_TEST_ACCOUNTS": "true"}) as stack:
            stack.start("postgres", "valkey", "migrate", "engine")
            os.environ.update({key: value for key, value in stack.env.items() if key.startswith("QUIERO_")})
            os.environ["DJANGO_SETTINGS_MODULE"] = "web.settings"
            import django

            django.setup()
            yield stack
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def stake() -> None:
    """Has the latest matches played for credits."""
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        for statement in _MOVEMENTS:
            cursor.execute(statement, {"staked": STAKED})
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE credits_account, credits_entry, credits_posting")


def sizes() -> list[tuple[str, float]]:
    """The largest tables with their indexes, in MB."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, pg_total_relation_size(oid) / 1e6 FROM pg_class"
            " WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC LIMIT 8"
        )
        return [(name, float(size)) for name, size in cursor.fetchall()]
