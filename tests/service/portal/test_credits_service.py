"""truco.portal.v1.CreditsService over real gRPC."""

import uuid
from collections.abc import Callable, Iterator

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_status import rpc_status

from deploy.local.stack import Stack
from truco.portal.v1 import portal_pb2, portal_pb2_grpc

NewPlayer = Callable[..., uuid.UUID]


@pytest.fixture
def channel(portal: Stack) -> Iterator[grpc.Channel]:
    """A connection to the service."""
    with grpc.insecure_channel(portal.address("CREDITS")) as opened:
        yield opened


@pytest.fixture
def credits(channel: grpc.Channel) -> portal_pb2_grpc.CreditsServiceStub:
    """The service."""
    return portal_pb2_grpc.CreditsServiceStub(channel)


def _hold(match_id: str, **stakes: int) -> portal_pb2.HoldStakesRequest:
    listed = [portal_pb2.Stake(player_id=player, credits=amount) for player, amount in stakes.items()]
    return portal_pb2.HoldStakesRequest(match_id=match_id, stakes=listed)


def _refusal(call: Callable[[], object]) -> tuple[grpc.StatusCode, str, dict[str, str]]:
    with pytest.raises(grpc.RpcError) as raised:
        call()
    status = rpc_status.from_call(raised.value)
    assert status is not None
    info = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(info) and info.domain == "quiero"
    return raised.value.code(), info.reason, dict(info.metadata)


def test_stakes_are_held_and_given_back(credits: portal_pb2_grpc.CreditsServiceStub, new_player: NewPlayer) -> None:
    ana, beto, match_id = new_player().hex, new_player().hex, uuid.uuid4().hex
    before = credits.GetBalance(portal_pb2.GetBalanceRequest(player_id=ana)).available

    first = credits.HoldStakes(_hold(match_id, **{ana: 50, beto: 50}))
    again = credits.HoldStakes(_hold(match_id, **{beto: 50, ana: 50}))
    held = credits.GetBalance(portal_pb2.GetBalanceRequest(player_id=ana))
    released = credits.ReleaseStakes(portal_pb2.ReleaseStakesRequest(match_id=match_id))
    after = credits.GetBalance(portal_pb2.GetBalanceRequest(player_id=ana))

    assert (first.repeated_call, again.repeated_call, released.released) == (False, True, True)
    assert (held.available, held.held) == (before - 50, 50)
    assert (after.available, after.held) == (before, 0)


def test_nothing_held_is_nothing_released(credits: portal_pb2_grpc.CreditsServiceStub) -> None:
    assert not credits.ReleaseStakes(portal_pb2.ReleaseStakesRequest(match_id=uuid.uuid4().hex)).released


def test_refusals_carry_code_reason_and_facts(
    credits: portal_pb2_grpc.CreditsServiceStub, new_player: NewPlayer
) -> None:
    ana, poor, guest = new_player().hex, new_player().hex, new_player(guest=True).hex
    stranger, match_id = uuid.uuid4().hex, uuid.uuid4().hex
    failed, invalid = grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.INVALID_ARGUMENT

    def hold(**stakes: int) -> tuple[grpc.StatusCode, str, dict[str, str]]:
        return _refusal(lambda: credits.HoldStakes(_hold(match_id, **stakes)))

    while (left := credits.GetBalance(portal_pb2.GetBalanceRequest(player_id=poor)).available) >= 250:
        credits.HoldStakes(_hold(f"{match_id}:{left}", **{poor: 250}))
    assert hold(**{ana: 250, poor: 250}) == (failed, "INSUFFICIENT_CREDITS", {"player_ids": poor})
    assert hold(**{guest: 10}) == (failed, "GUESTS_CANNOT_STAKE", {"player_ids": guest})
    assert hold(**{stranger: 10}) == (grpc.StatusCode.NOT_FOUND, "PLAYER_NOT_FOUND", {"player_ids": stranger})
    assert hold(**{ana: 0}) == hold(**{ana: 30}) == (invalid, "BAD_STAKE", {"player_ids": ana})
    assert hold()[:2] == hold(**{"not-a-uuid": 10})[:2] == (invalid, "BAD_REQUEST")
    credits.HoldStakes(_hold(match_id, **{ana: 10}))
    assert hold(**{ana: 25})[:2] == (grpc.StatusCode.ALREADY_EXISTS, "MATCH_ID_REUSED")
    credits.ReleaseStakes(portal_pb2.ReleaseStakesRequest(match_id=match_id))
    assert hold(**{ana: 10})[:2] == (failed, "HOLD_CLOSED")


def test_a_player_named_twice_is_refused(credits: portal_pb2_grpc.CreditsServiceStub, new_player: NewPlayer) -> None:
    stake = portal_pb2.Stake(player_id=new_player().hex, credits=10)
    request = portal_pb2.HoldStakesRequest(match_id="twice", stakes=[stake, stake])

    assert _refusal(lambda: credits.HoldStakes(request))[:2] == (grpc.StatusCode.INVALID_ARGUMENT, "BAD_REQUEST")


def test_the_service_reports_its_health(channel: grpc.Channel) -> None:
    health = health_pb2_grpc.HealthStub(channel)

    answer = health.Check(health_pb2.HealthCheckRequest(service="truco.portal.v1.CreditsService"))

    assert answer.status == health_pb2.HealthCheckResponse.SERVING
