"""Requests that are refused before any table is asked, and what becomes of the others."""

import pytest

from services.common import subjects
from services.common.errors import Denied, InvalidInput, NotFound
from services.gateway import requests
from truco.play.v1 import play_pb2
from truco.rules.v1 import rules_pb2
from truco.tables.v1 import tables_pb2

ANA = tables_pb2.Player(player_id="ana", name="Ana")
TABLE = "0123456789abcdef"
PLAY = rules_pb2.Action(kind=rules_pb2.ACTION_KIND_PLAY, card="1e")


def act(**fields: object) -> play_pb2.ActRequest:
    return play_pb2.ActRequest(**{"request_id": "request-1", "table_id": TABLE, "action": PLAY, **fields})


def test_a_retry_opens_the_same_table() -> None:
    request = play_pb2.OpenTableRequest(request_id="request-1", seats=2, bots=1)

    first, second = requests.open_table(ANA, request), requests.open_table(ANA, request)

    assert first == second
    assert first.table_id == subjects.table_id_for("ana", "request-1")


def test_the_version_seen_is_passed_on_only_when_given() -> None:
    assert not requests.act(ANA, act()).HasField("expected_version")
    assert requests.act(ANA, act(expected_version=0)).HasField("expected_version")


def test_an_absent_seat_stays_absent() -> None:
    request = play_pb2.JoinTableRequest(request_id="request-1", table_id=TABLE)
    seated = play_pb2.JoinTableRequest(request_id="request-1", table_id=TABLE, seat=0)

    assert not requests.join_table(ANA, request).join.HasField("seat")
    assert requests.join_table(ANA, seated).join.HasField("seat")


@pytest.mark.parametrize("request_id", ["", "short", "x" * 65, "with space", "ñandúñandú", "line\nline1", "good-one\n"])
def test_request_ids_have_a_form(request_id: str) -> None:
    with pytest.raises(InvalidInput, match="BAD_REQUEST_ID"):
        requests.act(ANA, act(request_id=request_id))


@pytest.mark.parametrize("table_id", ["", "*", ">", "a.b", "0123456789ABCDEF", "0123456789abcde", TABLE + "\n"])
def test_what_is_no_table_id_never_becomes_a_subject(table_id: str) -> None:
    with pytest.raises(NotFound, match="TABLE_NOT_FOUND"):
        requests.act(ANA, act(table_id=table_id))


def test_nobody_deals() -> None:
    with pytest.raises(Denied, match="DEAL_IS_AUTOMATIC"):
        requests.act(ANA, act(action=rules_pb2.Action(kind=rules_pb2.ACTION_KIND_DEAL)))


@pytest.mark.parametrize("kind", [0, 99])
def test_an_action_must_be_one(kind: int) -> None:
    action = rules_pb2.Action.FromString(bytes((0x08, kind)))

    with pytest.raises(InvalidInput, match="UNKNOWN_ACTION"):
        requests.act(ANA, act(action=action))


def test_a_seed_is_short() -> None:
    with pytest.raises(InvalidInput, match="BAD_REQUEST"):
        requests.open_table(ANA, play_pb2.OpenTableRequest(request_id="request-1", client_seed="s" * 65))
