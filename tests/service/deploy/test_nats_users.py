"""Who may do what over NATS (architecture 4.9)."""

from collections.abc import AsyncIterator

import nats
import nats.errors
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from deploy.local.stack import Stack

_RECORD = "table.1.a.finished"
_REFUSED_WITHIN = 0.2


@pytest.fixture
async def tables(nats_server: Stack) -> AsyncIterator[Client]:
    """Tables, with its stream and the portal's consumer."""
    client = await nats.connect(**nats_server.nats_options("tables"))
    stream = client.jetstream()
    await stream.add_stream(name="TABLES", subjects=["table.>", "timer.>", "clock.>"])
    await stream.add_consumer("TABLES", durable_name="portal-matches", filter_subjects=["table.*.*.finished"])
    yield client
    await stream.delete_stream("TABLES")
    await client.close()


@pytest.mark.parametrize("user", ["bots", "gateway", "portal"])
async def test_only_tables_writes_records(nats_server: Stack, tables: Client, user: str) -> None:
    await tables.jetstream().publish(_RECORD, b"record")
    other = await nats.connect(**nats_server.nats_options(user))
    with pytest.raises(nats.errors.Error):
        await other.jetstream().publish(_RECORD, b"forged", timeout=_REFUSED_WITHIN)
    assert (await tables.jetstream().stream_info("TABLES")).state.messages == 1
    await other.close()


@pytest.mark.parametrize(
    ("user", "subject"),
    [
        ("bots", "table.>"),
        ("bots", "seat.>"),
        ("bots", "_INBOX_gateway.>"),
        ("bots", "gateway.stream.>"),
        ("portal", "gateway.stream.>"),
        ("gateway", "table.>"),
        ("gateway", "botseat.>"),
        ("gateway", "_INBOX_tables.>"),
        ("portal", "table.>"),
        ("portal", "seat.>"),
    ],
)
async def test_nobody_listens_to_what_is_not_theirs(nats_server: Stack, user: str, subject: str) -> None:
    listener = await nats.connect(**nats_server.nats_options(user))
    others = await listener.subscribe(subject)
    own = await listener.subscribe(f"_INBOX_{user}.own")
    await listener.flush()
    async with await nats.connect(**nats_server.nats_options("operator")) as operator:
        await operator.publish(subject.replace(">", "1.a.commit"), b"secret")
        await operator.publish(f"_INBOX_{user}.own", b"own")
    assert (await own.next_msg(5)).data == b"own"
    assert others.pending_msgs == 0
    await listener.close()


async def test_bots_command_only_as_bots(nats_server: Stack, tables: Client) -> None:
    heard = await tables.subscribe("tables.cmd.>")
    await tables.flush()
    async with await nats.connect(**nats_server.nats_options("bots")) as bots:
        await bots.publish("tables.cmd.1.a", b"as a person")
        await bots.publish("tables.cmd.bot.1.a", b"as a bot")
        await bots.flush()
    async with await nats.connect(**nats_server.nats_options("gateway")) as gateway:
        await gateway.publish("tables.cmd.bot.1.a", b"as a bot")
        await gateway.publish("tables.cmd.1.a", b"as a person")
        await gateway.flush()
    assert [(await heard.next_msg(5)).subject for _ in range(2)] == ["tables.cmd.bot.1.a", "tables.cmd.1.a"]
    with pytest.raises(nats.errors.TimeoutError):
        await heard.next_msg(_REFUSED_WITHIN)


async def test_the_portal_takes_and_acknowledges_finished_matches(nats_server: Stack, tables: Client) -> None:
    await tables.jetstream().publish(_RECORD, b"record")
    async with await nats.connect(**nats_server.nats_options("portal")) as portal:
        consumer = await portal.jetstream().pull_subscribe_bind(durable="portal-matches", stream="TABLES")
        (message,) = await consumer.fetch(1, timeout=5)
        assert message.data == b"record"
        await message.ack_sync()
    assert (await tables.jetstream().consumer_info("TABLES", "portal-matches")).num_ack_pending == 0


@pytest.mark.parametrize(
    "asked", ["CONSUMER.INFO.TABLES.portal-matches", "STREAM.INFO.TABLES", "STREAM.MSG.GET.TABLES"]
)
async def test_the_portal_may_ask_jetstream_for_nothing_else(nats_server: Stack, tables: Client, asked: str) -> None:
    await tables.jetstream().publish(_RECORD, b"record")
    async with await nats.connect(**nats_server.nats_options("portal")) as portal:
        with pytest.raises(nats.errors.Error):
            await portal.request(f"$JS.API.{asked}", b'{"seq": 1}', timeout=_REFUSED_WITHIN)


async def test_tables_answers_gateways_and_bots(nats_server: Stack, tables: Client) -> None:
    async def answer(message: Msg) -> None:
        await message.respond(b"durable")

    await tables.subscribe("tables.cmd.>", cb=answer)
    await tables.flush()
    for user, subject in (("gateway", "tables.cmd.1.a"), ("bots", "tables.cmd.bot.1.a")):
        async with await nats.connect(**nats_server.nats_options(user)) as client:
            assert (await client.request(subject, b"", timeout=5)).data == b"durable"


async def test_the_gateway_reads_the_lobby(nats_server: Stack, tables: Client) -> None:
    bucket = await tables.jetstream().create_key_value(bucket="lobby", direct=True)
    async with await nats.connect(**nats_server.nats_options("gateway")) as gateway:
        changes = await gateway.subscribe("$KV.lobby.lobby.a")
        await gateway.flush()
        await bucket.put("lobby.a", b"open")
        assert (await changes.next_msg(5)).data == b"open"
        answer = await gateway.request("$JS.API.DIRECT.GET.KV_lobby.$KV.lobby.lobby.a", b"", timeout=5)
        assert answer.data == b"open"
    await tables.jetstream().delete_key_value("lobby")
