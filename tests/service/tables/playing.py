"""Players at tables, as the gateway and the bots see tables: commands and queries over NATS, updates from it."""

import asyncio
import random
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self

import nats
import nats.errors
from nats.aio.client import Client

from deploy.local.stack import Stack
from services.common import subjects
from services.common.errors import from_code
from truco.play.v1.play_pb2 import TableInfo, TableUpdate, TableVersion
from truco.rules.v1.rules_pb2 import PHASE_PLAY, Action, ActionKind, Options, Ruleset
from truco.tables.v1.tables_pb2 import (
    Accepted,
    Act,
    AddBots,
    ChangeSeat,
    Command,
    FindTable,
    GetMatchRecord,
    GetTable,
    GetVersions,
    JoinTable,
    LeaveTable,
    OpenTable,
    Player,
    Query,
    QueryReply,
    Rematch,
    RemovePlayer,
    Reply,
    ReportPlayer,
    Say,
    SeatUpdate,
    StartMatch,
    TableRecord,
    TakeSeatBack,
    Updates,
    VoidMatch,
)

Body = (
    OpenTable
    | JoinTable
    | AddBots
    | StartMatch
    | Act
    | LeaveTable
    | Say
    | ReportPlayer
    | ChangeSeat
    | RemovePlayer
    | Rematch
    | VoidMatch
    | TakeSeatBack
)

_FIELDS = {
    OpenTable: "open",
    JoinTable: "join",
    AddBots: "add_bots",
    StartMatch: "start",
    Act: "act",
    LeaveTable: "leave",
    TakeSeatBack: "take_back",
    Say: "say",
    ReportPlayer: "report",
    ChangeSeat: "change_seat",
    RemovePlayer: "remove",
    Rematch: "rematch",
    VoidMatch: "void",
}
_PATIENCE = 15.0
TO_15 = Ruleset(preset="maestro", options=Options(target=15))


def new_id() -> str:
    """A request id or player id."""
    return uuid.uuid4().hex


def do(kind: str, card: str = "") -> Action:
    """An action, by the last part of its kind's name."""
    return Action(kind=ActionKind.Value(f"ACTION_KIND_{kind.upper()}"), card=card)


