"""The platform's errors, and how they cross gRPC.

    TrucoError              carries a reason of protos/truco/rules/v1/reason.proto, a sentence and metadata
    ├── InvalidInput        INVALID_ARGUMENT     malformed, whatever the state
    ├── IllegalAction       FAILED_PRECONDITION  well-formed, but the state does not allow it
    ├── CreditsError        FAILED_PRECONDITION  the credits do not allow it
    ├── NotFound            NOT_FOUND
    ├── Denied              PERMISSION_DENIED
    │   └── Unauthenticated UNAUTHENTICATED
    ├── Conflict            ABORTED              somebody else was first
    │   └── Reused          ALREADY_EXISTS       an id was used before with another body
    ├── Busy                RESOURCE_EXHAUSTED   a limit was reached
    │   └── TooLate         DEADLINE_EXCEEDED    not carried out in time
    └── Unreachable         UNAVAILABLE          a service behind did not answer

Anything else that is raised is a bug: logged once with an id, INTERNAL, no text leaked.
"""

from collections.abc import Mapping
from typing import ClassVar, Self

import grpc
from google.protobuf import any_pb2, duration_pb2
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

DOMAIN = "quiero"


class TrucoError(Exception):
    """Something was refused, and nothing changed.

    `reason` is a name of truco.rules.v1.Reason without its prefix, `message` a sentence for developers, `metadata`
    facts for the client, `retry_after` seconds after which a retry may succeed.
    """

    code: ClassVar[grpc.StatusCode] = grpc.StatusCode.UNKNOWN

    retry_after: float | None = None

    def __init__(self, reason: str, message: str = "", **metadata: str) -> None:
        super().__init__(f"{reason}: {message}" if message else reason)
        self.reason = reason
        self.message = message or reason
        self.metadata: Mapping[str, str] = metadata

    def retrying_after(self, seconds: float) -> Self:
        """Says that a retry after so many seconds may succeed."""
        self.retry_after = seconds
        return self


class InvalidInput(TrucoError):
    """The input is malformed, whatever the state."""

    code = grpc.StatusCode.INVALID_ARGUMENT


class IllegalAction(TrucoError):
    """The state does not allow it."""

    code = grpc.StatusCode.FAILED_PRECONDITION


class CreditsError(TrucoError):
    """The credits do not allow it."""

    code = grpc.StatusCode.FAILED_PRECONDITION


class NotFound(TrucoError):
    """No such thing."""

    code = grpc.StatusCode.NOT_FOUND


class Denied(TrucoError):
    """The caller may not."""

    code = grpc.StatusCode.PERMISSION_DENIED


class Unauthenticated(Denied):
    """The caller is not known."""

    code = grpc.StatusCode.UNAUTHENTICATED


class Conflict(TrucoError):
    """Somebody else was first."""

    code = grpc.StatusCode.ABORTED


class Reused(Conflict):
    """An id was used before with another body."""

    code = grpc.StatusCode.ALREADY_EXISTS


class Busy(TrucoError):
    """A limit was reached."""

    code = grpc.StatusCode.RESOURCE_EXHAUSTED


class TooLate(Busy):
    """It was not carried out in time, and will not be."""

    code = grpc.StatusCode.DEADLINE_EXCEEDED


class Unreachable(TrucoError):
    """A service behind this one did not answer."""

    code = grpc.StatusCode.UNAVAILABLE


class InternalError(TrucoError):
    """A bug of ours, as the caller sees it; the log has the rest under `id`."""

    code = grpc.StatusCode.INTERNAL


_KINDS = (InvalidInput, IllegalAction, NotFound, Denied, Unauthenticated, Conflict, Reused, Busy, TooLate, Unreachable)
_BY_CODE: dict[int, type[TrucoError]] = {kind.code.value[0]: kind for kind in (*_KINDS, InternalError)}


def code_number(error: TrucoError) -> int:
    """The canonical gRPC code as a number, for messages that carry refusals."""
    number: int = error.code.value[0]
    return number


def from_code(code: int, reason: str, message: str, metadata: Mapping[str, str]) -> TrucoError:
    """Makes the error that a refusal message stands for."""
    return _BY_CODE.get(code, InternalError)(reason, message, **metadata)


def details(error: TrucoError) -> list[any_pb2.Any]:
    """The google.rpc details of an error: one ErrorInfo, and RetryInfo where a retry helps."""
    packed = [_packed(error_details_pb2.ErrorInfo(reason=error.reason, domain=DOMAIN, metadata=dict(error.metadata)))]
    if error.retry_after is not None:
        delay = duration_pb2.Duration()
        delay.FromMilliseconds(round(error.retry_after * 1000))
        packed.append(_packed(error_details_pb2.RetryInfo(retry_delay=delay)))
    return packed


def to_status(error: TrucoError) -> grpc.Status:
    """The gRPC status of an error, with its details."""
    status = status_pb2.Status(code=code_number(error), message=error.message, details=details(error))
    converted: grpc.Status = rpc_status.to_status(status)
    return converted


def from_rpc_error(error: grpc.RpcError) -> TrucoError:
    """Reads the error that a gRPC server of ours sent; anything without ErrorInfo is Unreachable."""
    status = rpc_status.from_call(error)
    for detail in status.details if status else ():
        info = error_details_pb2.ErrorInfo()
        if detail.Unpack(info):
            return from_code(status.code, info.reason, status.message, info.metadata)
    return Unreachable("UNREACHABLE", "the service did not answer")


def _packed(message: error_details_pb2.ErrorInfo | error_details_pb2.RetryInfo) -> any_pb2.Any:
    packed = any_pb2.Any()
    packed.Pack(message)
    return packed
