"""A token's scopes at the gateway: every rpc, at both faces."""

import pytest

from services.common.errors import TrucoError
from tests.service.gateway.faces import Face, new_id
from tests.service.gateway.portal import SigningPortal
from truco.play.v1 import play_pb2

_UNARY = [
    method.name for method in play_pb2.DESCRIPTOR.services_by_name["PlayService"].methods if method.name != "Watch"
]
_SHOWING = {"GetTable", "ListTables", "FindTable", "GetMatchRecord", "DescribeRules"}


async def _refused_for_its_scope(face: Face, rpc: str, token: str) -> bool:
    try:
        await face.raw(rpc, b"", token)
    except TrucoError as error:
        return error.reason == "SCOPE_MISSING"
    return False


async def _watch_is_refused(face: Face, token: str) -> bool:
    watch = face.watch(play_pb2.WatchRequest(client_id=new_id()), token)
    try:
        await anext(watch)
    except TrucoError as error:
        return error.reason == "SCOPE_MISSING"
    await watch.aclose()
    return False


@pytest.mark.parametrize(
    ("scope", "bot", "sees", "plays"),
    [
        ("table:read", False, True, False),
        ("table:play", False, True, True),
        ("table:play", True, False, False),
        ("bot:play", False, False, False),
        ("bot:play", True, True, True),
        ("wallet:read", False, False, False),
    ],
)
async def test_every_rpc_asks_for_its_scope(
    face: Face, portal: SigningPortal, scope: str, bot: bool, sees: bool, plays: bool
) -> None:
    token = portal.token(scopes=[scope], bot=bot)
    refused = {rpc for rpc in _UNARY if await _refused_for_its_scope(face, rpc, token)}

    expected = (set() if sees else _SHOWING) | (set() if plays else set(_UNARY) - _SHOWING)
    assert refused == expected
    assert await _watch_is_refused(face, token) is not sees