class Room:
    """Connections to a stack's NATS as the gateway, the bots and the operator."""

    def __init__(self, gateway: Client, bots: Client, operator: Client) -> None:
        self.gateway, self.bots, self.operator = gateway, bots, operator

    @classmethod
    async def enter(cls, stack: Stack) -> Self:
        """Connects."""
        return cls(*[await nats.connect(**stack.nats_options(user)) for user in ("gateway", "bots", "operator")])

    async def leave(self) -> None:
        """Disconnects."""
        for client in (self.gateway, self.bots, self.operator):
            await client.close()

    async def send(self, command: Command) -> Reply:
        """Sends a person's command once."""
        message = await self.gateway.request(subjects.command(command.table_id), command.SerializeToString(), 5)
        return Reply.FromString(message.data)

    async def carry_out(self, command: Command) -> Accepted:
        """Sends a person's command as the gateway does: again and again until it is answered. Raises its refusal."""
        answer = await self._ask(subjects.command(command.table_id), command.SerializeToString())
        return accepted(Reply.FromString(answer))

    async def send_bot(self, command: Command) -> Reply:
        """Sends a command of the platform's bots once."""
        message = await self.bots.request(subjects.bot_command(command.table_id), command.SerializeToString(), 5)
        return Reply.FromString(message.data)

    async def send_operator(self, command: Command) -> Reply:
        """Sends an operator's command once."""
        subject = subjects.operator_command(command.table_id)
        return Reply.FromString((await self.operator.request(subject, command.SerializeToString(), 5)).data)

    async def get(self, table_id: str, player_id: str = "", since: int | None = None, epoch: int = 1) -> Updates:
        """Asks for a table."""
        get = GetTable(table_id=table_id, player_id=player_id)
        if since is not None:
            get.since.CopyFrom(TableVersion(table_id=table_id, epoch=epoch, version=since))
        reply = await self._query(table_id, Query(get=get))
        if reply.HasField("refused"):
            raise from_code(reply.refused.code, reply.refused.reason, reply.refused.message, {})
        return reply.updates

    async def find(self, code: str) -> TableInfo:
        """Looks for a private table. Raises the refusal."""
        reply = await self._query("", Query(find=FindTable(code=code)))
        if reply.HasField("refused"):
            raise from_code(reply.refused.code, reply.refused.reason, reply.refused.message, {})
        return reply.found

    async def match_record(self, table_id: str, epoch: int, player_id: str) -> str:
        """Asks for the record of an ended match. Raises the refusal."""
        asked = GetMatchRecord(table_id=table_id, epoch=epoch, player_id=player_id)
        reply = await self._query(table_id, Query(match_record=asked))
        if reply.HasField("refused"):
            raise from_code(reply.refused.code, reply.refused.reason, reply.refused.message, {})
        return reply.match_record_json

    async def versions(self, *table_ids: str) -> dict[str, int]:
        """Asks for versions."""
        reply = await self._query(table_ids[0], Query(versions=GetVersions(table_ids=table_ids)))
        return {each.table_id: each.version for each in reply.versions.versions}

    async def shown(self, table_id: str) -> int:
        """Asks how far spectators may see."""
        reply = await self._query(table_id, Query(versions=GetVersions(table_ids=[table_id])))
        (shown,) = reply.versions.shown
        return shown.version

    async def records(self, table_id: str) -> list[TableRecord]:
        """All that is stored of a table, oldest first, as only the operator may see it."""
        js = self.operator.jetstream()
        found, sequence = [], 1
        while True:
            try:
                message = await js.get_msg(subjects.STREAM, seq=sequence, subject=subjects.records(table_id), next=True)
            except nats.js.errors.NotFoundError:
                return found
            found.append(TableRecord.FromString(message.data or b""))
            sequence = (message.seq or 0) + 1

    async def _ask(self, subject: str, data: bytes) -> bytes:
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                return (await self.gateway.request(subject, data, 1)).data
            except (nats.errors.TimeoutError, nats.errors.NoRespondersError):
                assert time.monotonic() < until, "tables did not answer in 15 s"
                await asyncio.sleep(0.1)

    async def _query(self, table_id: str, query: Query) -> QueryReply:
        subject = subjects.query(subjects.shard_of(table_id))
        return QueryReply.FromString(await self._ask(subject, query.SerializeToString()))


def accepted(reply: Reply) -> Accepted:
    """What was accepted; raises the refusal."""
    if reply.HasField("refused"):
        refused = reply.refused
        raise from_code(refused.code, refused.reason, refused.message, dict(refused.metadata))
    return reply.accepted


