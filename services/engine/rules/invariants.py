"""What holds in every state that `new_match` and `apply` make. A stored state is believed only if all of it holds.

A tag keeps strangers from writing states (codec.py); this list is for what a tag does not tell: a state of another
release, or one that a fault or a stolen key made. It does not play the hand again: who won a finished trick and what
was declared is taken as stored.
"""

from collections.abc import Callable
from itertools import combinations
from typing import Final

from mypy_extensions import i64

from services.engine.rules.actions import CON_FLOR_ME_ACHICO, ENVIDO, NO_CALL
from services.engine.rules.calls import is_envido, is_flor, is_truco, truco_value
from services.engine.rules.cards import CARDS, HAND_BITS, HAND_SIZE, ONE_CARD, card_at
from services.engine.rules.chapters.tricks import hand_winner
from services.engine.rules.ranking import NO_MUESTRA
from services.engine.rules.ruleset import PICA_SEATS, EnvidoChain, Mazo
from services.engine.rules.seats import NOBODY, count, has, of_team, rival_of, team_of
from services.engine.rules.state import DEALING, OVER, PARDA, PLAYING, REDONDA, SAID_TANTOS, State
from services.engine.rules.tantos import has_flor
from services.engine.rules.turns import answering

_TABLES: Final = (2, 4, 6)
_DUELS: Final = (0b001001, 0b010010, 0b100100)
_TRICKS: Final = 3
_TRICK_BITS: Final = 18
_ONE_TRICK: Final = 0x3FFFF
_EACH: Final = 0o111111
"""A field of three bits for each seat, the lowest of each set."""
_SAID_BITS: Final = 7
_MOST_SAID: Final = SAID_TANTOS + 37

_BITS: Final[tuple[int, ...]] = tuple([1 << min(card, CARDS) for card in range(ONE_CARD + 1)])
"""The bit of each card, and one for all that are none; compiled, a literal 1 would be shifted within 32 bits."""

_SPREAD: Final = tuple(sum(1 << 3 * seat for seat in range(6) if seats >> seat & 1) for seats in range(64))
"""A field of one bit for each seat as one of three bits for each seat, the lowest set."""


def _ordered_chains() -> frozenset[int]:
    chains = {0}
    for length in range(1, 5):
        for calls in combinations((1, 1, 2, 3), length):
            chains.add(_chain(calls))
    return frozenset(chains)


def _free_chains() -> frozenset[int]:
    raises = [(), *[(one,) for one in (1, 2)], *[(one, two) for one in (1, 2) for two in (1, 2)]]
    return frozenset({0} | {_chain((*calls, last)) for calls in raises for last in (1, 2, 3)})


def _chain(calls: tuple[int, ...]) -> int:
    packed = 0
    for call in calls:
        packed = packed << 2 | call
    return packed


_ORDERED: Final = _ordered_chains()
_FREE: Final = _free_chains()
"""Every chain of envido calls that the rules allow, as a state has it."""


def broken(state: State) -> str | None:
    """The name of an invariant that does not hold; None when the state is sound."""
    for name, holds in INVARIANTS:
        if not holds(state):
            return name
    return None


def _seats(state: State) -> bool:
    """A table size of the ruleset, a dealer at it, and duels only where they are played."""
    duels = state.ruleset.pica_pica and state.seats == PICA_SEATS
    return (
        state.seats in state.ruleset.seats
        and state.seats in _TABLES
        and 0 <= state.dealer < state.seats
        and (state.duel == REDONDA or (duels and 0 <= state.duel < len(_DUELS)))
    )


def _phase(state: State) -> bool:
    """A known phase; a hand is played only after a deal, and somebody has won exactly when the match is over."""
    if not DEALING <= state.phase <= OVER or (state.phase == OVER) != (state.winner != NOBODY):
        return False
    if not 0 <= state.chico_begun <= 1:
        return False
    if state.hand == 0:
        return state.phase != PLAYING and state.playing == 0 and state.chico_begun == 0
    return state.hand > 0 and state.playing != 0 and (state.chico_begun == 1 or state.phase != PLAYING)


def _score(state: State) -> bool:
    """Points up to the target and chicos up to those that win; only a match that is over was won, or given up."""
    target, chicos = state.ruleset.target, state.ruleset.chicos_to_win
    if state.score_0 < 0 or state.score_1 < 0 or state.chicos_0 < 0 or state.chicos_1 < 0:
        return False
    if max(state.score_0, state.score_1) < target and max(state.chicos_0, state.chicos_1) < chicos:
        return True
    if state.winner == 0:
        return state.score_0 == target > state.score_1 and state.chicos_0 == chicos > state.chicos_1
    return state.winner == 1 and state.score_1 == target > state.score_0 and state.chicos_1 == chicos > state.chicos_0


