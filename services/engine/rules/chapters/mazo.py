"""Going to the mazo (rules.md 9)."""

from collections.abc import Callable
from typing import Final

from services.engine.rules.actions import MAZO, Action
from services.engine.rules.awards import Award
from services.engine.rules.errors import Reason
from services.engine.rules.events import Why
from services.engine.rules.log import Log
from services.engine.rules.ruleset import Mazo, MazoBonus
from services.engine.rules.state import State, rival_of, team_of
from services.engine.rules.turns import turn_refusal


def refusal(state: State, seat: int, _action: Action) -> Reason | None:
    """Why the seat may not fold: it is not its turn, or a call is pending."""
    return turn_refusal(state, seat)


def fold(now: State, seat: int, log: Log) -> tuple[Award, ...]:
    """The seat leaves, or its team; when the last of a team leaves, the rival takes the hand."""
    team = team_of(seat)
    log.called(seat, MAZO)
    bonus = int(_BONUSES[now.ruleset.mazo_bonus](now, team))
    leaving = now.team_in(team) if now.ruleset.mazo is Mazo.TEAM else [seat]
    now.folded |= sum(1 << gone for gone in leaving)
    if now.team_in(team):
        return ()
    return (Award(rival_of(team), now.truco + bonus, Why.MAZO, ends_hand=True),)


def _none(_state: State, _team: int) -> bool:
    return False


def _before_team_card(state: State, team: int) -> bool:
    return not state.envido_closed() and all(team_of(play.seat) != team for play in state.played)


def _first_trick(state: State, _team: int) -> bool:
    return not state.tricks and not state.envido


def _envido_unplayed(state: State, _team: int) -> bool:
    return not state.envido


_BONUSES: Final[dict[MazoBonus, Callable[[State, int], bool]]] = {
    MazoBonus.NONE: _none,
    MazoBonus.BEFORE_TEAM_CARD: _before_team_card,
    MazoBonus.FIRST_TRICK: _first_trick,
    MazoBonus.ENVIDO_UNPLAYED: _envido_unplayed,
}
