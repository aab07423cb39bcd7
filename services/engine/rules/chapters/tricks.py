"""Playing cards, and who wins tricks and the hand (rules.md 4)."""

from mypy_extensions import i64

from services.engine.rules.actions import DOWN, NO_CARD
from services.engine.rules.awards import Award
from services.engine.rules.errors import Reason
from services.engine.rules.events import Why
from services.engine.rules.log import Log
from services.engine.rules.seats import NOBODY, has, team_of
from services.engine.rules.state import PARDA, State
from services.engine.rules.turns import turn_refusal


def refusal(state: State, seat: i64, kind: i64, place: i64) -> Reason | None:
    """Why the seat may not play the card of that place, open or face down."""
    reason = turn_refusal(state, seat)
    if reason is not None:
        return reason
    if place < 0 or not state.held_by(seat) >> place & 1:
        return Reason.CARD_NOT_HELD
    return Reason.NO_TAPADA if kind == DOWN and not _tapada_allowed(state) else None


def play(now: State, seat: i64, kind: i64, place: i64, log: Log) -> Award | None:
    """Puts the card on the table; the trick, and the hand, may end."""
    down = kind == DOWN
    log.card_played(seat, now.trick, NO_CARD if down else now.card(seat, place), face_down=down)
    now.put(seat, place, down=down)
    return go_on(now, log)


def go_on(now: State, log: Log) -> Award | None:
    """Passes the turn on, or ends the trick that every seat still in has played to."""
    if now.still_in() & ~now.laid:
        now.turn = now.next_in((now.turn + 1) % now.seats)
        return None
    return _end_trick(now, log)


def _end_trick(now: State, log: Log) -> Award | None:
    best = _best(now)
    result = PARDA if best == NOBODY else team_of(best)
    log.trick_ended(now.trick, result)
    now.results |= result << 2 * now.trick
    now.trick += 1
    now.laid = 0
    winner = hand_winner(now.results, now.trick, team_of(now.mano))
    if winner != NOBODY:
        return Award(winner, now.truco, Why.TRUCO, ends_hand=True)
    now.turn = now.next_in(now.mano) if best == NOBODY else best
    now.leaders |= now.turn << 3 * now.trick
    return None


def _best(now: State) -> i64:
    """The seat that first played the winning team's highest level; NOBODY for parda."""
    seat = now.leader(now.trick)
    winner: i64 = NOBODY
    best: i64 = -1
    tied = False
    for _ in range(now.seats):
        if has(now.laid, seat):
            level = now.level_of(seat)
            if level > best:
                winner, best, tied = seat, level, False
            elif level == best and team_of(seat) != team_of(winner):
                tied = True
        seat = (seat + 1) % now.seats
    return NOBODY if tied else winner


def hand_winner(results: i64, tricks: i64, mano_team: i64) -> i64:
    """The team that has won the hand after so many tricks (rules.md 4.4), NOBODY while it is undecided.

    `results` has two bits for each trick, the first lowest: team 0 or 1, or PARDA.
    """
    lead: i64 = 0
    pardas: i64 = 0
    for trick in range(tricks):
        result = results >> 2 * trick & 3
        if result == PARDA:
            pardas += 1
        else:
            lead += 1 if result == 0 else -1
    if lead != 0 and (pardas > 0 or lead * lead == 4 or tricks == 3):
        return 0 if lead > 0 else 1
    if tricks < 3:
        return NOBODY
    first = results & 3
    return mano_team if first == PARDA else first


def _tapada_allowed(state: State) -> bool:
    first = state.ruleset.tapada_from_trick
    return 0 < first <= state.trick + 1
