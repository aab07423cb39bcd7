"""What happened, each event with the seats that may know it (architecture 3)."""

from enum import StrEnum
from typing import Final, NamedTuple

from services.engine.rules.cards import Card

EVERYBODY: Final = -1
"""The audience of all seats and spectators; other audiences have bit k set for seat k."""

SON_BUENAS: Final = -1
"""In place of tantos: the rival's are good."""


class Why(StrEnum):
    """Why points were scored, in the words of the match record."""

    ENVIDO = "envido"
    ENVIDO_REFUSED = "envido_refused"
    ENVIDO_UNDONE = "envido_undone"
    FLOR = "flor"
    FLOR_ACHICO = "flor_achico"
    CONTRAFLOR = "contraflor"
    CONTRAFLOR_REFUSED = "contraflor_refused"
    CON_FLOR_ENVIDO = "con_flor_envido"
    CON_FLOR_ENVIDO_REFUSED = "con_flor_envido_refused"
    RESTO = "resto"
    RESTO_REFUSED = "resto_refused"
    TRUCO = "truco"
    TRUCO_REFUSED = "truco_refused"
    MAZO = "mazo"
    FORFEIT = "forfeit"


class HandDealt(NamedTuple):
    """A hand was dealt; NO_CARD where there is no muestra."""

    hand: int
    dealer: int
    mano: int
    muestra: Card
    audience: int = EVERYBODY


class CardsDealt(NamedTuple):
    """A seat got its cards."""

    seat: int
    cards: tuple[Card, ...]
    audience: int


class CardPlayed(NamedTuple):
    """A card was played; NO_CARD when it lies face down (its player's view tells it)."""

    seat: int
    trick: int
    card: Card
    face_down: bool
    audience: int = EVERYBODY


class Called(NamedTuple):
    """A seat spoke: a call, an answer or a fold."""

    seat: int
    call: int
    audience: int = EVERYBODY


class Declared(NamedTuple):
    """A seat declared its tantos, or SON_BUENAS."""

    seat: int
    tantos: int
    audience: int = EVERYBODY


class Scored(NamedTuple):
    """A team's score changed by so many points."""

    team: int
    points: int
    why: Why
    audience: int = EVERYBODY


class TrickEnded(NamedTuple):
    """A trick ended: won by team 0 or 1, or PARDA."""

    trick: int
    result: int
    audience: int = EVERYBODY


class CardsShown(NamedTuple):
    """A seat showed cards at the end of a hand."""

    seat: int
    cards: tuple[Card, ...]
    audience: int = EVERYBODY


class HandEnded(NamedTuple):
    """A hand ended; the team took its last points."""

    team: int
    audience: int = EVERYBODY


class ChicoEnded(NamedTuple):
    """A chico ended."""

    team: int
    audience: int = EVERYBODY


class MatchEnded(NamedTuple):
    """The match ended."""

    team: int
    forfeit: bool
    audience: int = EVERYBODY


Event = (
    HandDealt
    | CardsDealt
    | CardPlayed
    | Called
    | Declared
    | Scored
    | TrickEnded
    | CardsShown
    | HandEnded
    | ChicoEnded
    | MatchEnded
)
