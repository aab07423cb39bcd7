"""No rpc lets a player act for another seat, watch as it, or learn its cards: a rival and a stranger try each."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import dataclass

import pytest
from google.protobuf.message import Message

from services.common.errors import TrucoError
from tests.service.gateway.conftest import NewGuest
from tests.service.gateway.faces import Guest, new_id
from tests.service.gateway.matches import join, look, next_update, open_table
from truco.play.v1 import play_pb2
from truco.rules.v1 import rules_pb2

SERVICE = play_pb2.DESCRIPTOR.services_by_name["PlayService"]
VICTIM = 0
HEARD_SECONDS = 1.5


@dataclass(frozen=True)
class Match:
    """A match of four whose first hand is dealt."""

    table_id: str
    match_id: str
    victim: Guest
    rival: Guest
    """Sits next to the victim, in the other team."""


Requests = Callable[[Match], Iterable[Message]]


def as_another(action: rules_pb2.Action) -> Requests:
    """An action that only the victim could make."""

    def requests(match: Match) -> Iterable[Message]:
        yield play_pb2.ActRequest(request_id=new_id(), table_id=match.table_id, action=action)
        yield play_pb2.ActRequest(request_id=new_id(), table_id=match.table_id, action=action, expected_version=5)

    return requests


def at_the_table(kind: type[Message], **fields: object) -> Requests:
    """One request about the table, with a request id where there is one."""

    def requests(match: Match) -> Iterable[Message]:
        own = {"request_id": new_id()} if "request_id" in kind.DESCRIPTOR.fields_by_name else {}
        yield kind(table_id=match.table_id, **own, **fields)

    return requests


TRIES: dict[str, Requests] = {
    "OpenTable": lambda _: [play_pb2.OpenTableRequest(request_id=new_id(), seats=2)],
    "JoinTable": at_the_table(play_pb2.JoinTableRequest, seat=VICTIM),
    "AddBots": at_the_table(play_pb2.AddBotsRequest, count=1),
    "StartMatch": at_the_table(play_pb2.StartMatchRequest),
    "Act": as_another(rules_pb2.Action(kind=rules_pb2.ACTION_KIND_DEAL)),
    "ChangeSeat": at_the_table(play_pb2.ChangeSeatRequest, seat=VICTIM),
    "RemovePlayer": at_the_table(play_pb2.RemovePlayerRequest, seat=VICTIM),
    "Rematch": at_the_table(play_pb2.RematchRequest),
    "TakeSeatBack": at_the_table(play_pb2.TakeSeatBackRequest),
    "GetTable": at_the_table(play_pb2.GetTableRequest),
    "ListTables": lambda _: [play_pb2.ListTablesRequest()],
    "FindTable": lambda match: [play_pb2.FindTableRequest(code=match.table_id)],
    "Seek": lambda _: [
        play_pb2.SeekRequest(request_id=new_id(), client_id=new_id(), preset="maestro", seats=2),
    ],
    "CancelSeek": lambda _: [play_pb2.CancelSeekRequest(request_id=new_id())],
    "Say": at_the_table(play_pb2.SayRequest, table_text="hola"),
    "Mute": lambda match: [play_pb2.MuteRequest(player_id=match.victim.player_id, muted=True)],
    "Report": at_the_table(play_pb2.ReportRequest, seat=VICTIM, cause=play_pb2.REPORT_CAUSE_OTHER),
    "GetMatchRecord": lambda match: [play_pb2.GetMatchRecordRequest(match_id=match.match_id)],
    "DescribeRules": lambda _: [
        play_pb2.DescribeRulesRequest(ruleset=rules_pb2.Ruleset(preset="maestro"), seats=4, language="es-AR"),
    ],
}  # fmt: skip
"""What is tried of each unary rpc, LeaveTable apart: it gives up the caller's own match."""


