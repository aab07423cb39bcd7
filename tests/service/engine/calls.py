"""Calls to an engine that several tests make."""

import grpc
import pytest

from services.common.errors import from_rpc_error
from truco.engine.v1 import engine_pb2
from truco.rules.v1 import rules_pb2

Kind = rules_pb2.ActionKind
DECK = ["1e", "4c", "7e", "5o", "3o", "6b"]


def action(kind, card="", deck=()):
    return rules_pb2.Action(kind=kind, card=card, deck=deck)


async def opened(engine, seats=2, **options):
    """A match that is about to be dealt."""
    ruleset = rules_pb2.Ruleset(preset="maestro", options=rules_pb2.Options(**options))
    return await engine.NewMatch(engine_pb2.NewMatchRequest(ruleset=ruleset, seats=seats, dealer=seats - 1))


async def dealt(engine):
    """A match of two whose seat 0 leads with 1e 7e 3o against 4c 5o 6b."""
    return await act(engine, (await opened(engine)).state, 1, action(Kind.ACTION_KIND_DEAL, deck=DECK))


async def act(engine, state, seat, what):
    return await engine.Apply(engine_pb2.ApplyRequest(state=state, seat=seat, action=what))


async def refused(call):
    """The error of a call that must fail: its canonical code and its reason."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    return caught.value.code(), from_rpc_error(caught.value).reason
