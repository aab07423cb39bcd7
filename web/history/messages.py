"""Terminal records of tables: what they say, and what is done about them."""

from collections.abc import Sequence

from google.protobuf.message import DecodeError
from pydantic import ValidationError

from services.common.errors import InvalidInput
from truco.tables.v1 import tables_pb2
from web.history import services
from web.history.ended import Finished, store_finished
from web.history.models import Outcome
from web.history.record import MatchRecord


def store(subject: str, data: bytes) -> bool:
    """Writes what a record on `table.<shard>.<id>.<kind>` says; returns False when that was done before.

    Raises InvalidInput (BAD_REQUEST) for one that can't be read, and what the credits refuse.
    """
    (new,) = store_all([(subject, data)])
    return new


def store_all(messages: Sequence[tuple[str, bytes]]) -> list[bool]:
    """Writes what records say, the finished matches all or none, in one transaction; for each whether it was new.

    Raises what `store` raises for any of them; each may then be written by itself.
    """
    read = [(_outcome(subject), _record(data)) for subject, data in messages]
    finished = [_finished(record) if outcome is Outcome.FINISHED else None for outcome, record in read]
    new = store_finished([each for each in finished if each])
    return [
        _is_first(each, finished[:place]) and each.id in new if each else services.store_unfinished(outcome, record)
        for place, (each, (outcome, record)) in enumerate(zip(finished, read, strict=True))
    ]


def _is_first(match: Finished, before: Sequence[Finished | None]) -> bool:
    return all(each is None or each.id != match.id for each in before)


def _finished(record: tables_pb2.TableRecord) -> Finished:
    try:
        return Finished(MatchRecord.model_validate_json(record.match_record_json), record.match_record_json)
    except ValidationError as error:
        raise InvalidInput("BAD_REQUEST", f"match_record_json: {error}") from error


def _outcome(subject: str) -> Outcome:
    try:
        return Outcome(subject.rsplit(".", 1)[-1])
    except ValueError:
        raise InvalidInput("BAD_REQUEST", f"no terminal record: {subject}") from None


def _record(data: bytes) -> tables_pb2.TableRecord:
    try:
        return tables_pb2.TableRecord.FromString(data)
    except DecodeError as error:
        raise InvalidInput("BAD_REQUEST", "no TableRecord") from error
