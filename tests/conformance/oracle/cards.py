"""The cards and their order (rules.md 1, 2). A card is its text: `1e`, `12c`."""

SUITS = ("e", "b", "o", "c")
RANKS = (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
DECK = tuple(f"{rank}{suit}" for suit in SUITS for rank in RANKS)

CLASSIC_ORDER = (
    ("1e",),
    ("1b",),
    ("7e",),
    ("7o",),
    ("3e", "3b", "3o", "3c"),
    ("2e", "2b", "2o", "2c"),
    ("1o", "1c"),
    ("12e", "12b", "12o", "12c"),
    ("11e", "11b", "11o", "11c"),
    ("10e", "10b", "10o", "10c"),
    ("7b", "7c"),
    ("6e", "6b", "6o", "6c"),
    ("5e", "5b", "5o", "5c"),
    ("4e", "4b", "4o", "4c"),
)

# The ranks of the piezas, the highest first.
PIEZAS = (2, 4, 5, 11, 10)

FACE_DOWN_LEVEL = 0


def rank(card: str) -> int:
    return int(card[:-1])


def suit(card: str) -> str:
    return card[-1]


def suit_order(card: str) -> int:
    """The order e b o c, which breaks ties (rules.md 6, 14)."""
    return SUITS.index(suit(card))


def pieza(card: str, muestra: str | None) -> int | None:
    """The rank of the pieza that this card is, or as alcahuete stands for; None for every other card."""
    if muestra is None or suit(card) != suit(muestra):
        return None
    if rank(card) in PIEZAS:
        return rank(card)
    if rank(card) == 12 and rank(muestra) in PIEZAS:
        return rank(muestra)
    return None


def level(card: str, muestra: str | None) -> int:
    """How high the open card is: 1 to 14 in the classic order, 15 to 19 for the piezas."""
    as_pieza = pieza(card, muestra)
    if as_pieza is not None:
        return 14 + len(PIEZAS) - PIEZAS.index(as_pieza)
    for place, cards in enumerate(CLASSIC_ORDER):
        if card in cards:
            return 14 - place
    raise ValueError(f"no such card: {card}")
