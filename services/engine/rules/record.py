"""Reads match records: the format of tests/vectors/README.md, in which rule vectors are written too."""

import json
from collections.abc import Mapping
from typing import Final, NamedTuple, TypeGuard

from services.engine.rules.actions import DEAL, NO_CARD, Action, card_named, parse
from services.engine.rules.cards import HAND_SIZE, Card
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

_TOO_MUCH: Final = 1 << 31
_SEAT_NAMES: Final = frozenset("012345")


class RecordStep(NamedTuple):
    """One step: who does what, whether it must be refused, and what must hold then."""

    seat: int
    action: Action
    refused: bool
    then: Object


class Deal(NamedTuple):
    """What each seat is dealt, in the order of its deal, and the muestra or NO_CARD."""

    hands: Mapping[int, tuple[Card, ...]]
    muestra: Card


class Record(NamedTuple):
    """A match record. Its first deal is made before the first step."""

    name: str
    start: State
    deals: tuple[Deal, ...]
    steps: tuple[RecordStep, ...]


def parse_json(text: str) -> object:
    """Parses JSON, to the letter: no NaN. Raises ValueError, and RecursionError where it is nested too deeply."""
    return json.loads(text, parse_constant=_no_number)


def read(data: object) -> Record:
    """Reads one record from parsed JSON.

    Raises InvalidInput: BAD_REQUEST where it cannot be read, UNKNOWN_PRESET, BAD_OPTION,
    BAD_SEATS, BAD_START, BAD_DECK, UNKNOWN_CARD, UNKNOWN_ACTION.
    """
    record = _object(data, "the record")
    start = _start(record)
    deals = tuple(_deal(_object(entry, "a deal"), number) for number, entry in enumerate(_list(record, "deals")))
    if not deals:
        raise InvalidInput(Reason.BAD_REQUEST, "deals is empty")
    deck_of(start, deals[0])
    steps = tuple(_step(_object(entry, "a step"), number) for number, entry in enumerate(_list(record, "steps")))
    if sum(step.action.kind == DEAL and not step.refused for step in steps) >= len(deals):
        raise InvalidInput(
            Reason.BAD_REQUEST, f"there are more deals in the steps than the {len(deals)} of deals allow"
        )
    return Record(str(record.get("name", "")), start, deals, steps)


def deck_of(state: State, entry: Deal) -> tuple[Card, ...]:
    """The deck that gives the seats of the next hand these cards: mano first, three times round (rules.md 3).

    Raises InvalidInput (BAD_DECK) where the deal is not one of that hand.
    """
    order = state.order()
    if set(entry.hands) != set(order):
        raise InvalidInput(Reason.BAD_DECK, f"the hand to be dealt is that of the seats {sorted(order)}")
    if (entry.muestra == NO_CARD) == state.ruleset.muestra:
        raise InvalidInput(Reason.BAD_DECK, "there must be a muestra exactly where the ruleset has one")
    cards = tuple(entry.hands[seat][place] for place in range(HAND_SIZE) for seat in order)
    return (*cards, entry.muestra) if state.ruleset.muestra else cards


def _no_number(word: str) -> object:
    raise ValueError(f"{word} is not JSON")


def _start(record: Object) -> State:
    preset = record.get("preset")
    if not isinstance(preset, str):
        raise InvalidInput(Reason.BAD_REQUEST, "preset is missing or not a text")
    seats = _number(record, "seats")
    ruleset = make_ruleset(preset, _object(record.get("options", {}), "options"), seats)
    start = _object(record.get("start", {}), "start")
    dealer = _number(start, "dealer") if "dealer" in start else None
    return new_match(ruleset, seats, dealer, _pair(start, "score"), _pair(start, "chicos"))


def _deal(entry: Object, number: int) -> Deal:
    hands = _object(entry.get("hands"), "hands")
    if not set(hands) <= _SEAT_NAMES:
        raise InvalidInput(Reason.BAD_DECK, f"deal {number} has a hand for no seat")
    dealt = {int(seat): tuple(_cards(hands, seat)) for seat in hands}
    muestra = _muestra(entry)
    cards = [card for hand in dealt.values() for card in hand] + [muestra]
    if any(len(hand) != HAND_SIZE for hand in dealt.values()) or len(set(cards)) != len(cards):
        raise InvalidInput(Reason.BAD_DECK, f"deal {number} must give each seat three cards, each card once")
    return Deal(dealt, muestra)


def _muestra(entry: Object) -> Card:
    name = entry.get("muestra")
    return NO_CARD if name is None else card_named(str(name))


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
    if not _is_number(value):
        raise InvalidInput(Reason.BAD_REQUEST, f"{key} must be a whole number")
    return value


def _pair(entry: Object, key: str) -> Pair:
    value = entry.get(key, [0, 0])
    if not isinstance(value, list) or len(value) != 2 or not all(_is_number(number) for number in value):
        raise InvalidInput(Reason.BAD_REQUEST, f"{key} must be two whole numbers")
    return value[0], value[1]


def _is_number(value: object) -> TypeGuard[int]:
    """Whether it is a whole number, and not one that no native number could hold."""
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < _TOO_MUCH


def _cards(hands: Object, seat: str) -> list[Card]:
    return [card_named(str(name)) for name in _list(hands, seat)]
