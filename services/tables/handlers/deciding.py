"""What a command comes to: a draft of the next record, or nothing because it was carried out before."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum

from services.common.errors import Conflict, InvalidInput, NotFound, TooLate
from services.common.forms import check_id, is_player_id
from services.common.subjects import table_id_for
from services.tables.domain.requests import done_before
from services.tables.domain.seats import seat_of
from services.tables.domain.table import Draft, Table
from services.tables.domain.times import Moment
from services.tables.handlers.acting import act, act_for_bot, bots_seat
from services.tables.handlers.hosting import add_bots, remove_player, start_match
from services.tables.handlers.opening import open_table
from services.tables.handlers.operating import void_match
from services.tables.handlers.outages import outage_too_long, void_for_outage
from services.tables.handlers.ports import Ports
from services.tables.handlers.rematching import want_rematch
from services.tables.handlers.seating import change_seat, join_table, leave_table, take_seat_back
from truco.tables.v1.tables_pb2 import Command


class Sender(Enum):
    """On whose behalf a command came, by the subject it was sent on."""

    PERSON = "person"
    PLATFORM_BOT = "bot"
    OPERATOR = "operator"


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The command changes nothing: it was carried out before, at this version."""

    version: int


Handler = Callable[[Ports, Table, Command, Moment], Awaitable[Draft | None]]

_HANDLERS: dict[str, Handler] = {
    "join": join_table,
    "add_bots": add_bots,
    "start": start_match,
    "act": act,
    "bot_act": act_for_bot,
    "leave": leave_table,
    "take_back": take_seat_back,
    "change_seat": change_seat,
    "remove": remove_player,
    "rematch": want_rematch,
    "void": void_match,
}


async def decide(ports: Ports, table: Table | None, command: Command, sender: Sender) -> Draft | Unchanged:
    """What the command comes to on the table as it is; None for a table that does not exist.

    Errors: those of truco.play.v1.PlayService, and TOO_LATE, BAD_REQUEST_ID, REQUEST_ID_REUSED, STALE_VERSION.
    """
    which = checked(command, sender)
    if table is None:
        if which != "open":
            raise NotFound("TABLE_NOT_FOUND", f"no table {command.table_id}")
        check_time(ports, command)
        return await open_table(ports, command, Moment(ports.clock.now_ms(), 1, ports.times))
    done = done_before(table.state, _seat(table, command, sender), command)
    if done is not None or which == "open":
        return Unchanged(done.version if done else 1)
    check_time(ports, command)
    _check_version(table, command)
    outage_ms = await ports.clock.outage_ms(table.record.time_ms)
    if outage_ms and await outage_too_long(ports, table):
        return void_for_outage(table.state)
    moment = Moment(ports.clock.now_ms(), table.version + 1, ports.times, outage_ms)
    return await _HANDLERS[which](ports, table, command, moment) or Unchanged(table.version)


def checked(command: Command, sender: Sender) -> str:
    """What is to be done, by the field's name. Errors: BAD_REQUEST, BAD_REQUEST_ID."""
    which = command.WhichOneof("body")
    if which is None or command.not_after_ms <= 0:
        raise InvalidInput("BAD_REQUEST", "a command needs a body and not_after_ms")
    check_id("request_id", command.request_id, "BAD_REQUEST_ID")
    if sender is Sender.PLATFORM_BOT:
        if which != "act":
            raise InvalidInput("BAD_REQUEST", "the platform's bots only act")
        return "bot_act"
    if (which == "void") is not (sender is Sender.OPERATOR):
        raise InvalidInput("BAD_REQUEST", "operators void matches, and nobody else does")
    if not is_player_id(command.player.player_id):
        raise InvalidInput("BAD_REQUEST", "malformed player id")
    if which == "open" and command.table_id != table_id_for(command.player.player_id, command.request_id):
        raise InvalidInput("BAD_REQUEST", "the table id does not come from player and request id")
    return which


def _seat(table: Table, command: Command, sender: Sender) -> int | None:
    if sender is Sender.PLATFORM_BOT:
        return bots_seat(table.state, command.act)
    return seat_of(table.state, command.player.player_id)


def check_time(ports: Ports, command: Command) -> None:
    """Refuses a command whose time is over. Errors: TOO_LATE."""
    if ports.clock.now_ms() > command.not_after_ms:
        raise TooLate("TOO_LATE", "the command arrived after its not_after")


def _check_version(table: Table, command: Command) -> None:
    if command.HasField("expected_version") and command.expected_version != table.version:
        raise Conflict("STALE_VERSION", "the table has moved on", version=str(table.version))
