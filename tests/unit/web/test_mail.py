"""Mail against a real SMTP server, one that refuses as often as the test wants."""

import socketserver
import threading
from collections.abc import Iterator

import pytest
from celery.result import EagerResult
from django.core.cache import caches
from django.test import override_settings

from web.accounts.tasks import TRIES, MailNotSentError, send_mail

KEY = "0123456789abcdef"
SMTP = "django.core.mail.backends.smtp.EmailBackend"


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.refusals = 0
        self.taken: list[str] = []


class _Session(socketserver.StreamRequestHandler):
    """As much of RFC 5321 as takes a mail."""

    server: _Server

    def handle(self) -> None:
        self._say("220 here")
        while line := self.rfile.readline().decode().strip().upper():
            if line == "DATA":
                self._take()
            elif line.startswith("RCPT") and self.server.refusals:
                self.server.refusals -= 1
                self._say("451 try again later")
            elif line == "QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 well")

    def _take(self) -> None:
        self._say("354 go on")
        lines = iter(lambda: self.rfile.readline().decode(), ".\r\n")
        self.server.taken.append("".join(lines))
        self._say("250 taken")

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


@pytest.fixture
def server() -> Iterator[_Server]:
    """The server that mail goes to, and a memory of what was sent."""
    memory = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    with _Server() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        place = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": server.server_address[1], "EMAIL_USE_TLS": False}
        with override_settings(EMAIL_BACKEND=SMTP, CACHES=memory, **place):
            caches["default"].clear()
            yield server
        server.shutdown()


def _send() -> EagerResult[None]:
    """Runs the task, its tries one after the other without the waits between."""
    told = {"key": KEY, "subject": "Tu código", "body": "ABCD-EFGH", "to": "ana@example.org"}
    return send_mail.apply(kwargs=told)


def test_a_mail_that_was_refused_is_sent_again_until_it_is_taken(server: _Server) -> None:
    server.refusals = 2
    _send()

    assert len(server.taken) == 1 and f"Message-ID: <{KEY}@" in server.taken[0]


def test_a_mail_that_was_sent_is_not_sent_again_when_its_task_comes_twice(server: _Server) -> None:
    _send()
    _send()

    assert len(server.taken) == 1


def test_what_is_raised_when_no_server_takes_it_names_nobody(server: _Server) -> None:
    server.refusals = 100

    given_up = _send().result

    assert isinstance(given_up, MailNotSentError)
    assert (str(given_up), given_up.__context__) == ("SMTPRecipientsRefused", None)
    assert 100 - server.refusals == TRIES + 1
