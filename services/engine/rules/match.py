"""How a match begins."""

from services.engine.rules.errors import InvalidInput, Reason
from services.engine.rules.ruleset import Ruleset
from services.engine.rules.state import Pair, State


def new_match(
    ruleset: Ruleset, seats: int, dealer: int | None = None, score: Pair = (0, 0), chicos: Pair = (0, 0)
) -> State:
    """A match whose dealer, by default the last seat, is about to deal.

    Raises InvalidInput: BAD_SEATS, BAD_START (no such dealer, or a team has won already).
    """
    if seats not in ruleset.seats:
        raise InvalidInput(Reason.BAD_SEATS, f"{seats} seats, but it is played with {ruleset.seats}")
    first = seats - 1 if dealer is None else dealer
    if not 0 <= first < seats:
        raise InvalidInput(Reason.BAD_START, f"there is no seat {first} to deal")
    if not _within(score, ruleset.target) or not _within(chicos, ruleset.chicos_to_win):
        raise InvalidInput(Reason.BAD_START, f"a match cannot start at {score}, chicos {chicos}")
    state = State(ruleset, seats)
    state.dealer = first
    state.score_0, state.score_1 = score
    state.chicos_0, state.chicos_1 = chicos
    return state


def _within(pair: Pair, end: int) -> bool:
    return len(pair) == 2 and 0 <= pair[0] < end and 0 <= pair[1] < end
