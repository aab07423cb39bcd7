"""What one seat, or a spectator, may know of a match, and nothing else (architecture 3)."""

from typing import NamedTuple

from mypy_extensions import i64

from services.engine.rules.actions import NO_CARD, Action
from services.engine.rules.calls import envido_calls
from services.engine.rules.cards import Card
from services.engine.rules.events import SON_BUENAS
from services.engine.rules.guard import check_seat
from services.engine.rules.legal import awaited, legal
from services.engine.rules.ranking import NO_MUESTRA
from services.engine.rules.ruleset import Ruleset
from services.engine.rules.seats import count, has, of_team, seats_of, team_of
from services.engine.rules.state import SAID_BUENAS, SAID_TANTOS, Pair, State
from services.engine.rules.table import Play, Said, Shown, declarations, plays, tricks
from services.engine.rules.tantos import envido, flor, piezas


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
    """The viewer's envido count; None for who was dealt no cards and for two piezas, which have none."""
    flor: int | None
    """The value of the viewer's flor, sung or not; None when it has none."""
    muestra: Card
    """The card turned up, or NO_CARD."""
    playing: tuple[int, ...]
    """The seats that play this hand, from mano; in phase DEALING the hand to be dealt."""
    sung: tuple[int, ...]
    """The seats that have spoken of their flor."""
    perros: int
    """The team that has said perros for this hand, or the one to be dealt."""
    legal: tuple[Action, ...]
    """What the viewer may do now; DEAL without its deck."""


def view(state: State, seat: int | None) -> View:
    """What the seat may know; for None, a spectator. Raises InvalidInput (UNKNOWN_SEAT)."""
    if seat is not None:
        check_seat(state, seat)
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
        refused=seats_of(state.refused),
        suspended=state.suspended,
        truco=state.truco,
        raiser=state.raiser,
        envido=envido_calls(state.chain),
        tricks=tricks(state),
        played=played(state, seat),
        cards_left=tuple([count(state.held_by(each)) for each in range(state.seats)]),
        folded=seats_of(state.folded),
        awaited=awaited(state),
        said=said(state),
        shown=shown(state),
        cards=() if seat is None else state.cards(seat),
        partner_cards=() if seat is None else partner_cards(state, seat),
        tantos=None if seat is None else tantos(state, seat),
        flor=None if seat is None else own_flor(state, seat),
        muestra=muestra(state),
        playing=tuple(state.order()),
        sung=seats_of(state.sung),
        perros=state.perros,
        legal=() if seat is None else legal(state, seat),
    )


def played(state: State, seat: int | None) -> tuple[Play, ...]:
    """The cards on the table as the seat knows them: nobody learns what another played face down (rules.md 4.6)."""
    return tuple([_seen(play, seat) for play in plays(state)])


def said(state: State) -> tuple[Said, ...]:
    """What was declared in this hand, in order."""
    return tuple([Said(seat, _tantos_said(what)) for seat, what in declarations(state)])


def shown(state: State) -> tuple[Shown, ...]:
    """The cards shown at the end of the hand."""
    found = [(seat, state.cards_of(seat, state.shown)) for seat in seats_of(state.playing)]
    return tuple([Shown(seat, cards) for seat, cards in found if cards])


def partner_cards(state: State, seat: int) -> tuple[Shown, ...]:
    """The unplayed cards of the seat's partners that it may see."""
    if not state.ruleset.partner_cards:
        return ()
    partners = seats_of(of_team(state.playing, team_of(seat)) & ~(1 << seat))
    return tuple([Shown(partner, state.cards(partner)) for partner in partners if state.held_by(partner)])


def tantos(state: State, seat: i64) -> int | None:
    """The seat's envido count; None before the first deal, and for a hand of two piezas, which never plays envido."""
    if not has(state.playing, seat) or piezas(state.dealt(seat), state.muestra) > 1:
        return None
    return envido(state.dealt(seat), state.muestra)


def own_flor(state: State, seat: i64) -> int | None:
    """The value of the seat's flor; None when it was dealt none."""
    return flor(state.dealt(seat), state.muestra) if has(state.flores, seat) else None


def muestra(state: State) -> Card:
    """The card turned up in this hand, or NO_CARD."""
    return NO_CARD if state.muestra == NO_MUESTRA else state.muestra


def _tantos_said(what: int) -> int:
    return SON_BUENAS if what == SAID_BUENAS else what - SAID_TANTOS


def _seen(play: Play, seat: int | None) -> Play:
    return play._replace(card=NO_CARD) if play.face_down and play.seat != seat else play
