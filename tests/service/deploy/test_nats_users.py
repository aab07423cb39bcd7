"""Who may do what over NATS (architecture 4.9)."""

import asyncio
from collections.abc import AsyncIterator

import nats
import nats.errors
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.api import AckPolicy

from deploy.local.stack import Stack
from services.gateway import kv

_RECORD = "table.1.a.finished"
_REFUSED_WITHIN = 0.2


@pytest.fixture
async def tables(nats_server: Stack) -> AsyncIterator[Client]:
    """Tables, with its stream and the portal's consumer."""
    client = await nats.connect(**nats_server.nats_options("tables"))
    stream = client.jetstream()
    await stream.add_stream(name="TABLES", subjects=["table.>", "timer.>", "clock.>", "ticket.>", "pass.>"])
    await stream.add_consumer("TABLES", durable_name="portal-matches", filter_subjects=["table.*.*.finished"])
    yield client
    await stream.delete_stream("TABLES")
    await client.close()


@pytest.mark.parametrize("user", ["bots", "gateway", "portal"])
@pytest.mark.parametrize("subject", [_RECORD, "timer.a", "clock.1.a.fired", "ticket.1.ana", "pass.1"])
async def test_only_tables_writes_records_and_tickets(
    nats_server: Stack, tables: Client, user: str, subject: str
) -> None:
    await tables.jetstream().publish(subject, b"record")
    other = await nats.connect(**nats_server.nats_options(user))
    with pytest.raises(nats.errors.Error):
        await other.jetstream().publish(subject, b"forged", timeout=_REFUSED_WITHIN)
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
        ("gateway", "ticket.>"),
        ("bots", "seek.>"),
        ("portal", "seek.>"),
        ("gateway", "botseat.>"),
        ("gateway", "_INBOX_tables.>"),
        ("portal", "table.>"),
        ("portal", "seat.>"),
        ("bots", "talk.>"),
        ("gateway", "talk.>"),
        ("gateway", "report.>"),
        ("portal", "talk.>"),
        ("portal", "$KV.mutes.>"),
        ("moderator", "talk.>"),
        ("moderator", "seat.>"),
    ],
)
async def test_nobody_listens_to_what_is_not_theirs(nats_server: Stack, user: str, subject: str) -> None:
    assert await _hears(nats_server, user, subject) == set()


@pytest.mark.parametrize(
    ("user", "subject", "heard"),
    [
        ("bots", "botseat.>", {"botseat.1.a.commit"}),
        ("gateway", "seat.>", {"seat.1.a.commit"}),
        ("gateway", "gateway.stream.*", {"gateway.stream.ana"}),
    ],
)
async def test_who_may_listen_hears(nats_server: Stack, user: str, subject: str, heard: set[str]) -> None:
    assert await _hears(nats_server, user, subject) == heard


async def _hears(nats_server: Stack, user: str, subject: str) -> set[str]:
    """Where a user who listens to a subject hears something, while operators, gateways and who answers them speak."""

    async def answer(message: Msg) -> None:
        await message.respond(b"answer")

    listener = await nats.connect(**nats_server.nats_options(user))
    others = await listener.subscribe(subject)
    await listener.flush()
    async with await nats.connect(**nats_server.nats_options("operator")) as operator:
        await operator.subscribe("tables.query.1", cb=answer)
        await operator.publish(subject.replace(">", "1.a.commit"), b"secret")
        await operator.flush()
        async with await nats.connect(**nats_server.nats_options("gateway")) as gateway:
            await gateway.publish("gateway.stream.ana", b"secret")
            assert (await gateway.request("tables.query.1", b"", timeout=5)).data == b"answer"
    await listener.flush()
    heard = {(await others.next_msg(1)).subject for _ in range(others.pending_msgs)}
    await listener.close()
    return heard


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


async def test_only_gateways_and_tables_tell_who_is_there(nats_server: Stack, tables: Client) -> None:
    heard = await tables.subscribe("tables.presence.*")
    await tables.flush()
    for user in ("bots", "portal", "gateway", "tables"):
        async with await nats.connect(**nats_server.nats_options(user)) as client:
            await client.publish("tables.presence.7", user.encode())
            await client.flush()
    assert [(await heard.next_msg(5)).data for _ in range(2)] == [b"gateway", b"tables"]
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


