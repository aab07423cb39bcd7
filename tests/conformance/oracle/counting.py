"""What three cards are worth in envido and flor (rules.md 6, 7)."""

from tests.conformance.oracle.cards import pieza, rank, suit, suit_order

PIEZA_VALUE = {2: 30, 4: 29, 5: 28, 11: 27, 10: 27}


def count(card: str) -> int:
    """A card's plain count: its number, nothing for the figures."""
    return rank(card) if rank(card) <= 7 else 0


def piezas_of(cards: list[str], muestra: str | None) -> list[str]:
    return [card for card in cards if pieza(card, muestra) is not None]


def pieza_value(card: str, muestra: str | None) -> int:
    as_pieza = pieza(card, muestra)
    assert as_pieza is not None, f"{card} is no pieza under {muestra}"
    return PIEZA_VALUE[as_pieza]


def envido_points(cards: list[str], muestra: str | None) -> int:
    """The tantos of a hand. A hand of two piezas is a flor and has none (rules.md 6)."""
    piezas = piezas_of(cards, muestra)
    assert len(piezas) < 2, f"a hand of two piezas never plays envido: {cards} under {muestra}"
    counted = counted_cards(cards, muestra, played=[])
    if piezas:
        return pieza_value(piezas[0], muestra) + sum(count(card) for card in counted if card not in piezas)
    return sum(count(card) for card in counted) + (20 if len(counted) == 2 else 0)


def counted_cards(cards: list[str], muestra: str | None, played: list[str]) -> list[str]:
    """The cards that make the tantos; of equal ones those played, then the lower rank, then the order e b o c."""

    def preference(card: str) -> tuple[int, bool, int, int]:
        return (-count(card), card not in played, rank(card), suit_order(card))

    piezas = piezas_of(cards, muestra)
    if piezas:
        others = [card for card in cards if card not in piezas]
        return [*piezas, min(others, key=preference)]
    for one_suit in ("e", "b", "o", "c"):
        of_suit = [card for card in cards if suit(card) == one_suit]
        if len(of_suit) >= 2:
            return sorted(of_suit, key=preference)[:2]
    return [min(cards, key=preference)]


def is_flor(cards: list[str], muestra: str | None) -> bool:
    piezas = piezas_of(cards, muestra)
    if len({suit(card) for card in cards}) == 1 or len(piezas) >= 2:
        return True
    others = [card for card in cards if card not in piezas]
    return len(piezas) == 1 and len({suit(card) for card in others}) == 1


def flor_points(cards: list[str], muestra: str | None) -> int | None:
    """The value of a flor; None when the cards are none."""
    if not is_flor(cards, muestra):
        return None
    piezas = piezas_of(cards, muestra)
    plain = sum(count(card) for card in cards if card not in piezas)
    if not piezas:
        return 20 + plain
    values = sorted((pieza_value(card, muestra) for card in piezas), reverse=True)
    return values[0] + sum(value % 10 for value in values[1:]) + plain
