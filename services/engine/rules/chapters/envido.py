"""Envido, real envido and falta envido (rules.md 6)."""

from collections.abc import Callable
from typing import Final

from services.engine.rules.actions import ENVIDO, FALTA_ENVIDO, NO_CALL, REAL_ENVIDO, Action
from services.engine.rules.awards import Award
from services.engine.rules.errors import Reason
from services.engine.rules.events import SON_BUENAS, Why
from services.engine.rules.log import Log
from services.engine.rules.ruleset import CallBy, EnvidoChain, EnvidoOverTruco, Falta
from services.engine.rules.state import NOBODY, Said, State, is_truco, rival_of, team_of
from services.engine.rules.tantos import envido as tantos_of
from services.engine.rules.turns import answer_refusal, ask, refuse, settle

_VALUES: Final = {ENVIDO: 2, REAL_ENVIDO: 3}
_REFUSED_AT_ONCE: Final = 1
_HALVES_FROM: Final = 30
"""The least target that has malas and buenas (rules.md 10)."""


def refusal(state: State, seat: int, action: Action) -> Reason | None:
    """Why the seat may not open an envido or raise one."""
    if state.call == NO_CALL:
        by_turn = state.ruleset.envido_by is CallBy.TURN
        return Reason.NOT_YOUR_TURN if by_turn and seat != state.turn else _open_refusal(state, seat)
    reason = answer_refusal(state, seat)
    if reason is not None:
        return reason
    return _over_truco_refusal(state, seat) if is_truco(state.call) else _raise_refusal(state, action.kind)


def call(now: State, seat: int, kind: int, log: Log) -> tuple[Award, ...]:
    """Opens or raises; a pending truco waits."""
    log.called(seat, kind)
    now.envido = (*now.envido, kind)
    if is_truco(now.call):
        now.suspended = now.call
    ask(now, kind, rival_of(team_of(seat)))
    return ()


def accept(now: State, log: Log) -> tuple[Award, ...]:
    """Declares the tantos and gives the points to the best."""
    winner = _declare(now, log)
    now.envido_winner = winner
    points = accepted_value(now, team_of(winner))
    settle(now)
    return (Award(team_of(winner), points, Why.ENVIDO, ends_hand=False),)


def decline(now: State, seat: int) -> tuple[Award, ...]:
    """Refuses for the seat; once the team has refused, the caller's team scores."""
    if not refuse(now, seat):
        return ()
    award = Award(rival_of(now.call_team), refused_value(now.envido), Why.ENVIDO_REFUSED, ends_hand=False)
    settle(now)
    return (award,)


def accepted_value(state: State, winner: int) -> int:
    """What the accepted chain gives the winning team: its sum, or the falta value alone."""
    if state.envido[-1] == FALTA_ENVIDO:
        return _FALTAS[state.ruleset.falta](state, winner)
    return sum(_VALUES[kind] for kind in state.envido)


def refused_value(chain: tuple[int, ...]) -> int:
    """What was called before the last call, added up; 1 if that was the first."""
    return sum(_VALUES[kind] for kind in chain[:-1]) or _REFUSED_AT_ONCE


def _open_refusal(state: State, seat: int) -> Reason | None:
    if state.envido_closed():
        return Reason.ENVIDO_CLOSED
    return Reason.ENVIDO_TOO_LATE if state.has_played(seat) else None


def _over_truco_refusal(state: State, seat: int) -> Reason | None:
    if state.ruleset.envido_over_truco is EnvidoOverTruco.BEFORE_ANY_CARD and state.played:
        return Reason.ENVIDO_TOO_LATE
    return _open_refusal(state, seat)


def _raise_refusal(state: State, kind: int) -> Reason | None:
    allowed = _CHAINS[state.ruleset.envido_chain](state.envido, kind)
    return None if allowed else Reason.ENVIDO_CHAIN


def _ordered(chain: tuple[int, ...], kind: int) -> bool:
    """At most two envido, one real envido, one falta envido, in that order."""
    return kind > chain[-1] or chain == (ENVIDO,)


def _free(chain: tuple[int, ...], _kind: int) -> bool:
    """An opening and at most two raises; nothing follows a falta envido."""
    return len(chain) < 3 and chain[-1] != FALTA_ENVIDO


_CHAINS: Final[dict[EnvidoChain, Callable[[tuple[int, ...], int], bool]]] = {
    EnvidoChain.ORDERED: _ordered,
    EnvidoChain.FREE: _free,
}


def _leader(state: State, _winner: int) -> int:
    return state.ruleset.target - max(state.score)


def _rival(state: State, winner: int) -> int:
    return state.ruleset.target - state.score[rival_of(winner)]


def _malas(state: State, winner: int) -> int:
    target = state.ruleset.target
    both_in_malas = target >= _HALVES_FROM and 2 * max(state.score) < target
    return target - state.score[winner] if both_in_malas else _leader(state, winner)


_FALTAS: Final[dict[Falta, Callable[[State, int], int]]] = {
    Falta.LEADER: _leader,
    Falta.RIVAL: _rival,
    Falta.MALAS: _malas,
}


def _declare(now: State, log: Log) -> int:
    """Declares from mano round the table and returns the seat with the best; a tie goes to the earlier seat."""
    best, winner = -1, NOBODY
    said = []
    for seat in now.from_mano():
        tantos = tantos_of(now.dealt[seat])
        if tantos > best:
            best, winner = tantos, seat
            said.append(Said(seat, tantos))
        elif team_of(winner) != team_of(seat):
            said.append(Said(seat, SON_BUENAS))
    for declaration in said:
        log.declared(declaration.seat, declaration.tantos)
    now.said = tuple(said)
    return winner
