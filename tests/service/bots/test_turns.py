"""The bots' process alone, with these tests in the place of tables."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import nats
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from deploy.local.stack import Stack
from services.common import subjects
from services.engine.rules import State
from tests.conftest import NO_PAUSES
from tests.unit.bots.positions import after, dealt
from tests.unit.bots.updates import TABLE, update_for
from truco.rules.v1 import rules_pb2
from truco.tables.v1.tables_pb2 import Accepted, Command, Refused, Reply

ONE_CARD_LEFT = after(dealt({0: "1e 2e 4b", 1: "4e 3e 5o"}), "0 play 4b", "1 play 3e", "1 play 4e", "0 play 2e")


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with Stack(tmp_path_factory.mktemp("bots"), overrides=NO_PAUSES) as stack:
        stack.start("nats", "bots")
        yield stack


async def logged(servers: Stack, words: str) -> None:
    """Waits for a line of the bots', which supervisord writes down a moment after it was said."""
    for _ in range(100):
        if words in servers.log("bots"):
            return
        await asyncio.sleep(0.05)
    pytest.fail(f"the bots never logged {words}")


class Tables:
    """Hears the bots' commands and answers when told to."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.heard: asyncio.Queue[Msg] = asyncio.Queue()

    async def send_turn(self, state: State, seat: int, version: int) -> None:
        """Publishes the seat's update."""
        await self.client.publish(subjects.bot_seat(TABLE, seat), update_for(state, seat, version=version))

    async def next_command(self, seconds: float = 5) -> tuple[Command, Msg]:
        """The next command that arrives."""
        message = await asyncio.wait_for(self.heard.get(), seconds)
        return Command.FromString(message.data), message

    async def silent_for(self, seconds: float) -> bool:
        """Whether no command arrives for so long."""
        await asyncio.sleep(seconds)
        return self.heard.empty()


@pytest.fixture
async def tables(servers: Stack) -> AsyncIterator[Tables]:
    client = await nats.connect(**servers.nats_options("tables"))
    tables = Tables(client)
    await client.subscribe("tables.cmd.bot.*.*", cb=tables.heard.put)
    await client.flush()
    yield tables
    await client.close()


async def accept(message: Msg) -> None:
    await message.respond(Reply(accepted=Accepted(version=1)).SerializeToString())


async def test_plays_its_turn_at_the_tables_own_subject(tables: Tables) -> None:
    await tables.send_turn(ONE_CARD_LEFT, 0, version=1)

    command, message = await tables.next_command()
    await accept(message)

    assert message.subject == subjects.bot_command(TABLE)
    assert (command.table_id, command.act.seat, command.expected_version) == (TABLE, 0, 1)
    assert command.act.action.kind in (rules_pb2.ACTION_KIND_PLAY, rules_pb2.ACTION_KIND_TRUCO)


async def test_an_unanswered_command_comes_again_the_same(tables: Tables) -> None:
    await tables.send_turn(ONE_CARD_LEFT, 0, version=2)
    first, _ = await tables.next_command()

    again, message = await tables.next_command()
    await accept(message)

    assert again == first
    assert await tables.silent_for(1.5)


async def test_a_turn_that_comes_again_while_it_waits_is_played_once(tables: Tables) -> None:
    await tables.send_turn(ONE_CARD_LEFT, 0, version=3)
    _, message = await tables.next_command()

    await tables.send_turn(ONE_CARD_LEFT, 0, version=3)

    assert await tables.silent_for(0.4)
    await accept(message)


async def test_a_turn_that_comes_again_after_its_answer_has_the_same_request_id(tables: Tables) -> None:
    await tables.send_turn(ONE_CARD_LEFT, 0, version=4)
    first, message = await tables.next_command()
    await accept(message)
    await asyncio.sleep(0.2)

    await tables.send_turn(ONE_CARD_LEFT, 0, version=4)

    again, message = await tables.next_command()
    await accept(message)
    assert (again.request_id, again.act) == (first.request_id, first.act)


async def test_a_refused_turn_is_left(tables: Tables) -> None:
    await tables.send_turn(ONE_CARD_LEFT, 0, version=5)
    _, message = await tables.next_command()

    await message.respond(Reply(refused=Refused(code=10, reason="STALE_VERSION")).SerializeToString())

    assert await tables.silent_for(1.5)


async def test_a_newer_turn_takes_the_place_of_an_older(tables: Tables) -> None:
    await tables.send_turn(ONE_CARD_LEFT, 0, version=6)
    await tables.next_command()

    await tables.send_turn(ONE_CARD_LEFT, 0, version=7)
    newer, message = await tables.next_command()
    await accept(message)

    assert newer.expected_version == 7
    assert await tables.silent_for(1.5)


async def test_an_update_of_another_seats_turn_is_no_turn(tables: Tables) -> None:
    await tables.send_turn(ONE_CARD_LEFT, 1, version=8)

    assert await tables.silent_for(0.4)


async def test_an_update_that_cannot_be_read_harms_nothing(servers: Stack, tables: Tables) -> None:
    await tables.client.publish(subjects.bot_seat(TABLE, 0), b"\xff garbage")

    await tables.send_turn(ONE_CARD_LEFT, 0, version=9)

    _, message = await tables.next_command()
    await accept(message)
    await logged(servers, "update unreadable")
