"""Talk and reports in JetStream. Reads go to the stream's leader, so they never lag behind an append."""

from typing import Final

import nats.errors
import nats.js.errors
from nats.js import JetStreamContext
from nats.js.api import Header, RawStreamMsg
from nats.js.errors import APIError, NotFoundError

from services.common import subjects
from services.common.errors import Unreachable
from services.tables.adapters.store import SEQUENCE, SEQUENCE_SUBJECT, WRONG_LAST_SEQUENCE
from services.tables.domain.talk import Said
from services.tables.handlers.ports import OutcomeUnknown, SequenceConflict
from truco.tables.v1.tables_pb2 import PlayerReport, TalkRecord

_SECONDS: Final = 2.0
_MESSAGE_ID: Final = str(Header.MSG_ID.value)


class JetStreamTalk:
    """The port TalkStore on the stream TALK."""

    def __init__(self, js: JetStreamContext) -> None:
        self._js = js

    async def last(self, table_id: str) -> Said | None:
        """The table's last line, or None. Errors: UNREACHABLE."""
        return _said(await self._get(subject=subjects.talk_of(table_id)))

    async def at(self, sequence: int) -> Said | None:
        """The line of a sequence, or None when it is not kept any more. Errors: UNREACHABLE."""
        return _said(await self._get(sequence=sequence))

    async def append(self, table_id: str, audience: str, data: bytes, after: int) -> int:
        """Stores a line durably after another one, or as the first, and returns its sequence."""
        headers = {SEQUENCE: str(after), SEQUENCE_SUBJECT: subjects.talk_of(table_id)}
        try:
            ack = await self._js.publish(subjects.talk(table_id, audience), data, _SECONDS, headers=headers)
        except APIError as error:
            raise (SequenceConflict if error.err_code == WRONG_LAST_SEQUENCE else OutcomeUnknown) from error
        except (nats.errors.Error, nats.js.errors.Error, TimeoutError) as error:
            raise OutcomeUnknown from error
        return ack.seq

    async def _get(self, subject: str | None = None, sequence: int | None = None) -> RawStreamMsg | None:
        try:
            return await self._js.get_msg(subjects.TALK_STREAM, seq=sequence, subject=subject)
        except NotFoundError:
            return None
        except (nats.errors.Error, nats.js.errors.Error, TimeoutError) as error:
            raise Unreachable("UNREACHABLE", "the talk cannot be read now") from error


class JetStreamReports:
    """The port Reports on the stream REPORTS."""

    def __init__(self, js: JetStreamContext) -> None:
        self._js = js

    async def file(self, report: PlayerReport) -> None:
        """Stores a report durably; a second time within some minutes it is the same one."""
        subject, headers = subjects.report(report.table_id), {_MESSAGE_ID: report.report_id}
        try:
            await self._js.publish(subject, report.SerializeToString(), _SECONDS, headers=headers)
        except (nats.errors.Error, nats.js.errors.Error, TimeoutError) as error:
            raise OutcomeUnknown from error


def _said(message: RawStreamMsg | None) -> Said | None:
    if message is None or message.data is None or message.seq is None:
        return None
    return Said(TalkRecord.FromString(message.data), message.seq)
