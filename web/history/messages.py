"""One terminal record of a table: what it says, and what is done about it."""

import json

from google.protobuf.message import DecodeError
from pydantic import ValidationError

from services.common.errors import InvalidInput
from truco.tables.v1 import tables_pb2
from web.history import services
from web.history.models import Outcome
from web.history.record import MatchRecord


def store(subject: str, data: bytes) -> bool:
    """Writes what a record on `table.<shard>.<id>.<kind>` says; returns False when that was done before.

    Raises InvalidInput (BAD_REQUEST) for one that can't be read, and what the credits refuse.
    """
    outcome = _outcome(subject)
    record = _record(data)
    if outcome is not Outcome.FINISHED:
        return services.store_unfinished(outcome, record)
    try:
        stored = json.loads(record.match_record_json)
        match = MatchRecord.model_validate(stored)
    except (ValueError, ValidationError) as error:
        raise InvalidInput("BAD_REQUEST", f"match_record_json: {error}") from error
    return services.store_finished(match, stored)


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
