"""What becomes of a request about a seek. Whichever worker serves the player's shard does it; the ticket's sequence
tells when another one was first."""

from collections.abc import Awaitable, Callable
from typing import Final

from services.common.errors import (
    CreditsError,
    InternalError,
    InvalidInput,
    Reused,
    TooLate,
    TrucoError,
    Unreachable,
    code_number,
)
from services.common.forms import check_client_seed, check_id, is_player_id
from services.common.logging import log_bug
from services.tables.domain.life import SEATS
from services.tables.domain.stakes import check_may_stake, check_stake
from services.tables.handlers.placing import refuse_if_seated_there
from services.tables.handlers.ports import OutcomeUnknown, SequenceConflict
from services.tables.matchmaking import metrics
from services.tables.matchmaking.ports import MatchmakingPorts, Stored
from services.tables.matchmaking.tickets import ended, held_by, lives, new, status_of
from truco.play.v1.play_pb2 import SeekRequest
from truco.rules.v1.rules_pb2 import Ruleset
from truco.tables.v1.seeks_pb2 import SeekCommand, SeekReply, SeekTold, Ticket
from truco.tables.v1.tables_pb2 import Refused

MOST_BOTS_AFTER_SECONDS: Final = 3_600

Handler = Callable[[SeekCommand, Stored | None], Awaitable[Ticket | None]]
"""Tells what ticket the player is to have; that of the argument, or None, to leave all as it is."""


class Seeking:
    """Carries out requests about seeks."""

    def __init__(self, ports: MatchmakingPorts) -> None:
        self._ports = ports
        self._played: set[tuple[str, int]] = set()
        self._handlers: dict[str, Handler] = {
            "seek": self._seek,
            "cancel": self._cancel,
            "hold": self._hold,
            "drop": self._drop,
        }

    async def carry_out(self, command: SeekCommand) -> SeekReply | None:
        """Carries out a request; a refusal is an answer. None when the store did not say: who asked asks again."""
        try:
            return SeekReply(told=await self._carry_out(command))
        except OutcomeUnknown:
            return None
        except TrucoError as error:
            return _refused(error)
        except Exception as error:
            bug = log_bug("seek failed", error, player=command.player.player_id)
            return _refused(InternalError("INTERNAL", "internal error", id=bug))

    async def leave(self, player_id: str) -> str | None:
        """Ends the player's seek, for who takes a seat; returns the table that was made of it lately, if there is one.

        Errors: UNREACHABLE.
        """
        while (stored := await self._ports.tickets.last(player_id)) is not None and lives(stored.ticket):
            over = ended(stored.ticket)
            try:
                await self._ports.tickets.store(over, stored)
            except SequenceConflict:
                continue
            except OutcomeUnknown as error:
                raise Unreachable("UNREACHABLE", "the player's seek cannot be ended now") from error
            await self._tell(over)
        return (stored and stored.ticket.table_id) or None

    async def _carry_out(self, command: SeekCommand) -> SeekTold:
        which = command.WhichOneof("body")
        if which is None or not is_player_id(command.player.player_id):
            raise InvalidInput("BAD_REQUEST", "a request needs a player and a body")
        while True:
            before = await self._ports.tickets.last(command.player.player_id)
            ticket = await self._handlers[which](command, before)
            if ticket is None or (before and ticket is before.ticket):
                return self._told(ticket)
            if self._ports.now_ms() > command.not_after_ms:
                raise TooLate("TOO_LATE", "the request arrived after its not_after")
            try:
                await self._ports.tickets.store(ticket, before)
            except SequenceConflict:
                continue
            await self._tell_loser(before, ticket)
            return self._told(ticket)

    async def _seek(self, command: SeekCommand, before: Stored | None) -> Ticket | None:
        """A new seek takes the older one's place. Errors: those of PlayService.Seek but NOT_WATCHING."""
        seek = _checked(command)
        if before is not None and before.ticket.seek.request_id == seek.request_id:
            if before.ticket.seek != seek:
                raise Reused("REQUEST_ID_REUSED", "this request id was used before with another body")
            return before.ticket
        await self._check_played(seek)
        player_id = command.player.player_id
        await self._check_affords(player_id, seek.stake)
        place = await self._ports.lobby.place(player_id)
        table_ids = {place.table_id, before and before.ticket.table_id} - {None, ""}
        for table_id in table_ids:
            await refuse_if_seated_there(self._ports.store, player_id, table_id or "")
        metrics.SEEKS.labels("sought").inc()
        return new(command, seek, await self._ports.standings.get(player_id), self._ports.now_ms())

    async def _cancel(self, _command: SeekCommand, before: Stored | None) -> Ticket | None:
        if before is None:
            return None
        if not lives(before.ticket):
            return before.ticket
        metrics.SEEKS.labels("cancelled").inc()
        return ended(before.ticket)

    async def _hold(self, command: SeekCommand, before: Stored | None) -> Ticket | None:
        if before is None:
            return None
        ticket = before.ticket
        its_stream = lives(ticket) and ticket.seek.client_id == command.hold.client_id
        if not its_stream or ticket.gateway == command.gateway:
            return ticket
        return held_by(ticket, command.gateway, await self._ports.standings.get(command.player.player_id))

    async def _drop(self, command: SeekCommand, before: Stored | None) -> Ticket | None:
        if before is None:
            return None
        ticket = before.ticket
        same = ticket.seek.request_id == command.drop.request_id and ticket.gateway == command.gateway
        if not lives(ticket) or not same:
            return ticket
        metrics.SEEKS.labels("dropped").inc()
        return ended(ticket)

    async def _check_played(self, seek: SeekRequest) -> None:
        """Asks the engine whether there is such a game. Errors: UNKNOWN_PRESET, BAD_SEATS."""
        kind = (seek.preset, seek.seats)
        if kind not in self._played:
            await self._ports.engine.new_match(Ruleset(preset=seek.preset), seek.seats, 0)
            self._played.add(kind)

    async def _check_affords(self, player_id: str, stake: int) -> None:
        """Refuses who could not stake, before others are paired with it in vain. Errors: INSUFFICIENT_CREDITS."""
        if stake and await self._ports.credits.available(player_id) < stake:
            raise CreditsError("INSUFFICIENT_CREDITS", "too few credits", player_ids=player_id)

    def _told(self, ticket: Ticket | None) -> SeekTold:
        if ticket is None:
            return SeekTold()
        return SeekTold(status=status_of(ticket, self._ports.now_ms()), gateway=ticket.gateway)

    async def _tell_loser(self, before: Stored | None, ticket: Ticket) -> None:
        """Tells the gateway that held a seek before, if it is another one."""
        if before is not None and lives(before.ticket) and before.ticket.gateway != ticket.gateway:
            await self._tell(ended(before.ticket))

    async def _tell(self, ticket: Ticket) -> None:
        status = status_of(ticket, self._ports.now_ms())
        await self._ports.news.tell(ticket.gateway, ticket.player.player_id, status)


