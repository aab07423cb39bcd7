"""Messages are heard at once and in order, on a real server."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import nats
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from deploy.local.stack import Stack
from services.common.listening import Ear


@pytest.fixture(scope="module")
def bus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with Stack(tmp_path_factory.mktemp("bus")) as stack:
        stack.start("nats")
        yield stack


@pytest.fixture
def back() -> asyncio.Event:
    """Set when the client has connected again."""
    return asyncio.Event()


@pytest.fixture
async def client(bus: Stack, back: asyncio.Event) -> AsyncIterator[Client]:
    async def connected_again() -> None:
        back.set()

    client = await nats.connect(**bus.nats_options("operator"), reconnected_cb=connected_again)
    yield client
    await client.close()


async def passed(client: Client) -> None:
    """Returns when all that was published before has been through the server and heard."""
    inbox = client.new_inbox()
    subscription = await client.subscribe(inbox)
    await client.publish(inbox)
    await subscription.next_msg(20)
    await subscription.unsubscribe()


async def test_what_comes_for_several_subjects_is_heard_in_the_order_it_was_sent(client: Client) -> None:
    heard: list[tuple[str, bytes]] = []
    ear = Ear(client, lambda message: heard.append((message.subject, message.data)))
    for subject in ("a.*", "b"):
        await ear.listen(subject)

    sent = [(("a.x", "b", "a.y", "c")[number % 4], str(number).encode()) for number in range(400)]
    for subject, data in sent:
        await client.publish(subject, data)
    await passed(client)

    assert heard == [(subject, data) for subject, data in sent if subject != "c"]


async def test_a_message_that_raises_is_logged_and_the_next_one_is_heard(
    client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    heard: list[bytes] = []

    def hear(message: Msg) -> None:
        if message.data == b"bad":
            raise ValueError("no such thing")
        heard.append(message.data)

    await Ear(client, hear).listen("a")
    for data in (b"1", b"bad", b"2"):
        await client.publish("a", data)
    await passed(client)

    assert heard == [b"1", b"2"]
    assert "no such thing" in capsys.readouterr().out


async def test_nothing_is_heard_after_the_end_and_everything_again_after_an_outage(
    bus: Stack, client: Client, back: asyncio.Event
) -> None:
    heard: list[bytes] = []
    ear = Ear(client, lambda message: heard.append(message.data))
    ended, _ = await ear.listen("ended"), await ear.listen("kept")
    await ended.unsubscribe()
    await asyncio.to_thread(bus.stop_program, "nats")
    await asyncio.to_thread(bus.start, "nats")
    async with asyncio.timeout(20):
        await back.wait()

    await client.publish("ended", b"1")
    await client.publish("kept", b"2")
    await passed(client)

    assert heard == [b"2"]
