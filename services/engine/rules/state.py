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

    def __init__(self, ruleset: Ruleset, seats: int, dealer: int, score: Pair, chicos: Pair) -> None:
        self.ruleset = ruleset
        self.seats = seats
        self.phase: int = DEALING
        self.score = score
        self.chicos = chicos
        self.winner: int = NOBODY
        self.dealer = dealer
        self.hand = 0
        self.clear_hand()

    def clear_hand(self) -> None:
        """Forgets the last hand."""
        self.dealt: tuple[tuple[Card, ...], ...] = ((),) * self.seats
        self.held: tuple[tuple[Card, ...], ...] = self.dealt
        self.played: tuple[Play, ...] = ()
        self.tricks: tuple[int, ...] = ()
        self.turn: int = NOBODY
        self.folded = 0  # bit k for seat k
        self.call: int = NO_CALL
        self.call_team: int = NOBODY
        self.refused = 0  # who has said no_quiero to the pending call, bit k for seat k
        self.suspended: int = NO_CALL
        self.truco = 1  # the accepted value of the hand
        self.raiser: int = NOBODY  # the team that may raise truco; NOBODY before the first truco: either
        self.envido: tuple[int, ...] = ()  # this hand's envido calls in order
        self.envido_winner: int = NOBODY  # the seat that won an accepted envido
        self.said: tuple[Said, ...] = ()
        self.shown: tuple[Shown, ...] = ()

    def copy(self) -> "State":
        """The same match, to be worked on."""
        new = State.__new__(State)
        new.ruleset = self.ruleset
        new.seats = self.seats
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
        return isinstance(other, State) and all(getattr(self, name) == getattr(other, name) for name in State.__slots__)

    def __hash__(self) -> int:
        return hash((self.hand, self.score, self.dealt, self.played, self.call))

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
