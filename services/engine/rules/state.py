"""A match between two actions, as data, and the plain questions that any chapter may ask of it.

Every field is a number, so that a copy costs next to nothing and a state is written by listing them. Seats in a field
are bits, bit k for seat k; several small numbers in a field stand side by side, the accessors say where.

A State that has been handed out is never changed: apply copies it once, and the chapters work on that copy before
anybody else has seen it.
"""

from operator import attrgetter
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from services.engine.rules.actions import NO_CALL
from services.engine.rules.cards import HAND_BITS, HAND_SIZE, ONE_HAND, Card, card_at
from services.engine.rules.ranking import FACE_DOWN, NO_MUESTRA, level
from services.engine.rules.ruleset import Ruleset
from services.engine.rules.seats import NOBODY, has, seats_from

DEALING: Final = 1
PLAYING: Final = 2
OVER: Final = 3
"""The phases, with the numbers of truco.rules.v1.Phase."""

PARDA: Final = 2
"""In place of a trick's winning team: nobody won it."""

REDONDA: Final = -1
"""In place of a duel's number: the round is played by all."""

NOTHING_SAID: Final = 0
SAID_BUENAS: Final = 1
SAID_TANTOS: Final = 2
"""What a seat declared, as stored: the tantos are added to the last."""

DOWN_BIT: Final = 4
"""In a play as stored: the card lies face down."""

Pair = tuple[int, int]
"""One number for each team."""

_ALL_HELD: Final = 0b111
_PLAY_BITS: Final = 3
_SAID_BITS: Final = 7


