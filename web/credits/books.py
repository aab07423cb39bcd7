"""What is wrong with the ledger: by its rules, nothing ever. Each rule is one query over all of it."""

from collections.abc import Collection, Iterator
from datetime import datetime

from django.db import connection

from web.credits.models import Hold, HoldState

_RULES = (
    (
        "all postings sum to {0}, not to zero",
        "SELECT sum(credits) FROM credits_posting HAVING coalesce(sum(credits), 0) <> 0",
    ),
    (
        "entry {0} sums to {1}",
        """
        SELECT e.key, coalesce(sum(p.credits), 0)
        FROM credits_entry e LEFT JOIN credits_posting p ON p.entry_id = e.id
        GROUP BY e.id HAVING coalesce(sum(p.credits), 0) <> 0
        """,
    ),
    (
        "player {0} has {2} {1} credits",
        """
        SELECT a.player_id, a.kind, sum(p.credits)
        FROM credits_account a JOIN credits_posting p ON p.account_id = a.id
        WHERE a.kind <> 'issued' GROUP BY a.id HAVING sum(p.credits) < 0
        """,
    ),
    (
        "player {0}: the balance of {1} credits is kept as {2} of {3} postings, and is {4} of {5}",
        """
        WITH summed AS (
            SELECT account_id, sum(credits) AS credits, count(*) AS postings FROM credits_posting GROUP BY 1
        )
        SELECT a.player_id, a.kind, a.balance, a.version, coalesce(s.credits, 0), coalesce(s.postings, 0)
        FROM credits_account a LEFT JOIN summed s ON s.account_id = a.id
        WHERE a.kind <> 'issued' AND (a.balance, a.version) <> (coalesce(s.credits, 0), coalesce(s.postings, 0))
        """,
    ),
    (
        "player {0} has {1} credits held, and {2} stand behind open matches",
        """
        WITH open AS (
            SELECT stake.key::uuid AS player_id, sum(stake.value::bigint) AS credits
            FROM credits_hold h, jsonb_each_text(h.stakes) stake WHERE h.state = 'held' GROUP BY 1
        ), held AS (
            SELECT a.player_id, sum(p.credits) AS credits
            FROM credits_account a JOIN credits_posting p ON p.account_id = a.id WHERE a.kind = 'held' GROUP BY 1
        )
        SELECT player_id, coalesce(held.credits, 0), coalesce(open.credits, 0)
        FROM held FULL JOIN open USING (player_id)
        WHERE coalesce(held.credits, 0) <> coalesce(open.credits, 0)
        """,
    ),
    (
        "the cashier's request {0} of {1} credits is {2}, and {3} were moved",
        """
        WITH moved AS (
            SELECT e.key, sum(p.credits) AS credits
            FROM credits_entry e
            JOIN credits_posting p ON p.entry_id = e.id JOIN credits_account a ON a.id = p.account_id
            WHERE e.reason IN ('load', 'take') AND a.kind = 'available' GROUP BY 1
        )
        SELECT r.id, r.credits, r.state, coalesce(moved.credits, 0)
        FROM credits_cashierrequest r FULL JOIN moved ON moved.key = 'cashier:' || replace(r.id::text, '-', '')
        WHERE coalesce(moved.credits, 0) <> CASE WHEN r.state = 'done' THEN r.credits ELSE 0 END
        """,
    ),
    (
        "match {0} is {1}, of stakes of {2}: {3} were taken, {4} paid out, {5} given back, {6} times annulled",
        """
        WITH hold AS (
            SELECT match_id, state,
                coalesce((SELECT sum(value::bigint) FROM jsonb_each_text(credits_hold.stakes)), 0) AS stakes
            FROM credits_hold
        ), moved AS (
            SELECT e.match_id,
                coalesce(sum(p.credits) FILTER (WHERE e.reason = 'hold' AND a.kind = 'held'), 0) AS taken,
                coalesce(sum(p.credits) FILTER (WHERE e.reason = 'settle' AND a.kind = 'available'), 0) AS paid,
                coalesce(sum(p.credits) FILTER (WHERE e.reason = 'release' AND a.kind = 'available'), 0) AS back,
                count(DISTINCT e.id) FILTER (WHERE e.reason = 'annul') AS annulled
            FROM credits_entry e
            LEFT JOIN credits_posting p ON p.entry_id = e.id LEFT JOIN credits_account a ON a.id = p.account_id
            WHERE e.match_id <> '' GROUP BY 1
        )
        SELECT match_id, coalesce(state, 'unknown'), coalesce(stakes, 0),
            coalesce(taken, 0), coalesce(paid, 0), coalesce(back, 0),
            coalesce(annulled, 0)
        FROM hold FULL JOIN moved USING (match_id)
        WHERE coalesce(taken, 0) <> coalesce(stakes, -1)
           OR coalesce(paid, 0) <> CASE WHEN state IN ('settled', 'annulled') THEN stakes ELSE 0 END
           OR coalesce(back, 0) <> CASE WHEN state = 'released' THEN stakes ELSE 0 END
           OR coalesce(annulled, 0) <> CASE WHEN state = 'annulled' THEN 1 ELSE 0 END
        """,
    ),
)


def findings() -> Iterator[str]:
    """Every breach of the ledger's rules, in words."""
    for text, sql in _RULES:
        with connection.cursor() as cursor:
            cursor.execute(sql)
            for row in cursor.fetchall():
                yield text.format(*row)


def open_holds(before: datetime | None = None) -> list[str]:
    """The matches whose stakes are held: all, or those that have been held since before."""
    holds = Hold.objects.filter(state=HoldState.HELD)
    old = holds if before is None else holds.filter(opened_at__lt=before)
    return list(old.order_by("opened_at").values_list("match_id", flat=True))


def hold_states(match_ids: Collection[str]) -> dict[str, str]:
    """Where the stakes of these matches are, of those that had any."""
    return dict(Hold.objects.filter(pk__in=match_ids).exclude(stakes={}).values_list("match_id", "state"))
