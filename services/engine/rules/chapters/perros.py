"""Echar los perros: contraflor al resto or falta envido, and truco, challenged before the deal (rules.md 12)."""

from mypy_extensions import i64

from services.engine.rules.actions import CONTRAFLOR_AL_RESTO, ENVIDO, FALTA_ENVIDO, PERROS, TRUCO
from services.engine.rules.awards import Award
from services.engine.rules.errors import Reason
from services.engine.rules.events import Why
from services.engine.rules.log import Log
from services.engine.rules.seats import NOBODY, has, of_team, rival_of, team_of
from services.engine.rules.state import DEALING, State
from services.engine.rules.turns import ask, settle
from services.engine.rules.worth import FLOR_POINTS


def refusal(state: State, seat: i64) -> Reason | None:
    """Why the seat may not say perros."""
    if not state.ruleset.perros:
        return Reason.NOT_PLAYED_HERE
    if state.phase != DEALING:
        return Reason.HAND_IN_PLAY
    if not has(state.to_be_dealt(), seat):
        return Reason.NOT_IN_DUEL
    return None if may_be_said(state) else Reason.PERROS_CLOSED


def may_be_said(state: State) -> bool:
    """Whether some seat may say perros: before a deal that is not the chico's first, once for both teams."""
    return state.ruleset.perros and state.phase == DEALING and state.chico_begun == 1 and state.perros == NOBODY


def say(now: State, seat: i64, log: Log) -> None:
    """Challenges, for the hand to be dealt."""
    log.called(seat, PERROS)
    now.perros = team_of(seat)


def challenge(now: State, best_flor: i64) -> Award | None:
    """Makes the calls pending in the hand just dealt; `best_flor` is the challengers' seat whose flor would score."""
    rival = rival_of(now.perros)
    now.flor_closed = 1
    now.raiser = rival
    now.suspended = TRUCO
    if of_team(now.flores, rival):
        ask(now, CONTRAFLOR_AL_RESTO, rival)
        return None
    if of_team(now.flores, now.perros):
        now.flor_scored |= 1 << best_flor
        settle(now)
        return Award(now.perros, FLOR_POINTS, Why.FLOR)
    now.chain = FALTA_ENVIDO - ENVIDO + 1
    ask(now, FALTA_ENVIDO, rival)
    return None
