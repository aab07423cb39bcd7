"""The public API's rpcs, the same for every face. Errors are TrucoErrors; a face turns them into its own form."""

from contextlib import AbstractAsyncContextManager

from services.common.forms import check_id
from services.gateway import lobby_filter, requests
from services.gateway.auth import Caller
from services.gateway.descriptions import Descriptions
from services.gateway.lobby import Lobby
from services.gateway.mutes import Mutes
from services.gateway.player_limits import PlayerLimits
from services.gateway.sanctions import Sanctions
from services.gateway.seeks import Seeks
from services.gateway.stream import Stream
from services.gateway.tables import Tables
from services.gateway.watches import Watches, shutting_down
from truco.play.v1 import play_pb2
from truco.tables.v1 import tables_pb2


class Handlers:
    """One method per rpc of truco.play.v1.PlayService."""

    def __init__(
        self,
        tables: Tables,
        watches: Watches,
        lobby: Lobby,
        descriptions: Descriptions,
        mutes: Mutes,
        seeks: Seeks,
        sanctions: Sanctions,
        limits: PlayerLimits,
    ) -> None:
        self._tables = tables
        self._watches = watches
        self._lobby = lobby
        self._descriptions = descriptions
        self._mutes = mutes
        self._seeks = seeks
        self._sanctions = sanctions
        self._limits = limits
        self._moving = False

    async def open_table(self, caller: Caller, request: play_pb2.OpenTableRequest) -> play_pb2.OpenTableResponse:
        """Opens a table and seats the caller."""
        caller.check_may_begin()
        accepted = await self._seating(caller, requests.open_table(caller.player, request))
        return play_pb2.OpenTableResponse(update=_update(accepted.update))

    async def join_table(self, caller: Caller, request: play_pb2.JoinTableRequest) -> play_pb2.JoinTableResponse:
        """Seats the caller."""
        caller.check_may_begin()
        if request.password:
            await self._limits.passwords.take(caller.player_id)
        accepted = await self._seating(caller, requests.join_table(caller.player, request))
        return play_pb2.JoinTableResponse(update=_update(accepted.update))

    async def add_bots(self, caller: Caller, request: play_pb2.AddBotsRequest) -> play_pb2.AddBotsResponse:
        """Seats bots."""
        accepted = await self._seating(caller, requests.add_bots(caller.player, request))
        return play_pb2.AddBotsResponse(update=_update(accepted.update))

    async def start_match(self, caller: Caller, request: play_pb2.StartMatchRequest) -> play_pb2.StartMatchResponse:
        """Starts the match of a table that waits for it."""
        caller.check_may_begin()
        accepted = await self._seating(caller, requests.start_match(caller.player, request))
        return play_pb2.StartMatchResponse(update=_update(accepted.update))

    async def act(self, caller: Caller, request: play_pb2.ActRequest) -> play_pb2.ActResponse:
        """Acts in the caller's seat."""
        accepted = await self._command(caller, requests.act(caller.player, request))
        return play_pb2.ActResponse(version=accepted.version, epoch=accepted.epoch)

    async def take_seat_back(
        self, caller: Caller, request: play_pb2.TakeSeatBackRequest
    ) -> play_pb2.TakeSeatBackResponse:
        """Takes the caller's seat back from the bot that sits in."""
        accepted = await self._seating(caller, requests.take_seat_back(caller.player, request))
        return play_pb2.TakeSeatBackResponse(update=_update(accepted.update))

    async def leave_table(self, caller: Caller, request: play_pb2.LeaveTableRequest) -> play_pb2.LeaveTableResponse:
        """Gives up the caller's seat."""
        accepted = await self._seating(caller, requests.leave_table(caller.player, request))
        return play_pb2.LeaveTableResponse(version=accepted.version)

    async def change_seat(self, caller: Caller, request: play_pb2.ChangeSeatRequest) -> play_pb2.ChangeSeatResponse:
        """Moves the caller to another seat."""
        accepted = await self._seating(caller, requests.change_seat(caller.player, request))
        return play_pb2.ChangeSeatResponse(update=_update(accepted.update))

    async def remove_player(
        self, caller: Caller, request: play_pb2.RemovePlayerRequest
    ) -> play_pb2.RemovePlayerResponse:
        """Takes somebody out of a seat."""
        accepted = await self._seating(caller, requests.remove_player(caller.player, request))
        return play_pb2.RemovePlayerResponse(update=_update(accepted.update))

    async def rematch(self, caller: Caller, request: play_pb2.RematchRequest) -> play_pb2.RematchResponse:
        """Wants, or declines, another match."""
        if not request.decline:
            caller.check_may_begin()
        accepted = await self._seating(caller, requests.rematch(caller.player, request))
        return play_pb2.RematchResponse(update=_update(accepted.update))

    async def find_table(self, caller: Caller, request: play_pb2.FindTableRequest) -> play_pb2.FindTableResponse:
        """Finds a private table by its code."""
        await self._limits.codes.take(caller.player_id)
        return play_pb2.FindTableResponse(table=await self._tables.find(requests.table_code(request.code)))

    async def get_match_record(
        self, caller: Caller, request: play_pb2.GetMatchRecordRequest
    ) -> play_pb2.GetMatchRecordResponse:
        """Returns the record of an ended match."""
        await self._limits.seatings.take(caller.player_id)
        asked = requests.match_query(caller.player_id, request)
        return play_pb2.GetMatchRecordResponse(record_json=await self._tables.match_record(asked))

    async def get_table(self, caller: Caller, request: play_pb2.GetTableRequest) -> play_pb2.GetTableResponse:
        """Returns a table as the caller may see it."""
        await self._limits.commands.take(caller.player_id)
        updates = await self._tables.get(requests.check_table_id(request.table_id), caller.player_id)
        return play_pb2.GetTableResponse(update=_latest(updates))

    async def list_tables(self, caller: Caller, request: play_pb2.ListTablesRequest) -> play_pb2.ListTablesResponse:
        """Lists open tables."""
        await self._limits.commands.take(caller.player_id)
        wanted = lobby_filter.read(request.filter)
        return play_pb2.ListTablesResponse(tables=self._lobby.newest(request.limit, wanted))

    async def seek(self, caller: Caller, request: play_pb2.SeekRequest) -> play_pb2.SeekResponse:
        """Looks for a match with others."""
        caller.check_may_begin()
        self._sanctions.check_seek(caller.player_id)
        await self._limits.seatings.take(caller.player_id)
        await self._limits.commands.take(caller.player_id)
        return play_pb2.SeekResponse(status=await self._seeks.seek(caller, request))

    async def cancel_seek(self, caller: Caller, request: play_pb2.CancelSeekRequest) -> play_pb2.CancelSeekResponse:
        """Ends the caller's seek."""
        check_id("request_id", request.request_id, "BAD_REQUEST_ID")
        await self._limits.commands.take(caller.player_id)
        return play_pb2.CancelSeekResponse(status=await self._seeks.cancel(caller, request))

    async def say(self, caller: Caller, request: play_pb2.SayRequest) -> play_pb2.SayResponse:
        """Says something at the caller's table."""
        if request.WhichOneof("what") != "sena":  # those are part of the game
            self._sanctions.check_talk(caller.player_id)
        accepted = await self._command(caller, requests.say(caller.player, request))
        return play_pb2.SayResponse(line=accepted.line)

    async def mute(self, caller: Caller, request: play_pb2.MuteRequest) -> play_pb2.MuteResponse:
        """Mutes or unmutes a player for the caller."""
        await self._limits.commands.take(caller.player_id)
        other = requests.check_mute(caller.player_id, request)
        if not other:
            return play_pb2.MuteResponse(player_ids=await self._mutes.muted(caller.player_id))
        await self._limits.seatings.take(caller.player_id)  # it stores something each time, as those do
        muted = await self._mutes.mute(caller.player_id, other, muted=request.muted)
        return play_pb2.MuteResponse(player_ids=muted)

    async def report(self, caller: Caller, request: play_pb2.ReportRequest) -> play_pb2.ReportResponse:
        """Reports a player of the caller's table."""
        command = requests.report(caller.player, request)
        await self._limits.reports.take(caller.player_id)
        return play_pb2.ReportResponse(report_id=(await self._command(caller, command)).report_id)

    async def describe_rules(
        self, caller: Caller, request: play_pb2.DescribeRulesRequest
    ) -> play_pb2.DescribeRulesResponse:
        """Tells the rules of a table in words."""
        await self._limits.commands.take(caller.player_id)
        return await self._descriptions.describe(request)

    async def watch(self, caller: Caller, request: play_pb2.WatchRequest) -> AbstractAsyncContextManager[Stream]:
        """A stream of serialized WatchResponses, to be opened."""
        if self._moving:
            raise shutting_down()
        await self._limits.watchings.take(caller.player_id)
        return self._watches.open(caller, request)

    async def move_away(self, seconds: float) -> None:
        """Opens no more streams, and tells those that are open to move within some seconds; commands go on."""
        self._moving = True
        await self._watches.move_away(seconds)

    async def _seating(self, caller: Caller, command: tables_pb2.Command) -> tables_pb2.Accepted:
        """A command that a player has no need to give often, and that stores a record each time."""
        await self._limits.seatings.take(caller.player_id)
        return await self._command(caller, command)

    async def _command(self, caller: Caller, command: tables_pb2.Command) -> tables_pb2.Accepted:
        await self._limits.commands.take(caller.player_id)
        return await self._tables.command(command)


def _update(data: bytes) -> play_pb2.TableUpdate:
    return play_pb2.TableUpdate.FromString(data)


def _latest(updates: tables_pb2.Updates) -> play_pb2.TableUpdate:
    """The table as it is for its viewer: for a spectator with the last hand that has ended."""
    update = _update(updates.update)
    if updates.HasField("hand"):
        hand = play_pb2.SpectatedHand.FromString(updates.hand)
        events = [event for step in hand.steps for event in step.events]
        shown = play_pb2.TableUpdate(table=hand.table, events=events, view=hand.view)
        shown.table.CopyFrom(update.table if update.HasField("table") else hand.table)
        return shown
    return update
