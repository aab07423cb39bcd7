"""Messages of the engine's contract as the library's values; what cannot be one is refused with its reason."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Final

from services.engine.rules import Action, InvalidInput, Reason, Ruleset, make_ruleset
from services.engine.rules.actions import DEAL, DOWN, KIND_NAMES, NO_CARD, PLAY, card_named, deal
from services.engine.rules.cards import CARDS
from services.engine.rules.state import Pair
from truco.rules.v1 import rules_pb2

_WITH_CARD: Final = (PLAY, DOWN)


def ruleset_of(message: rules_pb2.Ruleset, seats: int | None = None) -> Ruleset:
    """The ruleset, for so many seats where known; raises InvalidInput (UNKNOWN_PRESET, BAD_OPTION, BAD_SEATS)."""
    chosen = {field.name: _option(value) for field, value in message.options.ListFields()}
    return make_ruleset(message.preset, chosen, seats)


def _option(value: object) -> object:
    """An option as records write it."""
    if isinstance(value, rules_pb2.Limit):
        return value.points if value.HasField("points") else None
    if isinstance(value, rules_pb2.FlorReplies):
        return [_word(kind) for kind in value.replies]
    return value


def _word(kind: int) -> str:
    return KIND_NAMES[kind] if 0 <= kind < len(KIND_NAMES) else str(kind)


def options_of(ruleset: Ruleset) -> dict[str, object]:
    """A ruleset's options by name, as rules.md 15 writes them."""
    return {field.name: getattr(ruleset, field.name) for field in fields(ruleset)}


def action_of(message: rules_pb2.Action) -> Action:
    """The action; an unknown kind is the library's to refuse.

    Raises InvalidInput: UNKNOWN_CARD, BAD_DECK, BAD_REQUEST.
    """
    if message.card and message.kind not in _WITH_CARD:
        raise InvalidInput(Reason.BAD_REQUEST, "only PLAY and DOWN carry a card")
    if message.deck and message.kind != DEAL:
        raise InvalidInput(Reason.BAD_REQUEST, "only DEAL carries a deck")
    if message.kind == DEAL:
        return deal(_deck(message))
    return Action(message.kind, card_named(message.card) if message.kind in _WITH_CARD else NO_CARD)


def pair_of(numbers: Sequence[int], what: str) -> Pair:
    """A number for each team; none at all is 0-0. Raises InvalidInput (BAD_START)."""
    if not numbers:
        return 0, 0
    if len(numbers) != 2:
        raise InvalidInput(Reason.BAD_START, f"{what} needs a number for each team")
    return numbers[0], numbers[1]


def _deck(message: rules_pb2.Action) -> tuple[int, ...]:
    if len(message.deck) > CARDS:
        raise InvalidInput(Reason.BAD_DECK, f"a deck has at most {CARDS} cards")
    return tuple(map(card_named, message.deck))