@pytest.fixture
async def talk(nats_server: Stack) -> AsyncIterator[Client]:
    """Tables, with the streams of what is kept for the moderators, a line and a report in them."""
    client = await nats.connect(**nats_server.nats_options("tables"))
    stream = client.jetstream()
    await stream.add_stream(name="TALK", subjects=["talk.>"], allow_direct=True)
    await stream.add_stream(name="REPORTS", subjects=["report.>"])
    await stream.add_consumer("REPORTS", durable_name="portal-reports", ack_policy=AckPolicy.EXPLICIT)
    await stream.publish("talk.1.a.all", b"line")
    await stream.publish("report.1.a", b"report")
    yield client
    for name in ("TALK", "REPORTS"):
        await stream.delete_stream(name)
    await client.close()


@pytest.mark.parametrize("user", ["bots", "gateway", "portal", "moderator"])
async def test_only_tables_writes_talk_and_reports(nats_server: Stack, talk: Client, user: str) -> None:
    other = await nats.connect(**nats_server.nats_options(user))
    for subject, stream in (("talk.1.a.all", "TALK"), ("report.1.a", "REPORTS")):
        with pytest.raises(nats.errors.Error):
            await other.jetstream().publish(subject, b"forged", timeout=_REFUSED_WITHIN)
        assert (await talk.jetstream().stream_info(stream)).state.messages == 1
    await other.close()


@pytest.mark.usefixtures("talk")
async def test_moderators_read_talk_and_nothing_else(nats_server: Stack, tables: Client) -> None:
    await tables.jetstream().publish(_RECORD, b"record")
    async with await nats.connect(**nats_server.nats_options("moderator")) as moderator:
        js = moderator.jetstream()
        message = await js.get_msg("TALK", seq=1, subject="talk.1.a.*", next=True, direct=True)
        assert message.data == b"line"
        for stream in ("TABLES", "REPORTS"):
            with pytest.raises(nats.errors.Error):
                await moderator.request(f"$JS.API.DIRECT.GET.{stream}", b'{"seq": 1}', timeout=_REFUSED_WITHIN)
            with pytest.raises(nats.errors.Error):
                await moderator.request(f"$JS.API.STREAM.MSG.GET.{stream}", b'{"seq": 1}', timeout=_REFUSED_WITHIN)


@pytest.mark.usefixtures("talk")
@pytest.mark.parametrize("user", ["bots", "gateway", "portal"])
async def test_nobody_but_moderators_and_tables_reads_talk(nats_server: Stack, user: str) -> None:
    async with await nats.connect(**nats_server.nats_options(user)) as other:
        for asked in ("DIRECT.GET.TALK", "STREAM.MSG.GET.TALK", "STREAM.MSG.GET.REPORTS"):
            with pytest.raises(nats.errors.Error):
                await other.request(f"$JS.API.{asked}", b'{"seq": 1}', timeout=_REFUSED_WITHIN)


async def test_the_portal_takes_and_acknowledges_reports(nats_server: Stack, talk: Client) -> None:
    async with await nats.connect(**nats_server.nats_options("portal")) as portal:
        consumer = await portal.jetstream().pull_subscribe_bind(durable="portal-reports", stream="REPORTS")
        (message,) = await consumer.fetch(1, timeout=5)
        assert message.data == b"report"
        await message.ack_sync()
    assert (await talk.jetstream().consumer_info("REPORTS", "portal-reports")).num_ack_pending == 0


async def test_the_gateway_writes_whom_a_player_does_not_hear_and_no_other_bucket(
    nats_server: Stack, tables: Client
) -> None:
    js = tables.jetstream()
    for name in ("mutes", "player"):
        await js.create_key_value(bucket=name, direct=True)
    async with await nats.connect(**nats_server.nats_options("gateway")) as gateway:
        changes = await gateway.subscribe("$KV.mutes.ana")
        await gateway.flush()
        await gateway.jetstream().publish("$KV.mutes.ana", b"beto", timeout=5)
        assert (await changes.next_msg(5)).data == b"beto"
        answer = await gateway.request("$JS.API.DIRECT.GET.KV_mutes.$KV.mutes.ana", b"", timeout=5)
        assert answer.data == b"beto"
        with pytest.raises(nats.errors.Error):
            await gateway.jetstream().publish("$KV.player.ana", b"elsewhere", timeout=_REFUSED_WITHIN)
    for name in ("mutes", "player"):
        await js.delete_key_value(name)


