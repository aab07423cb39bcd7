"""Errors keep their code, reason and metadata across gRPC."""

import grpc
import pytest
from google.rpc import error_details_pb2
from google.rpc.status_pb2 import Status

from services.common.errors import Busy, Conflict, Denied, TrucoError, code_number, details, from_code, to_status
from truco.rules.v1.reason_pb2 import Reason


@pytest.mark.parametrize("kind", [Busy, Conflict, Denied])
def test_a_refusal_message_stands_for_the_error_it_was_made_from(kind: type[TrucoError]) -> None:
    error = kind("TABLE_FULL", "no seat is empty", table_id="t1")
    read = from_code(code_number(error), error.reason, error.message, error.metadata)
    assert (type(read), read.reason, read.message, read.metadata) == (
        kind,
        "TABLE_FULL",
        "no seat is empty",
        {"table_id": "t1"},
    )


def test_a_status_carries_one_error_info() -> None:
    status = to_status(Denied("NOT_SEATED", "not your table", table_id="t1"))
    [(_, packed)] = [item for item in status.trailing_metadata if item[0] == "grpc-status-details-bin"]
    [detail] = Status.FromString(packed).details
    info = error_details_pb2.ErrorInfo()
    assert detail.Unpack(info)
    assert (status.code, info.domain, info.reason, info.metadata["table_id"]) == (
        grpc.StatusCode.PERMISSION_DENIED,
        "quiero",
        "NOT_SEATED",
        "t1",
    )


def test_a_limit_says_when_to_retry() -> None:
    _, packed = details(Busy("LIMIT_REACHED").retrying_after(1.5))
    retry = error_details_pb2.RetryInfo()
    assert packed.Unpack(retry)
    assert retry.retry_delay.ToMilliseconds() == 1500


def test_every_reason_of_the_catalogue_has_one_number() -> None:
    assert len(set(Reason.values())) == len(Reason.keys())
