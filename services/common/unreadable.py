"""Requests that are not protobuf: grpc.aio calls them UNKNOWN and shows its exception; here they are BAD_REQUEST."""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final

import grpc
from google.protobuf.message import DecodeError

from services.common.errors import InvalidInput, to_status

Context = grpc.aio.ServicerContext[Any, Any]
Continuation = Callable[[grpc.HandlerCallDetails], Awaitable[Any]]
Method = Callable[[Any, Context], Any]

_KINDS: Final = ("unary_unary", "unary_stream", "stream_unary", "stream_stream")


class RefuseUnreadable(grpc.aio.ServerInterceptor):
    """Answers an unreadable request with INVALID_ARGUMENT (BAD_REQUEST); an unreadable message ends its stream so."""

    async def intercept_service(self, continuation: Continuation, handler_call_details: grpc.HandlerCallDetails) -> Any:
        """Wraps the handler of the call."""
        handler = await continuation(handler_call_details)
        if handler is None or handler.request_deserializer is None:
            return handler
        kind = next(kind for kind in _KINDS if getattr(handler, kind))
        prepare = _all_readable if handler.request_streaming else _readable
        method = _wrapped(getattr(handler, kind), prepare)
        return handler._replace(request_deserializer=_lenient(handler.request_deserializer), **{kind: method})


class _Unreadable:
    """In place of a request that could not be read."""


def _lenient(deserialize: Callable[[bytes], Any]) -> Callable[[bytes], Any]:
    def read(data: bytes) -> Any:
        try:
            return deserialize(data)
        except DecodeError:
            return _Unreadable()

    return read


def _wrapped(method: Method, prepare: Callable[[Any], Any]) -> Method:
    """The method with its request, or its stream of requests, prepared; grpc.aio tells the two kinds apart."""

    async def answer(request: Any, context: Context) -> Any:
        try:
            prepared = prepare(request)
        except InvalidInput as error:
            await context.abort_with_status(to_status(error))
        return await method(prepared, context)

    async def stream(request: Any, context: Context) -> AsyncIterator[Any]:
        try:
            prepared = prepare(request)
        except InvalidInput as error:
            await context.abort_with_status(to_status(error))
        async for response in method(prepared, context):
            yield response

    return stream if inspect.isasyncgenfunction(method) else answer


def _readable(request: Any) -> Any:
    if isinstance(request, _Unreadable):
        raise InvalidInput("BAD_REQUEST", "the message could not be read")
    return request


async def _all_readable(requests: AsyncIterator[Any]) -> AsyncIterator[Any]:
    async for request in requests:
        yield _readable(request)
