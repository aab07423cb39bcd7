"""Reads match records: the format of tests/vectors/README.md, in which rule vectors are written too."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from services.engine.rules.actions import DEAL, Action, card_named, deal, parse
from services.engine.rules.cards import CARDS, HAND_SIZE, Card
from services.engine.rules.errors import InvalidInput, Reason
from services.engine.rules.match import new_match
from services.engine.rules.options import make_ruleset
from services.engine.rules.state import Pair, State

Object = Mapping[str, object]

KEYS: Final = (
    "score",
    "chicos",
    "phase",
    "dealer",
    "mano",
    "turn",
    "pending",
    "suspended",
    "truco",
    "raise",
    "tricks",
    "muestra",
    "winner",
    "legal",
    "points",
    "said",
    "shown",
    "default",
)
"""What a record may expect after a step."""


class RecordStep(NamedTuple):
    """One step: who does what, whether it must be refused, and what must hold then."""

    seat: int
    action: Action
    refused: bool
    then: Object


class Record(NamedTuple):
    """A match record. Its first deck is dealt before the first step."""

    name: str
    start: State
    decks: tuple[tuple[Card, ...], ...]
    steps: tuple[RecordStep, ...]


def read(data: object) -> Record:
    """Reads one record from parsed JSON.

    Raises InvalidInput: BAD_REQUEST where it cannot be read, UNKNOWN_PRESET, BAD_OPTION, OPTION_NOT_SUPPORTED,
    BAD_SEATS, BAD_START, BAD_DECK, UNKNOWN_CARD, UNKNOWN_ACTION.
    """
    record = _object(data, "the record")
    start = _start(record)
    decks = tuple(_deck(_object(entry, "a deal"), start, number) for number, entry in enumerate(_list(record, "deals")))
    if not decks:
        raise InvalidInput(Reason.BAD_REQUEST, "deals is empty")
    steps = tuple(_step(_object(entry, "a step"), number) for number, entry in enumerate(_list(record, "steps")))
    return Record(str(record.get("name", "")), start, decks, steps)


def dealer_of_hand(start: State, number: int) -> int:
    """The dealer of the record's deck of that number: the deal moves one seat on each time (rules.md 3)."""
    return (start.dealer + number) % start.seats


def _start(record: Object) -> State:
    preset = record.get("preset")
    if not isinstance(preset, str):
        raise InvalidInput(Reason.BAD_REQUEST, "preset is missing or not a text")
    ruleset = make_ruleset(preset, _object(record.get("options", {}), "options"))
    start = _object(record.get("start", {}), "start")
    seats = _number(record, "seats")
    dealer = _number(start, "dealer") if "dealer" in start else None
    return new_match(ruleset, seats, dealer, _pair(start, "score"), _pair(start, "chicos"))


def _deck(entry: Object, start: State, number: int) -> tuple[Card, ...]:
    """The deck that gives each seat its cards: mano first, three times round (rules.md 3)."""
    hands = _object(entry.get("hands"), "hands")
    if entry.get("muestra") is not None:
        raise InvalidInput(Reason.BAD_DECK, f"deal {number} turns up a muestra, which this ruleset does not have")
    if set(hands) != {str(seat) for seat in range(start.seats)}:
        raise InvalidInput(Reason.BAD_DECK, f"deal {number} must have a hand for each of the {start.seats} seats")
    cards = [_cards(hands, str(seat)) for seat in range(start.seats)]
    if (
        any(len(hand) != HAND_SIZE for hand in cards)
        or len({card for hand in cards for card in hand}) != 3 * start.seats
    ):
        raise InvalidInput(Reason.BAD_DECK, f"deal {number} must give each seat three cards, each card once")
    mano = dealer_of_hand(start, number) + 1
    order = [(mano + step) % start.seats for step in range(start.seats)]
    return tuple(cards[seat][turn] for turn in range(HAND_SIZE) for seat in order)


def _step(entry: Object, number: int) -> RecordStep:
    refused = "refused" in entry
    word = entry.get("refused" if refused else "do")
    if not isinstance(word, str):
        raise InvalidInput(Reason.BAD_REQUEST, f"step {number} has neither do nor refused")
    then = _object(entry.get("then", {}), "then")
    strange = set(then) - set(KEYS)
    if strange:
        raise InvalidInput(Reason.BAD_REQUEST, f"step {number} expects {sorted(strange)}, which is no key of a record")
    return RecordStep(_number(entry, "seat"), parse(word), refused, then)


def with_deck(action: Action, decks: tuple[tuple[Card, ...], ...], number: int) -> Action:
    """The action as it is taken: a deal gets the record's next deck, or all cards in order when there is none."""
    if action.kind != DEAL:
        return action
    return deal(decks[number] if number < len(decks) else tuple(range(CARDS)))


def _object(value: object, what: str) -> Object:
    if not isinstance(value, dict):
        raise InvalidInput(Reason.BAD_REQUEST, f"{what} must be an object")
    return value


def _list(entry: Object, key: str) -> list[object]:
    value = entry.get(key)
    if not isinstance(value, list):
        raise InvalidInput(Reason.BAD_REQUEST, f"{key} must be a list")
    return value


def _number(entry: Object, key: str) -> int:
    value = entry.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise InvalidInput(Reason.BAD_REQUEST, f"{key} must be a whole number")
    return value


def _pair(entry: Object, key: str) -> Pair:
    value = entry.get(key, [0, 0])
    if not isinstance(value, list) or len(value) != 2 or not all(type(number) is int for number in value):
        raise InvalidInput(Reason.BAD_REQUEST, f"{key} must be two whole numbers")
    return value[0], value[1]


def _cards(hands: Object, seat: str) -> list[Card]:
    return [card_named(str(name)) for name in _list(hands, seat)]