def _who_plays(state: State) -> bool:
    """The hand's seats are those of its deal; only they have folded, no team wholly while the hand goes on."""
    everybody = (1 << state.seats) - 1
    if state.folded & ~state.playing:
        return False
    if state.phase == PLAYING:
        if state.folded and state.ruleset.mazo is Mazo.TEAM:
            return False
        here = state.still_in()
        return state.playing == state.to_be_dealt() and of_team(here, 0) != 0 and of_team(here, 1) != 0
    return state.playing in (0, everybody) or (state.seats == PICA_SEATS and state.playing in _DUELS)


def _cards(state: State) -> bool:
    """Each seat of the hand has three cards, each card once; with a muestra one more lies open."""
    if (state.muestra != NO_MUESTRA) != (state.ruleset.muestra and state.hand > 0):
        return False
    if not NO_MUESTRA <= state.muestra < CARDS or (state.dealt_0 | state.dealt_1) >> HAND_BITS * 3:
        return False
    seen: i64 = 0 if state.muestra == NO_MUESTRA else _BITS[state.muestra]
    for seat in range(6):
        cards = state.dealt(seat)
        if has(state.playing, seat):
            three: i64 = _BITS[card_at(cards, 0)] | _BITS[card_at(cards, 1)] | _BITS[card_at(cards, 2)]
            if seen & three or three >> CARDS or count(three) != HAND_SIZE:
                return False
            seen |= three
        elif cards:
            return False
    return True


def _plays(state: State) -> bool:
    """A card is held or lies in one trick; each seat plays to every trick as long as it is in, once."""
    if state.table >> _TRICK_BITS * _TRICKS or not 0 <= state.trick <= _TRICKS:
        return False
    seats, played = _SPREAD[state.playing & 63], 0
    for trick in range(_TRICKS):
        plays = state.table >> _TRICK_BITS * trick & _ONE_TRICK
        low, high = plays & _EACH, plays >> 1 & _EACH
        places = low & ~high | (high & ~low) << 1 | (low & high) << 2
        before, seats = seats, low | high
        if seats & ~before or places & played or not (_in_time(state, trick, seats) and _down(state, trick, plays)):
            return False
        played |= places
    return state.held == 7 * _SPREAD[state.playing & 63] & ~played and (state.trick < _TRICKS or state.laid == 0)


def _in_time(state: State, trick: i64, seats: i64) -> bool:
    """All that are in have played to a finished trick, those that the state names to the running one, nobody later."""
    if trick < state.trick:
        return _SPREAD[state.still_in() & 63] & ~seats == 0
    return seats == (_SPREAD[state.laid & 63] if trick == state.trick else 0)


def _down(state: State, trick: i64, plays: i64) -> bool:
    """Only a card that was played lies face down, from the trick on that allows it."""
    down = plays >> 2 & _EACH
    first = state.ruleset.tapada_from_trick
    return down & ~(plays | plays >> 1) == 0 and (down == 0 or 0 < first <= trick + 1)


def _tricks(state: State) -> bool:
    """Each trick was led by a seat of the hand and ended somehow; a hand that goes on is undecided."""
    if state.results >> 2 * state.trick or state.leaders >> 3 * (min(state.trick, 2) + 1):
        return False
    for trick in range(state.trick):
        if state.result(trick) > PARDA:
            return False
    led = state.trick + 1 if state.phase == PLAYING else max(state.trick, 1)
    for trick in range(led if state.hand > 0 else 0):
        if not has(state.playing, state.leader(trick)):
            return False
    return state.phase != PLAYING or (
        state.leader(0) == state.mano and hand_winner(state.results, state.trick, team_of(state.mano)) == NOBODY
    )


def _turn(state: State) -> bool:
    """The turn is the first seat's, from the leader on, that is in and has not played; nobody's between hands."""
    if state.phase != PLAYING:
        return state.turn == NOBODY
    waiting = state.still_in() & ~state.laid
    if not waiting:
        return False
    seat = state.leader(state.trick)
    while not has(waiting, seat):
        seat = (seat + 1) % state.seats
    return state.turn == seat


