"""One request through every hop: its id and its W3C traceparent go along, stand in every log line, and become spans
where an operator collects them.

Off unless QUIERO_TRACES_URL is set: then no SDK is loaded, and what costs anything is a variable that is set. On, a
share of the requests is sampled at the gateway, or those whose caller sampled them; who comes later goes by the
traceparent, which is passed on only as far as a request is sampled or came with one.
"""

import random
import re
from collections.abc import Iterable
from contextvars import ContextVar, Token
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

import structlog

from services.common.errors import TrucoError

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span as SdkSpan
    from opentelemetry.trace import Tracer

HEADER: Final = "traceparent"

_FORM: Final = re.compile(r"00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})")
_SAMPLED: Final = "-01"
_EXPORT_SECONDS: Final = 2
_TRACEPARENT: Final[ContextVar[str]] = ContextVar("traceparent", default="")
_REQUEST: Final[ContextVar[str]] = ContextVar("request_id", default="")


class _Nothing:
    """No span."""

    __slots__ = ()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: object, _error: object, _trace: object) -> None:
        return None


class _Passing:
    """No span; a traceparent that came goes along all the same."""

    __slots__ = ("_token", "_traceparent")

    def __init__(self, traceparent: str) -> None:
        self._traceparent = traceparent
        self._token: Token[str] | None = None

    def __enter__(self) -> Self:
        self._token = _TRACEPARENT.set(self._traceparent)
        return self

    def __exit__(self, _kind: object, _error: object, _trace: object) -> None:
        if self._token:
            _TRACEPARENT.reset(self._token)


class _Recording:
    """A span that is being recorded, and is the parent of what happens inside."""

    __slots__ = ("_span", "_token")

    def __init__(self, span: "SdkSpan") -> None:
        self._span = span
        self._token: Token[str] | None = None

    def __enter__(self) -> Self:
        context = self._span.get_span_context()
        self._token = _TRACEPARENT.set(f"00-{context.trace_id:032x}-{context.span_id:016x}-01")
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._token:
            _TRACEPARENT.reset(self._token)
        if error is not None:
            kind = error.reason if isinstance(error, TrucoError) else type(error).__name__
            self._span.set_attribute("error.type", kind)
        self._span.end()


Span = _Recording | _Passing | _Nothing
"""What is entered while something is done; an error that leaves it is noted."""


class _Tracing:
    """What a process records with: nothing, until it is configured."""

    tracer: "Tracer | None" = None
    provider: "TracerProvider | None" = None
    ratio: float = 0.0


_NOTHING: Final = _Nothing()
_STATE: Final = _Tracing()


def configure(service: str, url: str, ratio: float) -> None:
    """Records spans and sends them to a collector over OTLP (HTTP, protobuf); without a URL nothing is recorded."""
    if not url:
        return
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor
    from opentelemetry.sdk.trace.sampling import ALWAYS_ON

    # What is sampled is decided once, where a request enters: so what is not costs nothing anywhere.
    provider = TracerProvider(ALWAYS_ON, Resource.create({"service.name": service, "service.namespace": "quiero"}))
    exporter = OTLPSpanExporter(f"{url.rstrip('/')}/v1/traces", timeout=_EXPORT_SECONDS)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    _STATE.tracer, _STATE.provider, _STATE.ratio = provider.get_tracer("quiero"), provider, ratio


def shutdown() -> None:
    """Sends what was recorded, if the collector takes it soon."""
    if _STATE.provider:
        _STATE.provider.shutdown()


def entry(name: str, traceparent: str = "", **attributes: str) -> Span:
    """The span of a request that comes from outside, with the traceparent that it may bring."""
    form = _FORM.fullmatch(traceparent) if traceparent else None
    if form is None:
        if _STATE.tracer and random.random() < _STATE.ratio:
            return _Recording(_STATE.tracer.start_span(name, attributes=attributes))
        return _NOTHING
    return span(name, traceparent, **attributes)


def span(name: str, traceparent: str | None = None, **attributes: str) -> Span:
    """A span below the traceparent of a message, or the current one; nothing is recorded unless that was sampled."""
    parent = _TRACEPARENT.get() if traceparent is None else traceparent
    if not parent:
        return _NOTHING
    if _STATE.tracer is None or not parent.endswith(_SAMPLED):
        return _Passing(parent)
    return _Recording(_STATE.tracer.start_span(name, context=_context(parent), attributes=attributes))


def current() -> str:
    """The traceparent for a message to the next hop; empty when there is none."""
    return _TRACEPARENT.get()


def headers() -> dict[str, str]:
    """The current traceparent as headers or gRPC metadata; empty when there is none."""
    traceparent = _TRACEPARENT.get()
    return {HEADER: traceparent} if traceparent else {}


def metadata() -> tuple[tuple[str, str], ...]:
    """The current traceparent as gRPC metadata."""
    return tuple(headers().items())


def from_metadata(pairs: "Iterable[tuple[str, Any]] | None") -> str:
    """The traceparent in gRPC metadata; empty when there is none."""
    return next((str(value) for name, value in pairs or () if name == HEADER), "")


def note_request(request_id: str) -> None:
    """Says which request this task serves, for its log lines."""
    _REQUEST.set(request_id)


def add_ids(_logger: object, _method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """A processor of structlog that adds the request and the trace."""
    if request_id := _REQUEST.get():
        event.setdefault("request", request_id)
    if form := _FORM.fullmatch(_TRACEPARENT.get()):
        event.setdefault("trace", form[1])
    return event


def _context(traceparent: str) -> "Context | None":
    from opentelemetry import trace

    form = _FORM.fullmatch(traceparent)
    if form is None:
        return None
    remote = trace.SpanContext(int(form[1], 16), int(form[2], 16), is_remote=True, trace_flags=trace.TraceFlags(1))
    return trace.set_span_in_context(trace.NonRecordingSpan(remote))