async def test_the_portal_writes_standings_and_reads_none(nats_server: Stack, tables: Client) -> None:
    """Tables, which makes the bucket, reads them; the gateway and the bots neither write nor read them."""
    bucket = await tables.jetstream().create_key_value(bucket="standing", direct=True)
    async with await nats.connect(**nats_server.nats_options("portal")) as portal:
        await portal.jetstream().publish("$KV.standing.ana", b"standing", timeout=5)
        with pytest.raises(nats.errors.Error):
            await portal.request("$JS.API.DIRECT.GET.KV_standing.$KV.standing.ana", b"", timeout=_REFUSED_WITHIN)
        with pytest.raises(nats.errors.Error):
            await portal.jetstream().publish("$KV.lobby.ana", b"forged", timeout=_REFUSED_WITHIN)
    assert (await bucket.get("ana")).value == b"standing"
    for user in ("bots", "gateway"):
        async with await nats.connect(**nats_server.nats_options(user)) as other:
            with pytest.raises(nats.errors.Error):
                await other.jetstream().publish("$KV.standing.ana", b"forged", timeout=_REFUSED_WITHIN)
            with pytest.raises(nats.errors.Error):
                await other.request("$JS.API.DIRECT.GET.KV_standing.$KV.standing.ana", b"", timeout=_REFUSED_WITHIN)
    assert (await bucket.get("ana")).value == b"standing"
    await tables.jetstream().delete_key_value("standing")


async def test_the_portal_writes_sanctions_and_gateways_read_them(nats_server: Stack, tables: Client) -> None:
    await tables.jetstream().create_key_value(bucket="sanctions", direct=True)
    async with await nats.connect(**nats_server.nats_options("portal")) as portal:
        await portal.jetstream().publish("$KV.sanctions.ana", b"suspended", timeout=5)
        with pytest.raises(nats.errors.Error):
            await portal.request("$JS.API.DIRECT.GET.KV_sanctions", b'{"seq": 1}', timeout=_REFUSED_WITHIN)
    async with await nats.connect(**nats_server.nats_options("gateway")) as gateway:
        assert (await kv.changes(gateway, "sanctions", 0)) == ({"ana": b"suspended"}, 1)
        assert (await kv.changes(gateway, "sanctions", 1)) == ({}, 1)
        with pytest.raises(nats.errors.Error):
            await gateway.jetstream().publish("$KV.sanctions.ana", b"forged", timeout=_REFUSED_WITHIN)
    await tables.jetstream().delete_key_value("sanctions")


async def test_the_portal_writes_what_is_revoked_and_gateways_read_it(nats_server: Stack, tables: Client) -> None:
    """The bots neither write nor read it, the portal does not read it, and gateways do not write it."""
    bucket = await tables.jetstream().create_key_value(bucket="revoked", direct=True)
    async with await nats.connect(**nats_server.nats_options("portal")) as portal:
        await portal.jetstream().publish("$KV.revoked.ana", b"revoked", timeout=5)
    async with await nats.connect(**nats_server.nats_options("gateway")) as gateway:
        asked = await gateway.subscribe(gateway.new_inbox())
        page = b'{"seq": 1, "batch": 9, "next_by_subj": "$KV.revoked.>"}'
        await gateway.publish("$JS.API.DIRECT.GET.KV_revoked", page, reply=asked.subject)
        assert (await asked.next_msg(5)).data == b"revoked"
    for user in ("bots", "gateway"):
        async with await nats.connect(**nats_server.nats_options(user)) as other:
            with pytest.raises(nats.errors.Error):
                await other.jetstream().publish("$KV.revoked.ana", b"forged", timeout=_REFUSED_WITHIN)
    for user in ("bots", "portal"):
        async with await nats.connect(**nats_server.nats_options(user)) as other:
            with pytest.raises(nats.errors.Error):
                await other.request("$JS.API.DIRECT.GET.KV_revoked", page, timeout=_REFUSED_WITHIN)
    assert (await bucket.get("ana")).value == b"revoked"
    await tables.jetstream().delete_key_value("revoked")


@pytest.mark.parametrize("user", ["bots", "gateway", "portal"])
async def test_the_codes_of_private_tables_are_read_by_tables_alone(
    nats_server: Stack, tables: Client, user: str
) -> None:
    bucket = await tables.jetstream().create_key_value(bucket="codes", direct=True)
    await bucket.put("K7M2QX", b"table")
    async with await nats.connect(**nats_server.nats_options(user)) as other:
        for subject in ("$JS.API.DIRECT.GET.KV_codes.$KV.codes.K7M2QX", "$JS.API.STREAM.MSG.GET.KV_codes"):
            with pytest.raises(nats.errors.Error):
                await other.request(subject, b"", timeout=_REFUSED_WITHIN)
        with pytest.raises(nats.errors.Error):
            await other.jetstream().publish("$KV.codes.K7M2QX", b"forged", timeout=_REFUSED_WITHIN)
    assert (await bucket.get("K7M2QX")).value == b"table"
    await tables.jetstream().delete_key_value("codes")


