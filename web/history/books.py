"""Whether the ledger and the history agree: every stake stands where its match's end says."""

from collections.abc import Iterator
from typing import Final

from web.credits import books
from web.history.models import Match, Outcome

_CHUNK: Final = 1000
_SHOULD_BE: Final = {
    Outcome.FINISHED: ("settled", "annulled"),
    Outcome.VOIDED: ("released",),
    Outcome.ABANDONED: ("released",),
}


def findings() -> Iterator[str]:
    """Every breach of the ledger's rules, and every stake that is not where its match's end says, in words."""
    yield from books.findings()
    states = dict(books.hold_states())
    ended = Match.objects.order_by("pk").values_list("pk", "outcome", "stake")
    for match_id, outcome, stake in ended.iterator(_CHUNK):
        state = states.get(match_id)
        if state is None and stake:
            yield f"match {match_id} {outcome} at a stake of {stake}, and nothing was held for it"
        elif state is not None and state not in _SHOULD_BE[Outcome(outcome)]:
            yield f"match {match_id} {outcome}, and its stakes are {state}"
