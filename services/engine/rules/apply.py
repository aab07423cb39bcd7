"""The match as a fold over actions: `apply` makes the next state and tells what happened."""

from mypy_extensions import i64

from services.engine.rules.actions import (
    CON_FLOR_ME_ACHICO,
    DEAL,
    DOWN,
    FLOR,
    FORFEIT,
    KIND_NAMES,
    MAZO,
    NO_CARD,
    NO_QUIERO,
    PERROS,
    PLAY,
    QUIERO,
    Action,
    text,
)
from services.engine.rules.awards import Award
from services.engine.rules.calls import is_envido, is_flor, is_truco
from services.engine.rules.cards import CARDS
from services.engine.rules.chapters import deal, envido, flor, mazo, perros, pica_pica, scoring, tricks, truco
from services.engine.rules.errors import error_of
from services.engine.rules.guard import refusal
from services.engine.rules.log import QUIET, Log
from services.engine.rules.ruleset import FlorAnnounce
from services.engine.rules.seats import NOBODY, of_team
from services.engine.rules.state import DEALING, PLAYING, State


def apply(state: State, seat: int, action: Action, log: Log = QUIET) -> State:
    """Takes a seat's action and returns the next state; what happened goes to the log.

    Raises IllegalAction or InvalidInput with the reason; the state given is never changed.
    """
    reason = refusal(state, seat, action)
    if reason is not None:
        raise error_of(reason, f"refused to seat {seat}: {_words(action)}")
    if action.kind == DEAL:
        now = deal.deal(state, action.deck, log)
        _add(now, _challenge(now), log)
    else:
        now = state.copy()
        _add(now, _take(now, seat, action, log), log)
    if now.ruleset.flor_announce is FlorAnnounce.AUTO:
        _sing_by_itself(now, log)
    return now


def _take(now: State, seat: i64, action: Action, log: Log) -> Award | None:
    """Carries out a legal action on the step's own copy and returns the points that it gives."""
    kind = action.kind
    if kind in (PLAY, DOWN):
        return tricks.play(now, seat, kind, now.place_of(seat, action.card), log)
    if kind == QUIERO:
        return _quiero(now, seat, log)
    if kind in (NO_QUIERO, CON_FLOR_ME_ACHICO):
        return _no_quiero(now, seat, kind, log)
    if kind == MAZO:
        return mazo.fold(now, seat, log) or tricks.go_on(now, log)
    if kind == FLOR:
        return flor.sing(now, seat, log)
    _say(now, seat, kind, log)
    return None


def _say(now: State, seat: i64, kind: i64, log: Log) -> None:
    """What gives no points by itself."""
    if is_envido(kind):
        envido.call(now, seat, kind, log)
    elif is_truco(kind):
        truco.call(now, seat, kind, log)
    elif is_flor(kind):
        flor.raise_to(now, seat, kind, log)
    elif kind == PERROS:
        perros.say(now, seat, log)
    elif kind == FORFEIT:
        scoring.forfeit(now, seat, log)


def _quiero(now: State, seat: i64, log: Log) -> Award | None:
    log.called(seat, QUIERO)
    if is_envido(now.call):
        return envido.accept(now, log)
    if is_flor(now.call):
        return flor.accept(now)
    truco.accept(now)
    return None


def _no_quiero(now: State, seat: i64, kind: i64, log: Log) -> Award | None:
    log.called(seat, kind)
    if is_envido(now.call):
        return envido.decline(now, seat)
    return flor.decline(now, seat) if is_flor(now.call) else truco.decline(now, seat)


def _challenge(now: State) -> Award | None:
    """What the perros said before the deal bring."""
    if now.perros == NOBODY:
        return None
    return perros.challenge(now, flor.best(now, of_team(now.playing, now.perros)))


def _sing_by_itself(now: State, log: Log) -> None:
    """Sings every flor whose seat is to act (rules.md 7, flor_announce)."""
    while now.phase == PLAYING:
        seat = flor.announcer(now)
        if seat == NOBODY:
            return
        _add(now, flor.sing(now, seat, log), log)


def _add(now: State, award: Award | None, log: Log) -> None:
    """Adds the points; when they ended the hand and the match goes on, the next hand is named."""
    if award is None:
        return
    scoring.add(now, award, log)
    if now.phase == DEALING:
        pica_pica.next_hand(now)


def _words(action: Action) -> str:
    """A refused action for the error's text; its kind and card may be no such thing."""
    if 0 < action.kind < len(KIND_NAMES) and NO_CARD <= action.card < CARDS:
        return text(action)
    return f"kind {action.kind}, card {action.card}"