def _pending(state: State) -> bool:
    """A call waits for seats of one team that may still answer it; without one nothing waits."""
    if state.call == NO_CALL:
        return state.call_team == NOBODY and state.refused == 0 and state.suspended == NO_CALL
    if state.phase != PLAYING or state.call_team < 0 or state.call_team > 1:
        return False
    if state.refused & ~of_team(state.still_in(), state.call_team) or answering(state) == 0:
        return False
    if is_truco(state.call):
        return state.suspended == NO_CALL and state.raiser == state.call_team and _next_value(state, state.call)
    if state.call == CON_FLOR_ME_ACHICO or not (is_envido(state.call) or is_flor(state.call)):
        return False
    if state.suspended == NO_CALL:
        return True
    return is_truco(state.suspended) and state.raiser != NOBODY and _next_value(state, state.suspended)


def _next_value(state: State, call: i64) -> bool:
    return truco_value(call) == state.truco + 1


def _truco(state: State) -> bool:
    """The hand is worth 1 to 4, and who may raise it is known once it was called."""
    return 1 <= state.truco <= 4 and NOBODY <= state.raiser <= 1 and (state.truco == 1 or state.raiser != NOBODY)


def _envido(state: State) -> bool:
    """The calls are a chain that the ruleset allows, the latest the pending one; its points can be taken back."""
    chains = _ORDERED if state.ruleset.envido_chain is EnvidoChain.ORDERED else _FREE
    if state.chain not in chains or not NOBODY <= state.envido_team <= 1:
        return False
    if is_envido(state.call) and (state.chain & 3 != state.call - ENVIDO + 1 or state.trick > 0):
        return False
    if state.envido_team == NOBODY or state.chain == 0:
        return state.envido_team == NOBODY and state.envido_points == 0
    most = state.points(state.envido_team) if state.phase == PLAYING else state.ruleset.target
    return 0 <= state.envido_points <= most


def _said(state: State) -> bool:
    """Seats of the hand have declared only in an envido; its winner has, and the points went to its team."""
    if state.said == 0:
        return state.envido_winner == NOBODY
    if state.envido_team == NOBODY or is_envido(state.call) or state.said >> _SAID_BITS * state.seats:
        return False
    for seat in range(state.seats):
        what = state.said >> _SAID_BITS * seat & 0x7F
        if what > _MOST_SAID or (what and not has(state.playing, seat)):
            return False
    winner = state.envido_winner
    if winner == NOBODY:
        return True
    said_tantos = 0 <= winner < state.seats and state.said >> _SAID_BITS * winner & 0x7F >= SAID_TANTOS
    return said_tantos and team_of(winner) == state.envido_team


def _flor(state: State) -> bool:
    """Flores are what the cards make them; only they are sung and score, and a flor call comes from the other team."""
    if (state.sung | state.flor_scored) & ~state.flores or not 0 <= state.flor_closed <= 1:
        return False
    if not 0 <= state.contraflor <= state.flor_closed:
        return False
    if state.flor_caller != NOBODY and not (
        0 <= state.flor_caller < state.seats and has(state.sung, state.flor_caller)
    ):
        return False
    if is_flor(state.call):
        return state.flor_closed == 1 and _was_challenged(state)
    return state.ruleset.flor or (state.flores == 0 and state.flor_closed == 0)


def _was_challenged(state: State) -> bool:
    caller = team_of(state.flor_caller) if state.flor_caller != NOBODY else state.perros
    return state.ruleset.flor and caller == rival_of(state.call_team)


def _flores(state: State) -> bool:
    """Who has a flor is what the cards say."""
    if not state.ruleset.flor:
        return state.flores == 0
    found: i64 = 0
    for seat in range(state.seats):
        if has(state.playing, seat) and has_flor(state.dealt(seat), state.muestra):
            found |= 1 << seat
    return state.flores == found


def _perros(state: State) -> bool:
    """Perros were said only where they are played, after a chico's first deal; no flor is sung in their hand."""
    if state.perros == NOBODY:
        return True
    if not 0 <= state.perros <= 1 or not state.ruleset.perros or state.chico_begun == 0:
        return False
    return state.phase != PLAYING or state.flor_closed == 1


def _shown(state: State) -> bool:
    """Cards are shown when the hand has ended, and only those that were not played."""
    return state.shown & ~state.held == 0 and (state.shown == 0 or state.phase != PLAYING)


INVARIANTS: Final[tuple[tuple[str, Callable[[State], bool]], ...]] = (
    ("seats", _seats),
    ("phase", _phase),
    ("score", _score),
    ("who plays", _who_plays),
    ("cards", _cards),
    ("plays", _plays),
    ("tricks", _tricks),
    ("turn", _turn),
    ("pending call", _pending),
    ("truco", _truco),
    ("envido", _envido),
    ("declarations", _said),
    ("flor", _flor),
    ("flores", _flores),
    ("perros", _perros),
    ("shown", _shown),
)
"""Every invariant by name; the functions say what it is. A later one may rely on those before it."""
