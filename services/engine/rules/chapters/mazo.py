"""Going to the mazo (rules.md 9)."""

from mypy_extensions import i64

from services.engine.rules.actions import MAZO
from services.engine.rules.awards import Award
from services.engine.rules.errors import Reason
from services.engine.rules.events import Why
from services.engine.rules.log import Log
from services.engine.rules.ruleset import Mazo, MazoBonus
from services.engine.rules.seats import of_team, rival_of, team_of
from services.engine.rules.state import State
from services.engine.rules.turns import turn_refusal


def refusal(state: State, seat: i64) -> Reason | None:
    """Why the seat may not fold: it is not its turn, or a call is pending."""
    return turn_refusal(state, seat)


def fold(now: State, seat: i64, log: Log) -> Award | None:
    """The seat leaves, or its team; when the last of a team leaves, the rival takes the hand."""
    team = team_of(seat)
    log.called(seat, MAZO)
    points = now.truco + (1 if _bonus(now, team) else 0)
    now.folded |= of_team(now.still_in(), team) if now.ruleset.mazo is Mazo.TEAM else 1 << seat
    if of_team(now.still_in(), team):
        return None
    return Award(rival_of(team), points, Why.MAZO, ends_hand=True)


def _bonus(state: State, team: i64) -> bool:
    """Whether the rival gets one point more."""
    rule = state.ruleset.mazo_bonus
    if rule is MazoBonus.BEFORE_TEAM_CARD:
        return not state.envido_closed() and of_team(state.laid, team) == 0
    if rule is MazoBonus.FIRST_TRICK:
        return state.trick == 0 and not state.envido_or_flor_called()
    return rule is MazoBonus.ENVIDO_UNPLAYED and not state.envido_or_flor_called()