@dataclass
class Guest:
    """A player."""

    room: Room
    player: Player = field(default_factory=lambda: Player(player_id=new_id(), name="Ana", avatar="mate", guest=True))
    table_id: str = ""

    def command(self, body: Body, request_id: str = "", version: int | None = None, table_id: str = "") -> Command:
        """A command of this player."""
        command = Command(
            player=self.player,
            request_id=request_id or new_id(),
            expected_version=version,
            not_after_ms=int(time.time() * 1000) + 15_000,
            table_id=table_id or self.table_id,
        )
        getattr(command, _FIELDS[type(body)]).CopyFrom(body)
        getattr(command, _FIELDS[type(body)]).SetInParent()
        return command

    def opening(self, seats: int = 2, bots: int = 0, ruleset: Ruleset = TO_15, **options: object) -> Command:
        """The command that opens a table."""
        request_id = new_id()
        self.table_id = subjects.table_id_for(self.player.player_id, request_id)
        body = OpenTable(ruleset=ruleset, seats=seats, bots=bots, client_seed="ana's luck", **options)  # type: ignore[arg-type]
        return self.command(body, request_id)

    async def open(self, seats: int = 2, bots: int = 0, **options: object) -> TableUpdate:
        """Opens a table."""
        return update((await self.room.carry_out(self.opening(seats, bots, **options))).update)

    async def join(self, table_id: str, seat: int | None = None, password: str = "") -> TableUpdate:
        """Joins a table."""
        self.table_id = table_id
        body = JoinTable(seat=seat, client_seed="luck", password=password)
        return update((await self.room.carry_out(self.command(body))).update)

    async def change_seat(self, seat: int) -> TableUpdate:
        """Moves to another seat."""
        return update((await self.room.carry_out(self.command(ChangeSeat(seat=seat)))).update)

    async def remove(self, seat: int) -> TableUpdate:
        """Takes somebody out of a seat."""
        return update((await self.room.carry_out(self.command(RemovePlayer(seat=seat)))).update)

    async def rematch(self, client_seed: str = "", *, decline: bool = False) -> TableUpdate:
        """Wants another match, or none."""
        body = Rematch(client_seed=client_seed, decline=decline)
        return update((await self.room.carry_out(self.command(body))).update)

    async def add_bots(self, count: int) -> TableUpdate:
        """Adds bots."""
        return update((await self.room.carry_out(self.command(AddBots(count=count)))).update)

    async def start(self) -> TableUpdate:
        """Starts the match."""
        return update((await self.room.carry_out(self.command(StartMatch()))).update)

    async def act(self, action: Action, version: int | None = None, request_id: str = "") -> Accepted:
        """Acts."""
        return await self.room.carry_out(self.command(Act(action=action), request_id, version))

    async def take_back(self) -> TableUpdate:
        """Takes the seat back from the bot that sits in."""
        return update((await self.room.carry_out(self.command(TakeSeatBack()))).update)

    async def leave(self) -> int:
        """Leaves."""
        return (await self.room.carry_out(self.command(LeaveTable()))).version

    async def look(self) -> TableUpdate:
        """The table now."""
        return update((await self.room.get(self.table_id, self.player.player_id)).update)


async def seated(room: Room, seats: int = 2) -> list[Guest]:
    """Guests at a table whose first hand is dealt, by seat."""
    guests = [Guest(room) for _ in range(seats)]
    await guests[0].open(seats)
    for guest in guests[1:]:
        await guest.join(guests[0].table_id)
    await reached(guests[0], lambda now: now.view.phase == PHASE_PLAY)
    return guests


async def reached(guest: Guest, wanted: Callable[[TableUpdate], bool], seconds: float = 10) -> TableUpdate:
    """The table once it is as wanted."""
    until = time.monotonic() + seconds
    while not wanted(now := await guest.look()):
        assert time.monotonic() < until, f"never reached; the table is {now}"
        await asyncio.sleep(0.02)
    return now


def update(data: bytes) -> TableUpdate:
    """A SeatUpdate as clients read it."""
    return TableUpdate.FromString(data)


def table_of(data: bytes) -> TableInfo:
    """The table in a SeatUpdate."""
    return TableInfo.FromString(SeatUpdate.FromString(data).table)


def pick(legal: list[Action], luck: random.Random) -> Action:
    """Any legal action, but rarely one that ends the hand at once."""
    calm = [action for action in legal if action.kind not in (ActionKind.ACTION_KIND_MAZO, ActionKind.ACTION_KIND_DEAL)]
    return luck.choice(calm or legal)


async def play_out(guests: list[Guest], luck: random.Random, most: int = 2000) -> TableUpdate:
    """Plays a match of guests only to its end, by looking before every action."""
    for _ in range(most):
        now = await guests[0].look()
        if now.view.HasField("winner"):
            return now
        await one_action(guests, now, luck)
    raise AssertionError("the match does not end")


async def one_action(guests: list[Guest], now: TableUpdate, luck: random.Random) -> None:
    """One awaited guest acts."""
    if not now.view.awaited or now.view.phase != PHASE_PLAY:
        await asyncio.sleep(0.01)
        return
    awaited = now.view.awaited[0]
    for guest in guests:
        mine = await guest.look()
        if mine.seat == awaited and mine.view.legal:
            await guest.act(pick(list(mine.view.legal), luck), mine.table.version)
            return
