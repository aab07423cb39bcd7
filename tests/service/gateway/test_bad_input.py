"""Bad input at both faces: each gets its typed error with a reason, and changes nothing (issue 2, point 11)."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import grpc
import pytest

from services.common.errors import TrucoError
from tests.service.gateway.conftest import NewGuest
from tests.service.gateway.faces import Guest, new_id
from tests.service.gateway.matches import act, join, look, open_table, seated
from tests.service.gateway.portal import SigningPortal
from truco.play.v1 import play_pb2
from truco.rules.v1 import rules_pb2

UNKNOWN_TABLE = "0123456789abcdef"


@dataclass(frozen=True)
class Scene:
    """A match being played: who is awaited, who is not, and a stranger."""

    table_id: str
    version: int
    awaited: Guest
    other: Guest
    stranger: Guest
    portal: SigningPortal

    def act(self, **fields: object) -> play_pb2.ActRequest:
        """A request of somebody to play a card."""
        return play_pb2.ActRequest(
            **{"request_id": new_id(), "table_id": self.table_id, "action": do("MAZO"), **fields}
        )


def do(kind: str, card: str = "") -> rules_pb2.Action:
    return rules_pb2.Action(kind=rules_pb2.ActionKind.Value(f"ACTION_KIND_{kind}"), card=card)


@pytest.fixture
async def scene(new_guest: NewGuest, portal: SigningPortal) -> Scene:
    table_id, awaited, other = await seated(new_guest)
    version = (await look(awaited, table_id)).table.version
    return Scene(table_id, version, awaited, other, new_guest(), portal)


async def timeless(scene: Scene) -> play_pb2.TableUpdate:
    """The table as the awaited player sees it, but for the time of the answer."""
    seen = await look(scene.awaited, scene.table_id)
    seen.table.ClearField("now_ms")
    return seen


async def garbage(scene: Scene) -> None:
    await scene.awaited.face.raw("Act", b"\xff\xff\xff\xff garbage", scene.awaited.token)


async def unknown_table(scene: Scene) -> None:
    await act(scene.awaited, UNKNOWN_TABLE, do("MAZO"))


async def wildcard_table(scene: Scene) -> None:
    await act(scene.awaited, "*", do("MAZO"))


async def not_seated(scene: Scene) -> None:
    await act(scene.stranger, scene.table_id, do("MAZO"))


async def taken_table(scene: Scene) -> None:
    await join(scene.stranger, scene.table_id)


async def out_of_turn(scene: Scene) -> None:
    card = (await look(scene.other, scene.table_id)).view.cards[0]
    await act(scene.other, scene.table_id, do("PLAY", card))


async def illegal_action(scene: Scene) -> None:
    await act(scene.awaited, scene.table_id, do("RETRUCO"))


async def card_of_another(scene: Scene) -> None:
    card = (await look(scene.other, scene.table_id)).view.cards[0]
    await act(scene.awaited, scene.table_id, do("PLAY", card))


async def stale_version(scene: Scene) -> None:
    await act(scene.awaited, scene.table_id, do("MAZO"), expected_version=scene.version - 1)


async def taken_seat(scene: Scene) -> None:
    table_id = (await open_table(scene.stranger)).table.table_id
    rival = Guest(scene.stranger.face, scene.portal.token(player_id := new_id()), player_id)
    request = play_pb2.JoinTableRequest(request_id=new_id(), table_id=table_id, seat=0)
    await rival.call("JoinTable", request, play_pb2.JoinTableResponse)


async def reused_request_id(scene: Scene) -> None:
    await open_table(scene.stranger, request_id="the-same-request")
    await open_table(scene.stranger, request_id="the-same-request", unlisted=True)


async def expired_token(scene: Scene) -> None:
    token = scene.portal.token(scene.awaited.player_id, exp=int(time.time()) - 1)
    await scene.awaited.face.raw("Act", scene.act().SerializeToString(), token)


async def no_token(scene: Scene) -> None:
    await scene.awaited.face.raw("Act", scene.act().SerializeToString(), "")


async def no_scope(scene: Scene) -> None:
    token = scene.portal.token(scene.awaited.player_id, scopes=["read"])
    await scene.awaited.face.raw("Act", scene.act().SerializeToString(), token)


async def oversized(scene: Scene) -> None:
    await scene.awaited.call("Act", scene.act(request_id="x" * (64 << 10)), play_pb2.ActResponse)


async def very_oversized(scene: Scene) -> None:
    await scene.awaited.call("Act", scene.act(request_id="x" * (5 << 20)), play_pb2.ActResponse)


async def bad_request_id(scene: Scene) -> None:
    await act(scene.awaited, scene.table_id, do("MAZO"), request_id="short")


async def deal(scene: Scene) -> None:
    await act(scene.awaited, scene.table_id, do("DEAL"))


async def no_action(scene: Scene) -> None:
    await act(scene.awaited, scene.table_id, rules_pb2.Action())


async def unknown_card(scene: Scene) -> None:
    await act(scene.awaited, scene.table_id, do("PLAY", "8e"))


async def unknown_preset(scene: Scene) -> None:
    await open_table(scene.stranger, ruleset=rules_pb2.Ruleset(preset="poker"))


async def three_seats(scene: Scene) -> None:
    await open_table(scene.stranger, seats=3)


async def second_table(scene: Scene) -> None:
    await open_table(scene.awaited)


Case = Callable[[Scene], Awaitable[None]]

CASES: list[tuple[Case, str, str]] = [
    (garbage, "INVALID_ARGUMENT", "BAD_REQUEST"),
    (unknown_table, "NOT_FOUND", "TABLE_NOT_FOUND"),
    (wildcard_table, "NOT_FOUND", "TABLE_NOT_FOUND"),
    (not_seated, "PERMISSION_DENIED", "NOT_SEATED"),
    (taken_table, "FAILED_PRECONDITION", "ALREADY_STARTED"),
    (taken_seat, "PERMISSION_DENIED", "SEAT_TAKEN"),
    (out_of_turn, "FAILED_PRECONDITION", "NOT_YOUR_TURN"),
    (illegal_action, "FAILED_PRECONDITION", "TRUCO_CHAIN"),
    (card_of_another, "FAILED_PRECONDITION", "CARD_NOT_HELD"),
    (stale_version, "ABORTED", "STALE_VERSION"),
    (reused_request_id, "ALREADY_EXISTS", "REQUEST_ID_REUSED"),
    (expired_token, "UNAUTHENTICATED", "TOKEN_EXPIRED"),
    (no_token, "UNAUTHENTICATED", "TOKEN_INVALID"),
    (no_scope, "PERMISSION_DENIED", "SCOPE_MISSING"),
    (oversized, "RESOURCE_EXHAUSTED", "MESSAGE_TOO_LARGE"),
    (very_oversized, "RESOURCE_EXHAUSTED", "MESSAGE_TOO_LARGE"),
    (bad_request_id, "INVALID_ARGUMENT", "BAD_REQUEST_ID"),
    (deal, "PERMISSION_DENIED", "DEAL_IS_AUTOMATIC"),
    (no_action, "INVALID_ARGUMENT", "UNKNOWN_ACTION"),
    (unknown_card, "INVALID_ARGUMENT", "UNKNOWN_CARD"),
    (unknown_preset, "INVALID_ARGUMENT", "UNKNOWN_PRESET"),
    (three_seats, "INVALID_ARGUMENT", "BAD_SEATS"),
    (second_table, "FAILED_PRECONDITION", "ALREADY_SEATED"),
]


@pytest.mark.parametrize(("case", "code", "reason"), CASES, ids=[case.__name__ for case, _, _ in CASES])
async def test_it_is_refused_with_a_reason_and_changes_nothing(
    scene: Scene, case: Case, code: str, reason: str
) -> None:
    before = await timeless(scene)

    with pytest.raises(TrucoError) as refused:
        await case(scene)

    assert (refused.value.code, refused.value.reason) == (grpc.StatusCode[code], reason)
    assert await timeless(scene) == before


async def test_a_repeated_request_gets_its_first_answer_and_changes_nothing(scene: Scene) -> None:
    card = (await look(scene.awaited, scene.table_id)).view.cards[0]
    request = scene.act(action=do("PLAY", card))
    first = await scene.awaited.call("Act", request, play_pb2.ActResponse)
    before = await timeless(scene)

    second = await scene.awaited.call("Act", request, play_pb2.ActResponse)

    assert second == first
    assert await timeless(scene) == before


async def test_another_body_under_a_used_request_id_is_refused(scene: Scene) -> None:
    card = (await look(scene.awaited, scene.table_id)).view.cards[0]
    request = scene.act(action=do("PLAY", card))
    await scene.awaited.call("Act", request, play_pb2.ActResponse)
    before = await timeless(scene)

    with pytest.raises(TrucoError) as refused:
        await scene.awaited.call("Act", scene.act(request_id=request.request_id), play_pb2.ActResponse)

    assert refused.value.reason == "REQUEST_ID_REUSED"
    assert await timeless(scene) == before


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        (play_pb2.WatchRequest(client_id="short"), "BAD_REQUEST"),
        (play_pb2.WatchRequest(client_id="client-01", tables=[play_pb2.WatchTable(table_id=">")]), "TABLE_NOT_FOUND"),
        (
            play_pb2.WatchRequest(client_id="client-01", tables=[play_pb2.WatchTable(table_id=UNKNOWN_TABLE)]),
            "TABLE_NOT_FOUND",
        ),
    ],
)
async def test_a_bad_watch_ends_with_a_reason(
    new_guest: NewGuest, request_: play_pb2.WatchRequest, reason: str
) -> None:
    guest = new_guest()

    with pytest.raises(TrucoError) as refused:
        async for message in guest.face.watch(request_, guest.token):
            assert not message.HasField("update")

    assert refused.value.reason == reason
