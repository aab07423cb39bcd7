"""Whether the ledger and the history agree: every stake stands where its match's end says."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Final

from django.db import connection, transaction

from web.credits import books
from web.history.models import Match, Outcome

_CHUNK: Final = 1000
_SHOULD_BE: Final = {
    Outcome.FINISHED: ("settled", "annulled"),
    Outcome.VOIDED: ("released",),
    Outcome.ABANDONED: ("released",),
}


@contextmanager
def one_moment() -> Iterator[None]:
    """The books as they are at one moment, though matches end meanwhile; nothing can be written."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def findings() -> Iterator[str]:
    """Every breach of the ledger's rules, and every stake that is not where its match's end says, in words."""
    yield from books.findings()
    ended = Match.objects.order_by("pk").values_list("pk", "outcome", "stake").iterator(_CHUNK)
    while chunk := list(islice(ended, _CHUNK)):
        states = books.hold_states([match_id for match_id, _, _ in chunk])
        for match_id, outcome, stake in chunk:
            if finding := _finding(Outcome(outcome), stake, states.get(match_id)):
                yield f"match {match_id} {outcome}{finding}"


def _finding(outcome: Outcome, stake: int, state: str | None) -> str | None:
    if state is None:
        return f" at a stake of {stake}, and nothing was held for it" if stake else None
    return None if state in _SHOULD_BE[outcome] else f", and its stakes are {state}"
