"""Public requests turned into commands for tables. What can be refused without knowing the table is refused here."""

import re

from services.common import subjects
from services.common.errors import Denied, InvalidInput, NotFound
from services.common.forms import check_client_seed, check_id, is_player_id, is_table_code
from truco.play.v1 import play_pb2
from truco.rules.v1 import rules_pb2
from truco.tables.v1 import tables_pb2

_QUOTED_CHARACTERS = 64
_EPOCH = re.compile(r"[1-9][0-9]{0,8}")
_KINDS = frozenset(rules_pb2.ActionKind.values())

Player = tables_pb2.Player
Command = tables_pb2.Command


def open_table(player: Player, request: play_pb2.OpenTableRequest) -> Command:
    """Opens a table whose id follows from the player and the request id, so that a retry meets the same table."""
    check_client_seed(request.client_seed)
    command = _command(player, request.request_id)
    command.table_id = subjects.table_id_for(player.player_id, request.request_id)
    command.open.CopyFrom(
        tables_pb2.OpenTable(
            ruleset=request.ruleset,
            seats=request.seats,
            bots=request.bots,
            unlisted=request.unlisted,
            client_seed=request.client_seed,
            manual_start=request.manual_start,
            stake=request.stake,
            turn_seconds=request.turn_seconds if request.HasField("turn_seconds") else None,
            bank_seconds=request.bank_seconds if request.HasField("bank_seconds") else None,
            password=request.password,
            no_spectators=request.no_spectators,
        )
    )
    return command


def join_table(player: Player, request: play_pb2.JoinTableRequest) -> Command:
    """Takes a seat."""
    check_client_seed(request.client_seed)
    command = _command_to(player, request.request_id, request.table_id)
    seat = request.seat if request.HasField("seat") else None
    command.join.CopyFrom(tables_pb2.JoinTable(seat=seat, client_seed=request.client_seed, password=request.password))
    return command


def add_bots(player: Player, request: play_pb2.AddBotsRequest) -> Command:
    """Seats bots."""
    command = _command_to(player, request.request_id, request.table_id)
    command.add_bots.count = request.count
    return command


def start_match(player: Player, request: play_pb2.StartMatchRequest) -> Command:
    """Starts the match."""
    command = _command_to(player, request.request_id, request.table_id)
    command.start.SetInParent()
    return command


def act(player: Player, request: play_pb2.ActRequest) -> Command:
    """Acts in the game. Whether the answer needed the version that the client saw is for tables to decide."""
    _check_action(request.action)
    command = _command_to(player, request.request_id, request.table_id)
    if request.HasField("expected_version"):
        command.expected_version = request.expected_version
    command.act.action.CopyFrom(request.action)
    return command


def take_seat_back(player: Player, request: play_pb2.TakeSeatBackRequest) -> Command:
    """Takes the seat back from the bot that sits in."""
    command = _command_to(player, request.request_id, request.table_id)
    command.take_back.SetInParent()
    return command


def leave_table(player: Player, request: play_pb2.LeaveTableRequest) -> Command:
    """Gives up the seat."""
    command = _command_to(player, request.request_id, request.table_id)
    command.leave.SetInParent()
    return command


def change_seat(player: Player, request: play_pb2.ChangeSeatRequest) -> Command:
    """Moves to another seat."""
    command = _command_to(player, request.request_id, request.table_id)
    command.change_seat.seat = request.seat
    return command


def remove_player(player: Player, request: play_pb2.RemovePlayerRequest) -> Command:
    """Takes somebody out of a seat."""
    command = _command_to(player, request.request_id, request.table_id)
    command.remove.seat = request.seat
    return command


def rematch(player: Player, request: play_pb2.RematchRequest) -> Command:
    """Wants, or declines, another match."""
    check_client_seed(request.client_seed)
    command = _command_to(player, request.request_id, request.table_id)
    command.rematch.CopyFrom(tables_pb2.Rematch(client_seed=request.client_seed, decline=request.decline))
    return command


def table_code(text: str) -> str:
    """A private table's code in its own form, however it was typed. Raises NotFound (CODE_NOT_FOUND)."""
    code = text.replace(" ", "").replace("-", "").upper()
    if not is_table_code(code):
        raise NotFound("CODE_NOT_FOUND", "no private table has this code")
    return code


def match_query(player_id: str, request: play_pb2.GetMatchRecordRequest) -> tables_pb2.GetMatchRecord:
    """The record of a match, by its id. Raises NotFound (MATCH_NOT_FOUND)."""
    table_id, _, epoch = request.match_id.rpartition("-")
    if not subjects.is_table_id(table_id) or not _EPOCH.fullmatch(epoch):
        raise NotFound("MATCH_NOT_FOUND", f"no match {request.match_id[:_QUOTED_CHARACTERS]!r}")
    return tables_pb2.GetMatchRecord(table_id=table_id, epoch=int(epoch), player_id=player_id)


def say(player: Player, request: play_pb2.SayRequest) -> Command:
    """Says something."""
    which = request.WhichOneof("what")
    if which is None:
        raise InvalidInput("BAD_REQUEST", "nothing is said")
    command = _command_to(player, request.request_id, request.table_id)
    setattr(command.say, which, getattr(request, which))
    return command


def report(player: Player, request: play_pb2.ReportRequest) -> Command:
    """Reports a player."""
    command = _command_to(player, request.request_id, request.table_id)
    command.report.CopyFrom(tables_pb2.ReportPlayer(seat=request.seat, cause=request.cause, text=request.text))
    return command


def check_mute(player_id: str, request: play_pb2.MuteRequest) -> str:
    """The player to be muted or not, empty for none. Raises InvalidInput."""
    if request.player_id == player_id or (request.player_id and not is_player_id(request.player_id)):
        raise InvalidInput("BAD_REQUEST", "player_id is no other player's", field="player_id")
    return request.player_id


def check_table_id(table_id: str) -> str:
    """The id, if it has the form of one; it becomes part of a subject, so nothing else may pass. Raises NotFound."""
    if not subjects.is_table_id(table_id):
        quoted = table_id[:_QUOTED_CHARACTERS]
        raise NotFound("TABLE_NOT_FOUND", f"no table {quoted!r}", table_id=quoted)
    return table_id


def _command_to(player: Player, request_id: str, table_id: str) -> Command:
    command = _command(player, request_id)
    command.table_id = check_table_id(table_id)
    return command


def _command(player: Player, request_id: str) -> Command:
    return Command(player=player, request_id=check_id("request_id", request_id, "BAD_REQUEST_ID"))


def _check_action(action: rules_pb2.Action) -> None:
    if action.kind == rules_pb2.ACTION_KIND_DEAL:
        raise Denied("DEAL_IS_AUTOMATIC", "the table deals by itself")
    if action.kind == rules_pb2.ACTION_KIND_UNSPECIFIED or action.kind not in _KINDS:
        raise InvalidInput("UNKNOWN_ACTION", f"no action {action.kind}")
