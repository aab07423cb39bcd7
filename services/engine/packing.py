"""Views as serialized protobuf, cheaply.

Protobuf merges what is concatenated. So a view is packed by joining fragments: serialized Views with one field set.
Fragments recur all the time and are remembered; a whole view costs a few look-ups.
"""

from functools import lru_cache
from typing import Any, Final, NamedTuple

from services.engine.messages import action_message, seat_cards_message
from services.engine.rules import Action, State, awaited, legal
from services.engine.rules.actions import DEAL, NO_CARD
from services.engine.rules.cards import NAMES, Card
from services.engine.rules.events import SON_BUENAS
from services.engine.rules.state import NOBODY, Play, Said, Shown
from services.engine.rules.tantos import envido
from services.engine.rules.view import partner_cards, play_seen_by
from truco.rules.v1 import rules_pb2

_REMEMBERED: Final = 1 << 15


class Views(NamedTuple):
    """Serialized truco.rules.v1.Views: every seat's, by seat, and the spectator's."""

    seats: list[bytes]
    spectator: bytes


def views(state: State) -> Views:
    """What each may know."""
    shared = _shared(state)
    seats = [shared + _table(state, seat) + _own(state, seat) for seat in range(state.seats)]
    return Views(seats, shared + _table(state, None))


def _shared(state: State) -> bytes:
    """What everybody knows, but for the cards on the table."""
    return b"".join(
        (
            _field("seats", state.seats),
            _field("target", state.ruleset.target),
            _field("hand", state.hand),
            _field("phase", state.phase),
            _field("score", state.score),
            _field("chicos", state.chicos),
            _field("dealer", state.dealer),
            _field("mano", state.mano),
            _optional("turn", state.turn),
            _pending(state.call, state.call_team) if state.call else b"",
            _field("suspended", state.suspended),
            _field("truco", state.truco),
            _optional("raise", state.raiser),
            _field("tricks", tuple([result + 1 for result in state.tricks])),
            _field("cards_left", tuple(map(len, state.held))),
            _seats("folded", state.folded),
            _field("awaited", awaited(state)),
            _seats("refused", state.refused),
            *map(_said, state.said),
            *map(_shown, state.shown),
            _optional("winner", state.winner),
            _field("envido", state.envido),
        )
    )


def _table(state: State, viewer: int | None) -> bytes:
    """The cards on the table, as the viewer knows them."""
    return b"".join([_played(play_seen_by(play, viewer)) for play in state.played])


def _own(state: State, seat: int) -> bytes:
    """What only the seat knows."""
    return b"".join(
        (
            _field("seat", seat),
            *map(_card, state.held[seat]),
            _tantos(state.dealt[seat]),
            *[_partner(cards) for cards in partner_cards(state, seat)],
            *[_legal(action) for action in legal(state, seat) if action.kind != DEAL],
        )
    )


@lru_cache(maxsize=_REMEMBERED)
def _field(name: str, value: Any) -> bytes:
    return rules_pb2.View(**{name: value}).SerializeToString()


def _optional(name: str, value: int) -> bytes:
    return b"" if value == NOBODY else _field(name, value)


@lru_cache(maxsize=_REMEMBERED)
def _seats(name: str, mask: int) -> bytes:
    return _field(name, tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1))


@lru_cache(maxsize=_REMEMBERED)
def _pending(call: int, team: int) -> bytes:
    pending = rules_pb2.Pending(call=call, team=team)  # type: ignore[arg-type]  # kinds have the contract's numbers
    return rules_pb2.View(pending=pending).SerializeToString()


@lru_cache(maxsize=_REMEMBERED)
def _card(card: Card) -> bytes:
    return rules_pb2.View(cards=[NAMES[card]]).SerializeToString()


@lru_cache(maxsize=_REMEMBERED)
def _tantos(dealt: tuple[Card, ...]) -> bytes:
    return rules_pb2.View(tantos=envido(dealt) if dealt else None).SerializeToString()


@lru_cache(maxsize=_REMEMBERED)
def _played(play: Play) -> bytes:
    name = "" if play.card == NO_CARD else NAMES[play.card]
    card = rules_pb2.PlayedCard(seat=play.seat, trick=play.trick, card=name, face_down=play.face_down)
    return rules_pb2.View(played=[card]).SerializeToString()


@lru_cache(maxsize=_REMEMBERED)
def _said(said: Said) -> bytes:
    declaration = rules_pb2.Declaration(seat=said.seat, tantos=None if said.tantos == SON_BUENAS else said.tantos)
    return rules_pb2.View(said=[declaration]).SerializeToString()


@lru_cache(maxsize=_REMEMBERED)
def _shown(shown: Shown) -> bytes:
    return rules_pb2.View(shown=[seat_cards_message(shown.seat, shown.cards)]).SerializeToString()


@lru_cache(maxsize=_REMEMBERED)
def _partner(shown: Shown) -> bytes:
    return rules_pb2.View(partner_cards=[seat_cards_message(shown.seat, shown.cards)]).SerializeToString()


@lru_cache(maxsize=_REMEMBERED)
def _legal(action: Action) -> bytes:
    return rules_pb2.View(legal=[action_message(action)]).SerializeToString()
