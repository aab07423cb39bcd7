"""Commands that make no record of the table: talk and reports. They never hold the game up."""

import structlog

from services.common.errors import InternalError, TrucoError
from services.common.logging import log_bug
from services.tables.handlers import metrics
from services.tables.handlers.deciding import Sender, checked
from services.tables.handlers.lines import Lines
from services.tables.handlers.locks import Locks
from services.tables.handlers.ports import OutcomeUnknown, Ports, Replies
from services.tables.handlers.refusals import refused
from services.tables.handlers.reporting import report
from services.tables.handlers.talking import Senas, say
from truco.tables.v1.tables_pb2 import Accepted, Command, Reply

log = structlog.get_logger()

BODIES = frozenset({"say", "report"})
"""The commands that are carried out here."""


class Aside:
    """Carries out what is said and reported at tables, each table's one after the other."""

    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self._locks = Locks()
        self._senas = Senas(ports.engine)
        self.lines = Lines(ports.talk)

    async def carry_out(self, command: Command, replies: Replies) -> None:
        """Carries out one command and answers it.

        No reply is sent when the store did not say whether the line is there: who asked will ask again.
        """
        try:
            accepted = await self._accepted(command)
        except OutcomeUnknown:
            metrics.count(command, "UNKNOWN")
        except TrucoError as error:
            metrics.count(command, error.reason)
            await replies.send(Reply(refused=refused(error)))
        except Exception as error:
            await replies.send(Reply(refused=refused(_bug(command, error))))
        else:
            metrics.count(command, "OK")
            await replies.send(Reply(accepted=accepted))

    async def _accepted(self, command: Command) -> Accepted:
        which = checked(command, Sender.PERSON)
        async with self._locks.of(command.table_id):
            if which == "say":
                return Accepted(line=await say(self._ports, self.lines, self._senas, command))
            return Accepted(report_id=await report(self._ports, self.lines, command))


def _bug(command: Command, error: Exception) -> TrucoError:
    metrics.count(command, "INTERNAL")
    bug_id = log_bug("command failed", error, table=command.table_id, request=command.request_id)
    return InternalError("INTERNAL", "internal error", id=bug_id)
