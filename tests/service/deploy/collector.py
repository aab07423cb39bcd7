"""A collector of spans: it takes what processes send over OTLP (HTTP, protobuf) and keeps it."""

import gzip
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)


@dataclass(frozen=True)
class Span:
    """One span."""

    service: str
    name: str
    trace: str
    span: str
    parent: str
    attributes: dict[str, str]


class Collector:
    """All spans that came."""

    def __init__(self) -> None:
        self.url = ""
        self.spans: list[Span] = []

    def of(self, trace: str) -> list[Span]:
        """The spans of a trace."""
        return [span for span in self.spans if span.trace == trace]

    def wait_for(self, found: Callable[[], bool], seconds: float = 20) -> None:
        """Returns when what came is enough."""
        until = time.monotonic() + seconds
        while not found():
            assert time.monotonic() < until, "\n".join(map(str, self.spans[-40:]))
            time.sleep(0.05)

    def take(self, request: ExportTraceServiceRequest) -> None:
        """Keeps what a process sent."""
        for of_process in request.resource_spans:
            resource = {pair.key: pair.value.string_value for pair in of_process.resource.attributes}
            for scope in of_process.scope_spans:
                for span in scope.spans:
                    attributes = {pair.key: pair.value.string_value for pair in span.attributes}
                    ids = (span.trace_id.hex(), span.span_id.hex(), span.parent_span_id.hex())
                    self.spans.append(Span(resource["service.name"], span.name, *ids, attributes))


@contextmanager
def collector() -> Iterator[Collector]:
    """A collector that listens while the block runs."""
    collected = Collector()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            assert self.path == "/v1/traces"
            collected.take(ExportTraceServiceRequest.FromString(body))
            self.send_response(200)
            self.send_header("Content-Type", "application/x-protobuf")
            self.end_headers()
            self.wfile.write(ExportTraceServiceResponse().SerializeToString())

        def log_message(self, format: str, *args: object) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    collected.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield collected
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