def _checked(command: SeekCommand) -> SeekRequest:
    """The seek as it is kept.

    Errors: BAD_REQUEST_ID, BAD_REQUEST, BAD_SEATS, BAD_STAKE, GUESTS_CANNOT_STAKE, BOTS_CANNOT_STAKE.
    """
    seek = SeekRequest()
    seek.CopyFrom(command.seek)
    check_id("request_id", seek.request_id, "BAD_REQUEST_ID")
    check_id("client_id", seek.client_id, "BAD_REQUEST")
    check_client_seed(seek.client_seed)
    if seek.seats not in SEATS:
        raise InvalidInput("BAD_SEATS", f"{seek.seats} seats; a table has 2, 4 or 6")
    check_stake(seek.stake, bots=0)
    check_may_stake(seek.stake, command.player)
    _check_party(seek)
    if not 0 <= seek.bots_after_seconds <= MOST_BOTS_AFTER_SECONDS or (seek.bots_after_seconds and seek.stake):
        raise InvalidInput("BAD_REQUEST", "bots_after_seconds is 0 to 3600, and 0 with a stake")
    seek.ranked = seek.ranked and not command.player.guest and not command.player.bot
    seek.party_size = max(1, seek.party_size)
    return seek


def _check_party(seek: SeekRequest) -> None:
    if not seek.party and seek.party_size <= 1:
        return
    check_id("party", seek.party, "BAD_REQUEST")
    if not 2 <= seek.party_size <= seek.seats // 2:
        raise InvalidInput("BAD_REQUEST", f"a party at a table of {seek.seats} has 2 to {seek.seats // 2} players")


def _refused(error: TrucoError) -> SeekReply:
    refused = Refused(
        code=code_number(error), reason=error.reason, message=error.message, metadata=dict(error.metadata)
    )
    return SeekReply(refused=refused)
