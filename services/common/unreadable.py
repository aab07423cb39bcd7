"""Requests that cannot be taken: bytes that are not protobuf, which grpc.aio calls UNKNOWN and shows its exception, and
messages over the size limit, which it refuses without a reason. Here both get their typed error."""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final, TypeVar

import grpc
from google.protobuf.message import DecodeError

from services.common.errors import Busy, InvalidInput, TrucoError, to_status

Context = grpc.aio.ServicerContext[Any, Any]
Continuation = Callable[[grpc.HandlerCallDetails], Awaitable[Any]]
Method = Callable[[Any, Context], Any]
Request = TypeVar("Request")

_KINDS: Final = ("unary_unary", "unary_stream", "stream_unary", "stream_stream")


def read(deserialize: Callable[[bytes], Request], data: bytes, limit: int) -> Request:
    """Reads a request of at most `limit` bytes. Errors: MESSAGE_TOO_LARGE, BAD_REQUEST."""
    if len(data) > limit:
        raise too_large(limit)
    try:
        return deserialize(data)
    except DecodeError:
        raise InvalidInput("BAD_REQUEST", "the message could not be read") from None


def too_large(limit: int) -> Busy:
    """The refusal of a message over the size limit in bytes."""
    return Busy("MESSAGE_TOO_LARGE", f"a message has at most {limit} bytes", limit=str(limit))


class RefuseUnreadable(grpc.aio.ServerInterceptor):
    """Answers a request that cannot be taken with its error; such a message within a stream ends the stream so."""

    def __init__(self, limit: int) -> None:
        self._limit = limit

    async def intercept_service(self, continuation: Continuation, handler_call_details: grpc.HandlerCallDetails) -> Any:
        """Wraps the handler of the call."""
        handler = await continuation(handler_call_details)
        if handler is None or handler.request_deserializer is None:
            return handler
        kind = next(kind for kind in _KINDS if getattr(handler, kind))
        prepare = _all_readable if handler.request_streaming else _readable
        method = _wrapped(getattr(handler, kind), prepare)
        return handler._replace(
            request_deserializer=_lenient(handler.request_deserializer, self._limit), **{kind: method}
        )


class _Refused:
    """In place of a request that could not be taken."""

    def __init__(self, error: TrucoError) -> None:
        self.error = error


def _lenient(deserialize: Callable[[bytes], Any], limit: int) -> Callable[[bytes], Any]:
    def take(data: bytes) -> Any:
        try:
            return read(deserialize, data, limit)
        except TrucoError as error:
            return _Refused(error)

    return take


def _wrapped(method: Method, prepare: Callable[[Any], Any]) -> Method:
    """The method with its request, or its stream of requests, prepared; grpc.aio tells the two kinds apart."""

    async def answer(request: Any, context: Context) -> Any:
        try:
            prepared = prepare(request)
        except TrucoError as error:
            await context.abort_with_status(to_status(error))
        return await method(prepared, context)

    async def stream(request: Any, context: Context) -> AsyncIterator[Any]:
        try:
            prepared = prepare(request)
        except TrucoError as error:
            await context.abort_with_status(to_status(error))
        async for response in method(prepared, context):
            yield response

    return stream if inspect.isasyncgenfunction(method) else answer


def _readable(request: Any) -> Any:
    if isinstance(request, _Refused):
        raise request.error
    return request


async def _all_readable(requests: AsyncIterator[Any]) -> AsyncIterator[Any]:
    async for request in requests:
        yield _readable(request)