@mypyc_attr(acyclic=True, free_list_len=1)
@final
class State:
    """Everything that decides how a match goes on."""

    def __init__(self, ruleset: Ruleset, seats: i64) -> None:
        """A match at 0-0 before its first deal; the last seat deals."""
        self.ruleset: Ruleset = ruleset
        self.seats: i64 = seats
        self.phase: i64 = DEALING
        self.score_0: i64 = 0
        self.score_1: i64 = 0
        self.chicos_0: i64 = 0
        self.chicos_1: i64 = 0
        self.winner: i64 = NOBODY
        self.dealer: i64 = seats - 1
        # The number of the duel that is played, or to be dealt, 0 to 2; else REDONDA (rules.md 11).
        self.duel: i64 = REDONDA
        # The hand's number in the match, from 1; 0 before the first deal.
        self.hand: i64 = 0
        # 1 once a hand of this chico has been dealt.
        self.chico_begun: i64 = 0
        # The team that has said perros for the hand to be dealt, or being played.
        self.perros: i64 = NOBODY
        # The seats that were dealt cards.
        self.playing: i64 = 0
        self.folded: i64 = 0
        # Each team's cards as dealt, 18 bits for each of its seats.
        self.dealt_0: i64 = 0
        self.dealt_1: i64 = 0
        # Bit 3 * seat + place for each card not yet played.
        self.held: i64 = 0
        self.muestra: i64 = NO_MUESTRA
        # The plays, 3 bits for each seat of each trick: 1 + the card's place, and 4 if it lies face down.
        self.table: i64 = 0
        # The seats that have played to the running trick.
        self.laid: i64 = 0
        # How many tricks are finished; who led each and how it ended, 3 and 2 bits each.
        self.trick: i64 = 0
        self.leaders: i64 = 0
        self.results: i64 = 0
        self.turn: i64 = NOBODY
        # The latest unanswered call, the team that must answer it, and the seats that have refused it.
        self.call: i64 = NO_CALL
        self.call_team: i64 = NOBODY
        self.refused: i64 = 0
        # The truco call that waits behind it.
        self.suspended: i64 = NO_CALL
        # The accepted value of the hand, and the team that may raise it; NOBODY: either.
        self.truco: i64 = 1
        self.raiser: i64 = NOBODY
        # The hand's envido calls, 2 bits each, the latest lowest: 1 envido, 2 real envido, 3 falta envido.
        self.chain: i64 = 0
        # What an envido gave to whom, and the seat that won it.
        self.envido_points: i64 = 0
        self.envido_team: i64 = NOBODY
        self.envido_winner: i64 = NOBODY
        # The declarations, 7 bits for each seat.
        self.said: i64 = 0
        # The seats dealt a flor, those that have spoken of it, those whose flor scored.
        self.flores: i64 = 0
        self.sung: i64 = 0
        self.flor_scored: i64 = 0
        # 1 once no flor is sung or owed any more.
        self.flor_closed: i64 = 0
        # The seat of the latest flor call, and 1 once there was a contraflor.
        self.flor_caller: i64 = NOBODY
        self.contraflor: i64 = 0
        # Bit 3 * seat + place for each card shown at the end of the hand.
        self.shown: i64 = 0

    def copy(self) -> "State":
        """The same match, to be worked on."""
        new = State(self.ruleset, self.seats)
        new.phase = self.phase
        new.score_0 = self.score_0
        new.score_1 = self.score_1
        new.chicos_0 = self.chicos_0
        new.chicos_1 = self.chicos_1
        new.winner = self.winner
        new.dealer = self.dealer
        new.duel = self.duel
        new.hand = self.hand
        new.chico_begun = self.chico_begun
        new.perros = self.perros
        new.playing = self.playing
        new.folded = self.folded
        new.dealt_0 = self.dealt_0
        new.dealt_1 = self.dealt_1
        new.held = self.held
        new.muestra = self.muestra
        new.table = self.table
        new.laid = self.laid
        new.trick = self.trick
        new.leaders = self.leaders
        new.results = self.results
        new.turn = self.turn
        new.call = self.call
        new.call_team = self.call_team
        new.refused = self.refused
        new.suspended = self.suspended
        new.truco = self.truco
        new.raiser = self.raiser
        new.chain = self.chain
        new.envido_points = self.envido_points
        new.envido_team = self.envido_team
        new.envido_winner = self.envido_winner
        new.said = self.said
        new.flores = self.flores
        new.sung = self.sung
        new.flor_scored = self.flor_scored
        new.flor_closed = self.flor_closed
        new.flor_caller = self.flor_caller
        new.contraflor = self.contraflor
        new.shown = self.shown
        return new

    def before_hand(self) -> "State":
        """The same match with the last hand forgotten, to be dealt anew."""
        new = State(self.ruleset, self.seats)
        new.phase = self.phase
        new.score_0 = self.score_0
        new.score_1 = self.score_1
        new.chicos_0 = self.chicos_0
        new.chicos_1 = self.chicos_1
        new.dealer = self.dealer
        new.duel = self.duel
        new.hand = self.hand
        new.chico_begun = self.chico_begun
        new.perros = self.perros
        return new

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.ruleset == other.ruleset and numbers(self) == numbers(other)

    def __hash__(self) -> int:
        return hash((self.ruleset, numbers(self)))

    # --- the match ---

    @property
    def score(self) -> Pair:
        """Each team's points in the current chico."""
        return self.score_0, self.score_1

    @property
    def chicos(self) -> Pair:
        """Each team's chicos won."""
        return self.chicos_0, self.chicos_1

    def points(self, team: i64) -> i64:
        """A team's points in the current chico."""
        return self.score_0 if team == 0 else self.score_1

    def score_points(self, team: i64, points: i64) -> None:
        """Adds points to a team's, or takes them back."""
        if team == 0:
            self.score_0 += points
        else:
            self.score_1 += points

    def best_points(self) -> i64:
        """The points of the team that leads."""
        return max(self.score_0, self.score_1)

    # --- who plays ---

    @property
    def mano(self) -> i64:
        """The seat that leads: the one after the dealer, in a later duel the next ones (rules.md 1, 11)."""
        return (self.dealer + 1 + max(self.duel, 0)) % self.seats

    def to_be_dealt(self) -> i64:
        """The seats of the next deal: all, or a duel's two."""
        if self.duel == REDONDA:
            return (1 << self.seats) - 1
        return 1 << self.mano | 1 << (self.mano + 3) % self.seats

    def order(self) -> list[int]:
        """The seats that play this hand, in phase DEALING the hand to be dealt, from mano."""
        seats = self.to_be_dealt() if self.phase == DEALING else self.playing
        first = self.mano if self.phase == DEALING else self.leader(0)
        return seats_from(seats, first, self.seats)

    def still_in(self) -> i64:
        """The seats that are in the hand and have not gone to the mazo."""
        return self.playing & ~self.folded

    def is_in(self, seat: i64) -> bool:
        """Whether the seat is still in the hand."""
        return has(self.still_in(), seat)

    def next_in(self, seat: i64) -> i64:
        """The seat itself if it is still in, else the next one that is."""
        here = self.still_in()
        while not has(here, seat):
            seat = (seat + 1) % self.seats
        return seat

    def leader(self, trick: i64) -> i64:
        """The seat that led a trick; of the first trick, the hand's mano."""
        return self.leaders >> 3 * trick & 7

    # --- cards ---

    def dealt(self, seat: i64) -> i64:
        """The three cards that the seat was dealt, packed."""
        cards = self.dealt_1 if seat & 1 else self.dealt_0
        return cards >> HAND_BITS * (seat >> 1) & ONE_HAND

    def card(self, seat: i64, place: i64) -> i64:
        """The card that the seat was dealt at a place, 0 to 2."""
        return card_at(self.dealt(seat), place)

    def held_by(self, seat: i64) -> i64:
        """The places of the cards that the seat has not played, as bits."""
        return self.held >> 3 * seat & _ALL_HELD

    def cards(self, seat: i64) -> tuple[Card, ...]:
        """The cards that the seat has not played."""
        return self.cards_of(seat, self.held)

    def cards_of(self, seat: i64, which: i64) -> tuple[Card, ...]:
        """Those of a seat's cards that have their bit in a field like `held`."""
        return tuple([self.card(seat, place) for place in range(HAND_SIZE) if which >> (3 * seat + place) & 1])

    def place_of(self, seat: i64, card: i64) -> i64:
        """The place at which the seat still holds the card; -1 if it does not."""
        places = self.held_by(seat)
        for place in range(HAND_SIZE):
            if places >> place & 1 and self.card(seat, place) == card:
                return place
        return -1

    def has_played(self, seat: i64) -> bool:
        """Whether the seat has played a card in this hand."""
        return self.held_by(seat) != _ALL_HELD

    def put(self, seat: i64, place: i64, *, down: bool) -> None:
        """Moves a card from the hand to the running trick."""
        self.held &= ~(1 << 3 * seat + place)
        play = place + 1 + (DOWN_BIT if down else 0)
        self.table |= play << self._play_bit(self.trick, seat)
        self.laid |= 1 << seat

    def play_of(self, trick: i64, seat: i64) -> i64:
        """What the seat has played to a trick, as stored: 1 + the card's place, and DOWN_BIT; 0 for nothing."""
        return self.table >> self._play_bit(trick, seat) & 7

    def level_of(self, seat: i64) -> i64:
        """The level of what the seat has played to the running trick."""
        play = self.play_of(self.trick, seat)
        return FACE_DOWN if play & DOWN_BIT else level(self.card(seat, (play & 3) - 1), self.muestra)

    def result(self, trick: i64) -> i64:
        """How one finished trick ended."""
        return self.results >> 2 * trick & 3

    def _play_bit(self, trick: i64, seat: i64) -> i64:
        return _PLAY_BITS * (6 * trick + seat)

    # --- calls ---

    def envido_closed(self) -> bool:
        """Whether no envido can be opened any more in this hand, whoever asks (rules.md 6)."""
        return self.trick > 0 or self.truco > 1 or self.envido_or_flor_called()

    def envido_or_flor_called(self) -> bool:
        """Whether an envido or a flor was called in this hand; perros count as one (rules.md 9)."""
        return self.chain != 0 or self.sung != 0 or self.perros != NOBODY

    def owing(self) -> i64:
        """The seats that must sing their flor before anything else (rules.md 7)."""
        return 0 if self.flor_closed else self.flores & ~self.sung & ~self.folded

    def declare(self, seat: i64, what: i64) -> None:
        """Notes what the seat declares: SAID_BUENAS, or SAID_TANTOS and its tantos."""
        self.said |= what << _SAID_BITS * seat

    def declared(self, seat: i64) -> i64:
        """What the seat declared, as stored; NOTHING_SAID for nothing."""
        return self.said >> _SAID_BITS * seat & 0x7F


NUMBERS: Final = (
    "seats",
    "phase",
    "score_0",
    "score_1",
    "chicos_0",
    "chicos_1",
    "winner",
    "dealer",
    "duel",
    "hand",
    "chico_begun",
    "perros",
    "playing",
    "folded",
    "dealt_0",
    "dealt_1",
    "held",
    "muestra",
    "table",
    "laid",
    "trick",
    "leaders",
    "results",
    "turn",
    "call",
    "call_team",
    "refused",
    "suspended",
    "truco",
    "raiser",
    "chain",
    "envido_points",
    "envido_team",
    "envido_winner",
    "said",
    "flores",
    "sung",
    "flor_scored",
    "flor_closed",
    "flor_caller",
    "contraflor",
    "shown",
)
"""The names of a state's fields but for its ruleset. Stored states have this order: new ones go to the end."""

numbers: Final = attrgetter(*NUMBERS)
"""The values of those fields."""
