"""What a seat may do, as data and as the words of the match record (rules.md 5 to 12).

The numbers are those of truco.rules.v1.ActionKind.
"""

from typing import Final, final

from mypy_extensions import i64

from services.engine.rules.cards import BY_NAME, CARDS, NAMES, Card
from services.engine.rules.errors import InvalidInput, Reason

DEAL: Final = 1
PLAY: Final = 2
DOWN: Final = 3
ENVIDO: Final = 4
REAL_ENVIDO: Final = 5
FALTA_ENVIDO: Final = 6
FLOR: Final = 7
CON_FLOR_ME_ACHICO: Final = 8
CONTRAFLOR: Final = 9
CON_FLOR_ENVIDO: Final = 10
CONTRAFLOR_AL_RESTO: Final = 11
TRUCO: Final = 12
RETRUCO: Final = 13
VALE_CUATRO: Final = 14
QUIERO: Final = 15
NO_QUIERO: Final = 16
MAZO: Final = 17
PERROS: Final = 18
FORFEIT: Final = 19

NO_CALL: Final = 0
"""In place of a call: none."""

NO_CARD: Final = -1
"""In place of a card: none, or one that must not be told."""

KIND_NAMES: Final[tuple[str, ...]] = (
    "",
    "deal",
    "play",
    "down",
    "envido",
    "real_envido",
    "falta_envido",
    "flor",
    "con_flor_me_achico",
    "contraflor",
    "con_flor_envido",
    "contraflor_al_resto",
    "truco",
    "retruco",
    "vale_cuatro",
    "quiero",
    "no_quiero",
    "mazo",
    "perros",
    "forfeit",
)
"""The word of each kind of action; the empty word is no action."""


@final
class Action:
    """One action: its kind, the card of PLAY and DOWN, the deck of DEAL from the top. It is never changed."""

    __slots__ = ("card", "deck", "kind")

    def __init__(self, kind: i64, card: i64 = NO_CARD, deck: tuple[Card, ...] = ()) -> None:
        self.kind: i64 = kind
        self.card: i64 = card
        self.deck: tuple[Card, ...] = deck

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Action)
            and self.kind == other.kind
            and self.card == other.card
            and self.deck == other.deck
        )

    def __hash__(self) -> int:
        return hash((self.kind, self.card, self.deck))

    def __repr__(self) -> str:
        return f"Action({self.kind}, {self.card}, {self.deck})"


PLAYS: Final = tuple(Action(PLAY, card) for card in range(CARDS))
"""The action that plays each card open."""

DOWNS: Final = tuple(Action(DOWN, card) for card in range(CARDS))
"""The action that plays each card face down."""

SPOKEN: Final = tuple(Action(kind) for kind in range(len(KIND_NAMES)))
"""The action of each kind without a card or a deck."""

_KINDS: Final = {name: kind for kind, name in enumerate(KIND_NAMES) if name}
_WITH_CARD: Final = {"play": PLAYS, "down": DOWNS}


def deal(deck: tuple[Card, ...]) -> Action:
    """The action that deals from a deck."""
    return Action(DEAL, NO_CARD, deck)


def card_named(name: str) -> Card:
    """The card of a written form; raises InvalidInput (UNKNOWN_CARD)."""
    card = BY_NAME.get(name)
    if card is None:
        raise InvalidInput(Reason.UNKNOWN_CARD, f"no card is called {name!r}")
    return card


def parse(text: str) -> Action:
    """Reads an action as records write it, e.g. "play 4c" or "quiero".

    Raises InvalidInput: UNKNOWN_ACTION, UNKNOWN_CARD.
    """
    word, _, card = text.partition(" ")
    if word in _WITH_CARD and card:
        return _WITH_CARD[word][card_named(card)]
    if card or word in _WITH_CARD or word not in _KINDS:
        raise InvalidInput(Reason.UNKNOWN_ACTION, f"no action is called {text!r}")
    return SPOKEN[_KINDS[word]]


def text(action: Action) -> str:
    """Writes a well-formed action as records do."""
    word = KIND_NAMES[action.kind]
    return f"{word} {NAMES[action.card]}" if action.card != NO_CARD else word
