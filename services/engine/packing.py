"""Views as serialized protobuf, cheaply.

Protobuf merges what is concatenated. So a view is packed by joining fragments: serialized Views with one field set.
Fragments recur all the time and are remembered; a whole view costs a few look-ups.
"""

from functools import lru_cache
from typing import Any, Final, NamedTuple

from services.engine.messages import action_message, seat_cards_message
from services.engine.rules import Action, State, legal
from services.engine.rules.actions import DEAL, NO_CARD
from services.engine.rules.calls import envido_calls
from services.engine.rules.cards import NAMES, Card
from services.engine.rules.events import SON_BUENAS
from services.engine.rules.seats import NOBODY, count, seats_of
from services.engine.rules.table import Play, Said, Shown
from services.engine.rules.turns import awaited_seats
from services.engine.rules.view import muestra, own_flor, partner_cards, played, said, shown, tantos
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
            _tricks(state.trick, state.results),
            _cards_left(state.held, state.seats),
            _seats("folded", state.folded),
            _seats("awaited", awaited_seats(state)),
            _seats("refused", state.refused),
            *(map(_said, said(state)) if state.said else ()),
            *(map(_shown, shown(state)) if state.shown else ()),
            _optional("winner", state.winner),
            _envido(state.chain),
            _muestra(muestra(state)),
            _field("playing", tuple(state.order())),
            _seats("sung", state.sung),
            _optional("perros", state.perros),
        )
    )


def _table(state: State, viewer: int | None) -> bytes:
    """The cards on the table, as the viewer knows them."""
    return b"".join([_played(play) for play in played(state, viewer)])


def _own(state: State, seat: int) -> bytes:
    """What only the seat knows."""
    return b"".join(
        (
            _field("seat", seat),
            *map(_card, state.cards(seat)),
            _known("tantos", tantos(state, seat)),
            _known("flor", own_flor(state, seat)),
            *[_partner(cards) for cards in partner_cards(state, seat)],
            *[_legal(action) for action in legal(state, seat) if action.kind != DEAL],
        )
    )


@lru_cache(maxsize=_REMEMBERED)
def _field(name: str, value: Any) -> bytes:
    return rules_pb2.View(**{name: value}).SerializeToString()


def _optional(name: str, value: int) -> bytes:
    return b"" if value == NOBODY else _field(name, value)


def _known(name: str, value: int | None) -> bytes:
    return b"" if value is None else _field(name, value)


@lru_cache(maxsize=_REMEMBERED)
def _seats(name: str, seats: int) -> bytes:
    return _field(name, seats_of(seats))


@lru_cache(maxsize=_REMEMBERED)
def _tricks(finished: int, results: int) -> bytes:
    return _field("tricks", tuple([(results >> 2 * trick & 3) + 1 for trick in range(finished)]))


@lru_cache(maxsize=_REMEMBERED)
def _cards_left(held: int, seats: int) -> bytes:
    return _field("cards_left", tuple([count(held >> 3 * seat & 7) for seat in range(seats)]))


@lru_cache(maxsize=_REMEMBERED)
def _envido(chain: int) -> bytes:
    return _field("envido", envido_calls(chain))


@lru_cache(maxsize=_REMEMBERED)
def _muestra(card: Card) -> bytes:
    return b"" if card == NO_CARD else rules_pb2.View(muestra=NAMES[card]).SerializeToString()


@lru_cache(maxsize=_REMEMBERED)
def _pending(call: int, team: int) -> bytes:
    pending = rules_pb2.Pending(call=call, team=team)  # type: ignore[arg-type]  # kinds have the contract's numbers
    return rules_pb2.View(pending=pending).SerializeToString()


@lru_cache(maxsize=_REMEMBERED)
def _card(card: Card) -> bytes:
    return rules_pb2.View(cards=[NAMES[card]]).SerializeToString()


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
