"""Envido, real envido and falta envido (rules.md 6)."""

from typing import Final

from mypy_extensions import i64

from services.engine.rules.actions import ENVIDO, FALTA_ENVIDO, NO_CALL
from services.engine.rules.awards import Award
from services.engine.rules.calls import is_envido, is_truco
from services.engine.rules.errors import Reason
from services.engine.rules.events import SON_BUENAS, Why
from services.engine.rules.log import Log
from services.engine.rules.ruleset import CallBy, EnvidoChain, EnvidoOverTruco
from services.engine.rules.seats import NOBODY, rival_of, team_of
from services.engine.rules.state import SAID_BUENAS, SAID_TANTOS, State
from services.engine.rules.tantos import envido as tantos_of
from services.engine.rules.turns import answer_refusal, ask, refuse, settle
from services.engine.rules.worth import allowed, falta

_REFUSED_AT_ONCE: Final = 1
_ONE_ENVIDO: Final = 1
_FALTA: Final = 3
"""The calls as a state's chain has them: 1 envido, 2 real envido, 3 falta envido."""
_THREE_CALLS: Final = 16
"""A chain of three calls or more is at least that."""


def refusal(state: State, seat: i64, kind: i64) -> Reason | None:
    """Why the seat may not open an envido or raise one."""
    if kind == FALTA_ENVIDO and not allowed(state, state.ruleset.pica_falta):
        return Reason.NOT_PLAYED_HERE
    if state.call == NO_CALL:
        by_turn = state.ruleset.envido_by is CallBy.TURN
        return Reason.NOT_YOUR_TURN if by_turn and seat != state.turn else _open_refusal(state, seat)
    reason = answer_refusal(state, seat)
    if reason is not None:
        return reason
    if is_truco(state.call):
        return _over_truco_refusal(state, seat)
    return _raise_refusal(state, kind) if is_envido(state.call) else Reason.WRONG_ANSWER


def call(now: State, seat: i64, kind: i64, log: Log) -> None:
    """Opens or raises; a pending truco waits."""
    log.called(seat, kind)
    now.chain = now.chain << 2 | kind - ENVIDO + 1
    if is_truco(now.call):
        now.suspended = now.call
    ask(now, kind, rival_of(team_of(seat)))


def accept(now: State, log: Log) -> Award:
    """Declares the tantos and gives the points to the best."""
    now.envido_winner = _declare(now, log)
    winner = team_of(now.envido_winner)
    return _give(now, winner, accepted_value(now, winner), Why.ENVIDO)


def decline(now: State, seat: i64) -> Award | None:
    """Refuses for the seat; once the team has refused, the caller's team scores."""
    if not refuse(now, seat):
        return None
    return _give(now, rival_of(now.call_team), refused_value(now.chain), Why.ENVIDO_REFUSED)


def accepted_value(state: State, winner: i64) -> i64:
    """What the accepted chain gives the winning team: its sum, or the falta value alone."""
    return falta(state, winner) if state.chain & 3 == _FALTA else _sum(state.chain)


def refused_value(chain: i64) -> i64:
    """What was called before the last call, added up; 1 if that was the first."""
    return max(_sum(chain >> 2), _REFUSED_AT_ONCE)


def _sum(chain: i64) -> i64:
    """Envido 2, real envido 3, added up."""
    total: i64 = 0
    while chain:
        total += (chain & 3) + 1
        chain >>= 2
    return total


def _give(now: State, team: i64, points: i64, why: Why) -> Award:
    """The award; it is noted, for a late flor takes it back."""
    now.envido_team = team
    now.envido_points = min(points, now.ruleset.target - now.points(team))
    settle(now)
    return Award(team, points, why)


def _open_refusal(state: State, seat: i64) -> Reason | None:
    if state.envido_closed():
        return Reason.ENVIDO_CLOSED
    return Reason.ENVIDO_TOO_LATE if state.has_played(seat) else None


def _over_truco_refusal(state: State, seat: i64) -> Reason | None:
    if state.ruleset.envido_over_truco is EnvidoOverTruco.BEFORE_ANY_CARD and state.table != 0:
        return Reason.ENVIDO_TOO_LATE
    return _open_refusal(state, seat)


def _raise_refusal(state: State, kind: i64) -> Reason | None:
    fits = _ordered if state.ruleset.envido_chain is EnvidoChain.ORDERED else _free
    return None if fits(state.chain, kind - ENVIDO + 1) else Reason.ENVIDO_CHAIN


def _ordered(chain: i64, raised: i64) -> bool:
    """At most two envido, one real envido, one falta envido, in that order."""
    return raised > chain & 3 or chain == _ONE_ENVIDO


def _free(chain: i64, _raised: i64) -> bool:
    """An opening and at most two raises; nothing follows a falta envido."""
    return chain < _THREE_CALLS and chain & 3 != _FALTA


def _declare(now: State, log: Log) -> i64:
    """Declares from mano round the table and returns the seat with the best; a tie goes to the earlier seat."""
    best: i64 = -1
    winner: i64 = NOBODY
    seat = now.mano
    for _ in range(now.seats):
        if now.is_in(seat):
            tantos = tantos_of(now.dealt(seat), now.muestra)
            if tantos > best:
                best, winner = tantos, seat
                now.declare(seat, SAID_TANTOS + tantos)
                log.declared(seat, tantos)
            elif team_of(winner) != team_of(seat):
                now.declare(seat, SAID_BUENAS)
                log.declared(seat, SON_BUENAS)
        seat = (seat + 1) % now.seats
    return winner
