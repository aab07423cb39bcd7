"""A match between two actions, as data, and the plain questions that any chapter may ask of it.

A State that has been handed out is never changed: apply copies it once, and the chapters work on that copy before
anybody else has seen it.
"""

from typing import Final, NamedTuple, final

from services.engine.rules.actions import NO_CALL, TRUCO, VALE_CUATRO
from services.engine.rules.cards import HAND_SIZE, Card
from services.engine.rules.ruleset import Ruleset

DEALING: Final = 1
PLAYING: Final = 2
OVER: Final = 3
"""The phases, with the numbers of truco.rules.v1.Phase."""

NOBODY: Final = -1
"""In place of a seat or a team: none."""

PARDA: Final = 2
"""In place of a trick's winning team: nobody won it."""

Pair = tuple[int, int]
"""One number for each team."""


class Play(NamedTuple):
    """A card on the table."""

    seat: int
    trick: int
    card: Card
    face_down: bool


class Said(NamedTuple):
    """A declaration: the seat's tantos, or SON_BUENAS."""

    seat: int
    tantos: int


class Shown(NamedTuple):
    """Cards that a seat showed at the end of a hand."""

    seat: int
    cards: tuple[Card, ...]


@final
class State:
    """Everything that decides how a match goes on."""

    __slots__ = (
        "call",
        "call_team",
        "chicos",
        "dealer",
        "dealt",
        "envido",
        "envido_winner",
        "folded",
        "hand",
        "held",
        "phase",
        "played",
        "raiser",
        "refused",
        "ruleset",
        "said",
        "score",
        "seats",
        "shown",
        "suspended",
        "tricks",
        "truco",
        "turn",
        "winner",
    )

    ruleset: Ruleset
    seats: int
    phase: int
    score: Pair
    chicos: Pair
    winner: int
    dealer: int
    hand: int
    """The hand's number in the match, from 1; 0 before the first deal."""
    dealt: tuple[tuple[Card, ...], ...]
    """The three cards that each seat was dealt."""
    held: tuple[tuple[Card, ...], ...]
    """Those of them that it has not played."""
    played: tuple[Play, ...]
    tricks: tuple[int, ...]
    turn: int
    folded: int
    """The seats that have gone to the mazo, bit k for seat k."""
    call: int
    """The latest unanswered call, else NO_CALL."""
    call_team: int
    """The team that must answer it."""
    refused: int
    """The seats that have said no_quiero to it, bit k for seat k."""
    suspended: int
    """The truco call that waits behind it, else NO_CALL."""
    truco: int
    """The accepted value of the hand."""
    raiser: int
    """The team that may open or raise truco; before the first call NOBODY: either."""
    envido: tuple[int, ...]
    """This hand's envido calls in order."""
    envido_winner: int
    """The seat that won an accepted envido."""
    said: tuple[Said, ...]
    shown: tuple[Shown, ...]

    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        """Whoever makes a State, `new_match`, `copy` or a reader of stored ones, sets the other fields too."""
        self.ruleset = ruleset
        self.seats = seats

    def clear_hand(self) -> None:
        """Forgets the last hand."""
        self.dealt = ((),) * self.seats
        self.held = self.dealt
        self.played = ()
        self.tricks = ()
        self.turn = NOBODY
        self.folded = 0
        self.call = NO_CALL
        self.call_team = NOBODY
        self.refused = 0
        self.suspended = NO_CALL
        self.truco = 1
        self.raiser = NOBODY
        self.envido = ()
        self.envido_winner = NOBODY
        self.said = ()
        self.shown = ()

    def copy(self) -> "State":
        """The same match, to be worked on."""
        new = State(self.ruleset, self.seats)
        new.phase = self.phase
        new.score = self.score
        new.chicos = self.chicos
        new.winner = self.winner
        new.dealer = self.dealer
        new.hand = self.hand
        new.dealt = self.dealt
        new.held = self.held
        new.played = self.played
        new.tricks = self.tricks
        new.turn = self.turn
        new.folded = self.folded
        new.call = self.call
        new.call_team = self.call_team
        new.refused = self.refused
        new.suspended = self.suspended
        new.truco = self.truco
        new.raiser = self.raiser
        new.envido = self.envido
        new.envido_winner = self.envido_winner
        new.said = self.said
        new.shown = self.shown
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash(self._facts())

    def _facts(self) -> tuple[object, ...]:
        return (
            self.ruleset,
            self.seats,
            self.phase,
            self.score,
            self.chicos,
            self.winner,
            self.dealer,
            self.hand,
            self.dealt,
            self.held,
            self.played,
            self.tricks,
            self.turn,
            self.folded,
            self.call,
            self.call_team,
            self.refused,
            self.suspended,
            self.truco,
            self.raiser,
            self.envido,
            self.envido_winner,
            self.said,
            self.shown,
        )

    @property
    def mano(self) -> int:
        """The seat that leads: the one after the dealer."""
        return (self.dealer + 1) % self.seats

    def is_in(self, seat: int) -> bool:
        """Whether the seat is still in the hand."""
        return not self.folded >> seat & 1

    def from_mano(self) -> list[int]:
        """The seats still in the hand, from mano round the table."""
        order = ((self.mano + step) % self.seats for step in range(self.seats))
        return [seat for seat in order if self.is_in(seat)]

    def team_in(self, team: int) -> list[int]:
        """The team's seats that are still in the hand."""
        return [seat for seat in range(team, self.seats, 2) if self.is_in(seat)]

    def has_played(self, seat: int) -> bool:
        """Whether the seat has played a card in this hand."""
        return len(self.held[seat]) < HAND_SIZE

    def envido_closed(self) -> bool:
        """Whether no envido can be opened any more in this hand, whoever asks (rules.md 6)."""
        return bool(self.tricks or self.envido or self.truco > 1)


def team_of(seat: int) -> int:
    """The team of a seat (rules.md 1)."""
    return seat % 2


def rival_of(team: int) -> int:
    """The other team."""
    return 1 - team


def is_truco(call: int) -> bool:
    """Whether a call is of the truco family."""
    return TRUCO <= call <= VALE_CUATRO


def truco_value(call: int) -> int:
    """What a call of the truco family makes the hand worth once accepted: 2, 3 or 4 (rules.md 8)."""
    return call - TRUCO + 2
