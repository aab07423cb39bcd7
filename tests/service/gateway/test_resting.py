"""Who used up the own time for the day finishes what is under way, and begins nothing; at both faces."""

import pytest

from services.common.errors import TrucoError
from tests.service.gateway.faces import Face, new_id
from tests.service.gateway.portal import SigningPortal
from truco.play.v1 import play_pb2

_BEGINNING = {"OpenTable", "JoinTable", "StartMatch", "Rematch", "Seek"}


async def _reason(face: Face, rpc: str, body: bytes, token: str) -> str:
    try:
        await face.raw(rpc, body, token)
    except TrucoError as error:
        return error.reason
    return ""


async def test_a_resting_player_begins_nothing_new_and_may_do_the_rest(face: Face, portal: SigningPortal) -> None:
    resting = portal.token(resting=True)
    rpcs = [method.name for method in play_pb2.DESCRIPTOR.services_by_name["PlayService"].methods]
    refused = {rpc for rpc in rpcs if rpc != "Watch" and await _reason(face, rpc, b"", resting) == "PLAY_TIME_OVER"}

    assert refused == _BEGINNING
    declining = play_pb2.RematchRequest(request_id=new_id(), table_id="0" * 16, decline=True).SerializeToString()
    assert await _reason(face, "Rematch", declining, resting) == "TABLE_NOT_FOUND"


@pytest.mark.parametrize("rpc", sorted(_BEGINNING))
async def test_anybody_else_is_not_held_to_it(face: Face, portal: SigningPortal, rpc: str) -> None:
    assert await _reason(face, rpc, b"", portal.token()) not in ("", "PLAY_TIME_OVER")
