"""/healthz and /metrics of a process, on a thread of their own so that a busy loop still answers."""

import asyncio
import threading
from collections.abc import Callable, Iterable
from socketserver import ThreadingMixIn
from typing import TYPE_CHECKING, cast
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from prometheus_client import make_wsgi_app

from services.common.settings import split_address

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

Check = Callable[[], str | None]
"""Returns None when all is well, else what is wrong in a few words."""


def ended(tasks: Iterable["asyncio.Task[None]"]) -> str | None:
    """What is wrong when one of the tasks that a process lives by has ended, for a health check."""
    task = next((task for task in tasks if task.done()), None)
    if task is None:
        return None
    error = None if task.cancelled() else task.exception()
    return f"a background task ended: {type(error).__name__}" if error else "a background task ended"


class Health:
    """Serves /healthz (200 "ok", or 503 with what is wrong) and /metrics until closed."""

    def __init__(self, address: str) -> None:
        self._checks: list[Check] = []
        self._ready = False
        self._started = False
        host, port = split_address(address)
        self._metrics = make_wsgi_app()
        self._server = make_server(host, port, self._app, server_class=_Server, handler_class=_Quiet)
        self._thread = threading.Thread(target=self._server.serve_forever, name="health", daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self._server.server_port)

    @property
    def started(self) -> bool:
        """Whether the process has ever been ready."""
        return self._started

    def ready(self, *checks: Check) -> None:
        """Says that the process has started; from now on it is healthy while every check passes."""
        self._checks = list(checks)
        self._ready = self._started = True

    def draining(self) -> None:
        """Says that the process is going away."""
        self._ready = False

    def close(self) -> None:
        """Stops serving."""
        self._server.shutdown()
        self._server.server_close()

    def fault(self) -> str | None:
        """What is wrong, or None."""
        if not self._ready:
            return "not ready"
        return next((fault for check in self._checks if (fault := check())), None)

    def _app(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        if environ["PATH_INFO"] != "/healthz":
            return cast(Iterable[bytes], self._metrics(environ, start_response))
        fault = self.fault()
        start_response("503 Service Unavailable" if fault else "200 OK", [("Content-Type", "text/plain")])
        return [(fault or "ok").encode() + b"\n"]


class _Server(ThreadingMixIn, WSGIServer):
    allow_reuse_address = True
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A caller that breaks off or says nothing is not worth a log line either; wsgiref logs what a check raises."""


class _Quiet(WSGIRequestHandler):
    timeout = 10  # seconds for a caller that says nothing

    def log_message(self, format: str, *args: object) -> None:
        """Health checks are not worth a log line."""