def test_every_rpc_is_tried() -> None:
    assert {method.name for method in SERVICE.methods} == {*TRIES, "LeaveTable", "Watch"}


@pytest.mark.parametrize("rpc", TRIES)
async def test_no_answer_tells_another_seats_cards_or_moves_it(rpc: str, new_guest: NewGuest) -> None:
    match = await dealt(new_guest)
    before = await look(match.victim, match.table_id)
    response = response_type(rpc)

    for caller in (match.rival, new_guest()):
        for request in TRIES[rpc](match):
            try:
                answer = await caller.call(rpc, request, response)
            except TrucoError:
                continue
            assert not set(before.view.cards) & set(texts(answer))

    after = await look(match.victim, match.table_id)
    assert after.view.cards == before.view.cards
    assert [seat.player_id for seat in after.table.seats] == [seat.player_id for seat in before.table.seats]
    assert (after.table.seats[VICTIM].stand_in, after.view.played) == (False, before.view.played)


async def test_acting_with_the_victims_cards_is_refused(new_guest: NewGuest) -> None:
    match = await dealt(new_guest)
    before = await look(match.victim, match.table_id)

    for caller in (match.rival, new_guest()):
        for card in before.view.cards:
            action = rules_pb2.Action(kind=rules_pb2.ACTION_KIND_PLAY, card=card)
            for request in as_another(action)(match):
                with pytest.raises(TrucoError):
                    await caller.call("Act", request, play_pb2.ActResponse)

    assert (await look(match.victim, match.table_id)).table.version == before.table.version


async def test_a_stranger_leaves_nobodys_seat(new_guest: NewGuest) -> None:
    match = await dealt(new_guest)

    with pytest.raises(TrucoError) as error:
        request = play_pb2.LeaveTableRequest(request_id=new_id(), table_id=match.table_id)
        await new_guest().call("LeaveTable", request, play_pb2.LeaveTableResponse)

    assert error.value.reason == "NOT_SEATED"


async def test_no_stream_shows_another_seats_cards(new_guest: NewGuest) -> None:
    match = await dealt(new_guest)
    hidden = set((await look(match.victim, match.table_id)).view.cards)
    asked = play_pb2.WatchTable(table_id=match.table_id, epoch=1, version=1)

    for caller in (match.rival, new_guest()):
        heard = [message async for message in for_a_while(caller, asked)]
        assert heard
        assert not hidden & {text for message in heard for text in texts(message)}
        assert all(message.update.seat != VICTIM for message in heard if message.update.HasField("seat"))


async def dealt(new_guest: NewGuest) -> Match:
    """Four guests sit down, and the cards are dealt."""
    guests = [new_guest() for _ in range(4)]
    table_id = (await open_table(guests[0], seats=4)).table.table_id
    for guest in guests[1:]:
        await join(guest, table_id)
    stream = guests[0].watch()
    while not (now := await next_update(stream)).view.cards:
        continue
    await stream.aclose()
    return Match(table_id, now.table.match_id, guests[0], guests[1])


async def for_a_while(caller: Guest, asked: play_pb2.WatchTable) -> AsyncIterator[play_pb2.WatchResponse]:
    """What a stream says at first."""
    stream = caller.watch(asked)
    try:
        async with asyncio.timeout(HEARD_SECONDS):
            async for message in stream:
                yield message
    except TimeoutError:
        return
    finally:
        await stream.aclose()


def texts(message: Message) -> Iterator[str]:
    """Every text anywhere in a message."""
    for field, value in message.ListFields():
        values = value if field.is_repeated else [value]
        if field.message_type and field.message_type.GetOptions().map_entry:
            continue
        for each in values:
            if isinstance(each, Message):
                yield from texts(each)
            elif isinstance(each, str):
                yield each


def response_type(rpc: str) -> type[Message]:
    """The class of an rpc's answer."""
    return getattr(play_pb2, SERVICE.methods_by_name[rpc].output_type.name)  # type: ignore[no-any-return]
