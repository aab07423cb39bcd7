"""Questions over NATS, and shared subscriptions, on a real server."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import nats
import pytest
from nats import errors as nats_errors
from nats.aio.client import Client
from nats.aio.msg import Msg

from deploy.local.stack import Stack
from services.common import subjects
from services.gateway.asker import Asker
from services.gateway.feeds import Feeds
from services.gateway.updates import Note, Update

TABLE = "0123456789abcdef"
SEAT = subjects.all_of_seat(TABLE, 1)


@pytest.fixture(scope="module")
def bus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with Stack(tmp_path_factory.mktemp("bus")) as stack:
        stack.start("nats")
        yield stack


@pytest.fixture
async def client(bus: Stack) -> AsyncIterator[Client]:
    client = await nats.connect(**bus.nats_options("operator"))
    yield client
    await client.close()


@pytest.fixture
async def asker(client: Client) -> Asker:
    asker = Asker(client)
    await asker.start()
    return asker


async def passed(client: Client) -> None:
    """Returns when all that was published before has been through the server and heard."""
    inbox = client.new_inbox()
    subscription = await client.subscribe(inbox)
    await client.publish(inbox)
    await subscription.next_msg(20)
    await subscription.unsubscribe()


async def test_each_question_gets_its_own_answer(client: Client, asker: Asker) -> None:
    async def respond(message: Msg) -> None:
        await message.respond(b"to " + message.data)
        await message.respond(b"and again")

    await client.subscribe("questions", cb=respond)
    answers = await asyncio.gather(*(asker.ask("questions", str(number).encode(), 20) for number in range(50)))

    assert answers == [b"to %d" % number for number in range(50)]


async def test_who_is_not_there_is_told_at_once_and_who_is_silent_when_time_is_over(
    client: Client, asker: Asker
) -> None:
    heard: list[Msg] = []

    async def keep(message: Msg) -> None:
        heard.append(message)

    await client.subscribe("silent", cb=keep)

    with pytest.raises(nats_errors.NoRespondersError):
        await asker.ask("nobody", b"", 3600)
    with pytest.raises(nats_errors.TimeoutError):
        await asker.ask("silent", b"", 0.05)
    await heard[0].respond(b"too late")
    with pytest.raises(nats_errors.NoRespondersError):
        await asker.ask("nobody", b"", 3600)


async def test_a_seat_is_heard_by_all_who_join_until_each_has_left(client: Client) -> None:
    feeds, heard = Feeds(client), list[tuple[str, Update | Note]]()

    def ana(each: Update | Note) -> None:
        heard.append(("ana", each))

    def beto(each: Update | Note) -> None:
        heard.append(("beto", each))

    async def said(who: str) -> list[str]:
        await client.publish(SEAT.replace("*", subjects.TALK), who.encode())
        await passed(client)
        return [name for name, each in heard if isinstance(each, Note) and each.data == who.encode()]

    await asyncio.gather(feeds.join(SEAT, ana), feeds.join(SEAT, beto))
    assert await said("to both") == ["ana", "beto"]
    await feeds.leave(SEAT, ana)
    assert await said("to one") == ["beto"]
    await feeds.leave(SEAT, beto)
    assert await said("to nobody") == []


async def test_who_leaves_a_seat_while_joining_it_leaves_no_subscription_behind(client: Client) -> None:
    feeds, heard = Feeds(client), list[Update | Note]()
    before = client._subs.copy()

    joining = asyncio.create_task(feeds.join(SEAT, heard.append))
    await asyncio.sleep(0)
    await feeds.leave(SEAT, heard.append)
    await joining

    assert client._subs == before
