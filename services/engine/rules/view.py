"""What one seat, or a spectator, may know of a match, and nothing else (architecture 3)."""

from typing import NamedTuple

from services.engine.rules.actions import NO_CARD, Action
from services.engine.rules.cards import Card
from services.engine.rules.legal import awaited, legal
from services.engine.rules.ruleset import Ruleset
from services.engine.rules.state import Pair, Play, Said, Shown, State, team_of
from services.engine.rules.tantos import envido


class View(NamedTuple):
    """All that a viewer may know. NOBODY, NO_CALL and NO_CARD stand for none."""

    seat: int | None
    """The viewer; None for a spectator, who has no cards and nothing legal."""
    ruleset: Ruleset
    seats: int
    phase: int
    hand: int
    """The hand's number in the match, from 1; 0 before the first deal."""
    score: Pair
    chicos: Pair
    winner: int
    dealer: int
    mano: int
    turn: int
    call: int
    """The pending call's kind."""
    call_team: int
    """The team that must answer it."""
    refused: tuple[int, ...]
    """The seats that have refused it already."""
    suspended: int
    """The truco call that waits behind it."""
    truco: int
    """The accepted value of the hand, 1 to 4."""
    raiser: int
    """The team that may open or raise truco; NOBODY when either may."""
    envido: tuple[int, ...]
    """This hand's envido calls in order."""
    tricks: tuple[int, ...]
    played: tuple[Play, ...]
    """The cards on the table in order; NO_CARD for one that somebody else played face down."""
    cards_left: tuple[int, ...]
    folded: tuple[int, ...]
    awaited: tuple[int, ...]
    said: tuple[Said, ...]
    shown: tuple[Shown, ...]
    cards: tuple[Card, ...]
    """The viewer's cards not yet played."""
    partner_cards: tuple[Shown, ...]
    """The partners' cards not yet played, where the ruleset lets the viewer see them."""
    tantos: int | None
    """The viewer's envido count; None for a spectator and before the first deal."""
    legal: tuple[Action, ...]
    """What the viewer may do now; DEAL without its deck."""


def view(state: State, seat: int | None) -> View:
    """What the seat may know; for None, a spectator."""
    return View(
        seat=seat,
        ruleset=state.ruleset,
        seats=state.seats,
        phase=state.phase,
        hand=state.hand,
        score=state.score,
        chicos=state.chicos,
        winner=state.winner,
        dealer=state.dealer,
        mano=state.mano,
        turn=state.turn,
        call=state.call,
        call_team=state.call_team,
        refused=_seats_of(state.refused, state.seats),
        suspended=state.suspended,
        truco=state.truco,
        raiser=state.raiser,
        envido=state.envido,
        tricks=state.tricks,
        played=tuple(play_seen_by(play, seat) for play in state.played),
        cards_left=tuple(map(len, state.held)),
        folded=_seats_of(state.folded, state.seats),
        awaited=awaited(state),
        said=state.said,
        shown=state.shown,
        cards=() if seat is None else state.held[seat],
        partner_cards=() if seat is None else partner_cards(state, seat),
        tantos=None if seat is None else tantos(state, seat),
        legal=() if seat is None else legal(state, seat),
    )


def play_seen_by(play: Play, seat: int | None) -> Play:
    """The play as the seat knows it: nobody learns what another played face down (rules.md 4.6)."""
    return play._replace(card=NO_CARD) if play.face_down and play.seat != seat else play


def partner_cards(state: State, seat: int) -> tuple[Shown, ...]:
    """The unplayed cards of the seat's partners that it may see."""
    if not state.ruleset.partner_cards:
        return ()
    partners = range(team_of(seat), state.seats, 2)
    return tuple(Shown(partner, state.held[partner]) for partner in partners if partner != seat and state.held[partner])


def tantos(state: State, seat: int) -> int | None:
    """The seat's envido count; None before the first deal."""
    return envido(state.dealt[seat]) if state.dealt[seat] else None


def _seats_of(mask: int, seats: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(seats) if mask >> seat & 1)
