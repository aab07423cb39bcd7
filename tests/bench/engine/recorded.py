"""Calls to the engine as random matches make them, with their answers: the same for load, engine and echo."""

from dataclasses import dataclass

from services.engine.codec import StateCodec
from services.engine.operations import Operations
from services.engine.rules import Action, make_ruleset, new_match
from services.engine.rules.cards import NAMES
from services.engine.rules.random_play import Table
from truco.engine.v1.engine_pb2 import ApplyRequest, ApplyResponse
from truco.rules.v1 import rules_pb2

KEY = "5a" * 32
"""The state key of the benchmark's engines, hexadecimal."""
_TARGET = 30


@dataclass(frozen=True)
class Exchange:
    """A call and its answer."""

    request: ApplyRequest
    response: ApplyResponse


def record(preset: str, seats: int, count: int) -> list[Exchange]:
    """The calls of so many actions, in order; the same at every call."""
    codec = StateCodec(bytes.fromhex(KEY))
    operations, ruleset = Operations(codec), make_ruleset(preset, {"target": _TARGET})
    exchanges: list[Exchange] = []
    table = Table(new_match(ruleset, seats), seed=0)
    while len(exchanges) < count:
        if table.is_over():
            table = Table(new_match(ruleset, seats), seed=len(exchanges))
        seat, action = table.choose()
        request = ApplyRequest(state=codec.encode(table.state), seat=seat, action=_message(action))
        exchanges.append(Exchange(request, operations.apply(request)))
        table.state = codec.decode(exchanges[-1].response.state)
    return exchanges


def _message(action: Action) -> rules_pb2.Action:
    card = NAMES[action.card] if action.card >= 0 else ""
    return rules_pb2.Action(kind=action.kind, card=card, deck=[NAMES[card] for card in action.deck])
