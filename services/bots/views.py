"""Messages of truco.rules.v1 as the rules library's values, and actions back.

What cannot be one raises RuleError or ValueError.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from services.engine.rules import Action, Ruleset, View, make_ruleset
from services.engine.rules.actions import KIND_NAMES, NO_CALL, NO_CARD, card_named
from services.engine.rules.cards import NAMES, Card
from services.engine.rules.events import SON_BUENAS
from services.engine.rules.seats import NOBODY
from services.engine.rules.state import Pair
from services.engine.rules.table import Play, Said, Shown
from truco.rules.v1 import rules_pb2

_REMEMBERED: Final = 1024


def ruleset_of(message: rules_pb2.Ruleset) -> Ruleset:
    """The ruleset of a table."""
    options = tuple((field.name, _option(value)) for field, value in message.options.ListFields())
    return _ruleset(message.preset, options)


def view_of(message: rules_pb2.View, ruleset: Ruleset) -> View:
    """What a seat may know."""
    pending = message.pending if message.HasField("pending") else None
    return View(
        seat=message.seat if message.HasField("seat") else None,
        ruleset=ruleset,
        seats=message.seats,
        phase=message.phase,
        hand=message.hand,
        score=_pair(message.score),
        chicos=_pair(message.chicos),
        winner=message.winner if message.HasField("winner") else NOBODY,
        dealer=message.dealer,
        mano=message.mano,
        turn=message.turn if message.HasField("turn") else NOBODY,
        call=pending.call if pending else NO_CALL,
        call_team=pending.team if pending else NOBODY,
        refused=tuple(message.refused),
        suspended=message.suspended,
        truco=message.truco,
        # A field of that name cannot be written as an attribute.
        raiser=getattr(message, "raise") if message.HasField("raise") else NOBODY,
        envido=tuple(message.envido),
        # TrickResult counts from 1, PARDA is its last value.
        tricks=tuple(result - 1 for result in message.tricks),
        played=tuple(Play(play.seat, play.trick, _card(play.card), play.face_down) for play in message.played),
        cards_left=tuple(message.cards_left),
        folded=tuple(message.folded),
        awaited=tuple(message.awaited),
        said=tuple(Said(said.seat, said.tantos if said.HasField("tantos") else SON_BUENAS) for said in message.said),
        shown=_shown(message.shown),
        cards=tuple(map(card_named, message.cards)),
        partner_cards=_shown(message.partner_cards),
        tantos=message.tantos if message.HasField("tantos") else None,
        flor=message.flor if message.HasField("flor") else None,
        muestra=_card(message.muestra),
        playing=tuple(message.playing),
        sung=tuple(message.sung),
        perros=message.perros if message.HasField("perros") else NOBODY,
        legal=tuple(Action(action.kind, _card(action.card)) for action in message.legal),
    )


def action_message(action: Action) -> rules_pb2.Action:
    """An action of a seat."""
    card = "" if action.card == NO_CARD else NAMES[action.card]
    return rules_pb2.Action(kind=rules_pb2.ActionKind.ValueType(action.kind), card=card)


@lru_cache(maxsize=_REMEMBERED)
def _ruleset(preset: str, options: tuple[tuple[str, object], ...]) -> Ruleset:
    return make_ruleset(preset, dict(options))


def _option(value: object) -> object:
    """An option as the rules take it, hashable."""
    if isinstance(value, rules_pb2.Limit):
        return value.points if value.HasField("points") else None
    if isinstance(value, rules_pb2.FlorReplies):
        return tuple(KIND_NAMES[kind] for kind in value.replies)
    return value


def _card(name: str) -> Card:
    return card_named(name) if name else NO_CARD


def _pair(numbers: Iterable[int]) -> Pair:
    first, second = numbers
    return first, second


def _shown(shown: Iterable[rules_pb2.SeatCards]) -> tuple[Shown, ...]:
    return tuple(Shown(each.seat, tuple(map(card_named, each.cards))) for each in shown)
