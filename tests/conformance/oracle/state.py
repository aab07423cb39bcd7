"""What is on the table: the match, the hand being played and the pending call. Plain data that the chapters change."""

from dataclasses import dataclass, field

from tests.conformance.oracle.counting import is_flor
from tests.conformance.oracle.options import Options

ENVIDO_CALLS = ("envido", "real_envido", "falta_envido")
TRUCO_CALLS = ("truco", "retruco", "vale_cuatro")
FLOR_CALLS = ("flor", "contraflor", "con_flor_envido", "contraflor_al_resto")


@dataclass
class Call:
    """A call that waits for its answer (rules.md 5)."""

    name: str
    team: int
    """The team that must answer."""
    seat: int | None
    """Who called; None for the calls that the perros make for a whole team."""
    over_contraflor: bool = False
    """A contraflor_al_resto that raised a contraflor."""
    refusals: list[int] = field(default_factory=list)
    """The seats that have refused and wait for their partners."""


@dataclass
class Play:
    seat: int
    card: str
    face_down: bool


@dataclass
class Hand:
    """Three cards each (rules.md 1)."""

    order: list[int]
    """The hand's seats, from its mano."""
    dealt: dict[int, list[str]]
    muestra: str | None
    turn: int | None
    held: dict[int, list[str]] = field(default_factory=dict)
    left: list[int] = field(default_factory=list)
    trick: list[Play] = field(default_factory=list)
    """The cards of the unfinished trick."""
    played: dict[int, list[str]] = field(default_factory=dict)
    """All cards that each seat has played, open or face down."""
    results: list[int | str] = field(default_factory=list)
    pending: Call | None = None
    suspended: Call | None = None
    truco: int = 1
    may_raise: int | None = None
    envido_chain: list[str] = field(default_factory=list)
    envido_given: tuple[int, int] | None = None
    """Team and points of the settled envido, until a flor undoes it."""
    envido_winner: int | None = None
    flor_called: bool = False
    flor_settled: bool = False
    """Two teams' flores have been settled: no other flor is sung (rules.md 7)."""
    flores_to_show: list[int] = field(default_factory=list)
    perros_by: int | None = None
    """The team that has challenged with the perros."""
    sung: list[int] = field(default_factory=list)


@dataclass
class Match:
    options: Options
    seats: int
    score: list[int]
    chicos: list[int]
    dealer: int
    phase: str = "deal"
    winner: int | None = None
    hand: Hand | None = None
    pica_round: bool = False
    duel: int = 0
    """Which of the pica-pica round's three duels is played, or to be dealt."""
    chico_begins: bool = True
    """No hand of this chico has been dealt yet."""
    perros_by: int | None = None
    """The team that has said perros for the hand to be dealt."""
    points: list[dict[str, object]] = field(default_factory=list)
    said: list[dict[str, object]] = field(default_factory=list)
    shown: dict[str, list[str]] = field(default_factory=dict)

    @property
    def playing(self) -> Hand:
        """The hand being played; only for phase `play`."""
        assert self.hand is not None and self.phase == "play"
        return self.hand


def team_of(seat: int) -> int:
    return seat % 2


def other(team: int) -> int:
    return 1 - team


def seats_in(hand: Hand, team: int) -> list[int]:
    """The team's seats that are still in the hand, from mano."""
    return [seat for seat in hand.order if team_of(seat) == team and seat not in hand.left]


def flor_holders(match: Match, team: int) -> list[int]:
    """The team's seats still in that hold a flor, sung or not."""
    hand = match.playing
    return [seat for seat in seats_in(hand, team) if holds_flor(match, seat)]


def holds_flor(match: Match, seat: int) -> bool:
    hand = match.playing
    return match.options.flor and is_flor(hand.dealt[seat], hand.muestra)