_OF_OTHERS = ("table.1.a.commit", "clock.1.a.fired", "timer.a", "ticket.1.ana", "pass.1", "talk.1.a.all", "report.1.a")
_READ = [
    f"$JS.API.DIRECT.GET.KV_{bucket}{key}"
    for bucket in ("queues", "lobby", "player", "mutes")
    for key in ("", f".$KV.{bucket}.ana")
]
_NEXT = ("TABLES.portal-matches", "REPORTS.portal-reports")
_MAY_SEND = {
    "bots": ["tables.cmd.bot.1.a"],
    "gateway": [
        *("tables.cmd.1.a", "tables.query.1", "tables.presence.1", "tables.seek.1.ana", "gateway.stream.ana"),
        *("$KV.gateways.one", "$KV.mutes.ana", *_READ),
        *("$JS.API.DIRECT.GET.KV_revoked", "$JS.API.DIRECT.GET.KV_sanctions"),
    ],
    "portal": [
        *("tables.match.1", "$KV.standing.ana", "$KV.revoked.ana", "$KV.sanctions.ana"),
        *(f"$JS.API.CONSUMER.MSG.NEXT.{consumer}" for consumer in _NEXT),
        *(f"$JS.ACK.{consumer}.1.1.1.1.0" for consumer in _NEXT),
    ],
    "moderator": ["$JS.API.DIRECT.GET.TALK"],
}
"""Every subject of each user that is not of tables, as in nats.conf."""
_BUCKETS = ("queues", "lobby", "player", "mutes", "gateways", "standing", "revoked", "sanctions")
_OWN = {"gateway": ("mutes", "gateways"), "portal": ("standing", "revoked", "sanctions")}
_QUESTIONS = (b"", b'{"seq": 1}', b'{"seq": 1, "next_by_subj": ">", "batch": 9}', b"+NXT")
"""What makes JetStream answer on some of them."""


@pytest.fixture
async def everything(tables: Client, talk: Client) -> AsyncIterator[Client]:
    """Tables, with all streams, something in each, and a responder to whatever is asked of it."""

    async def answer(message: Msg) -> None:
        await message.respond(b"answer")

    js = talk.jetstream()
    await tables.subscribe("tables.>", cb=answer)
    await tables.flush()
    for bucket in _BUCKETS:
        await js.create_key_value(bucket=bucket, direct=True)
        await js.publish(f"$KV.{bucket}.ana", b"value")
    await js.publish(_RECORD, b"record")
    yield talk
    for bucket in _BUCKETS:
        await js.delete_key_value(bucket)


@pytest.mark.parametrize("user", list(_MAY_SEND))
async def test_no_answer_lands_in_a_stream_that_the_asker_may_not_write(
    nats_server: Stack, everything: Client, user: str
) -> None:
    """Who asks names the subject of the answer, and no permission binds the server that sends it."""
    own = _OWN.get(user, ())
    buckets = [bucket for bucket in _BUCKETS if bucket not in own]
    replies = [*_OF_OTHERS, *(f"$KV.{bucket}.ana" for bucket in buckets)]
    streams = ["TABLES", "TALK", "REPORTS", *(f"KV_{bucket}" for bucket in buckets)]
    before = [await _last(everything, stream) for stream in streams]
    async with await nats.connect(**nats_server.nats_options(user)) as other:
        for subject in _MAY_SEND[user]:
            for reply in replies:
                for question in _QUESTIONS:
                    await other.publish(subject, question, reply=reply)
        await other.flush()
        await asyncio.sleep(_REFUSED_WITHIN)
    assert [await _last(everything, stream) for stream in streams] == before


async def test_an_answer_lands_in_a_stream_within_the_account_of_tables(nats_server: Stack, everything: Client) -> None:
    """So the test above would see one."""
    before = await _last(everything, "TABLES")
    async with await nats.connect(**nats_server.nats_options("operator")) as operator:
        await operator.publish("$KV.mutes.ana", b"value", reply="table.1.a.commit")
        await operator.flush()
        await asyncio.sleep(_REFUSED_WITHIN)
    assert await _last(everything, "TABLES") == before + 1


async def _last(client: Client, stream: str) -> int:
    return (await client.jetstream().stream_info(stream)).state.last_seq
