"""How to tell that a server is well, by the address that its `health` line in the process file says."""

import http.client
from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

import psycopg
import redis

_SECONDS = 2.0
"""How long one check may take."""


def fault(health: str) -> str | None:
    """Why the server behind a health line is not well yet, in a few words; None when it is."""
    try:
        return _CHECKS[urlsplit(health).scheme](health)
    except (OSError, http.client.HTTPException, psycopg.Error, redis.RedisError) as error:
        return str(error).strip().partition("\n")[0] or type(error).__name__


def _http(url: str) -> str | None:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=_SECONDS)
    try:
        connection.request("GET", parts.path)
        answer = connection.getresponse()
        text = answer.read(200).decode(errors="replace").strip()
    finally:
        connection.close()
    return None if answer.status == 200 else f"{answer.status} {text}"


def _postgresql(url: str) -> None:
    psycopg.connect(url, connect_timeout=int(_SECONDS)).close()


def _redis(url: str) -> None:
    with redis.Redis.from_url(url, socket_timeout=_SECONDS) as client:
        client.ping()


_CHECKS: Mapping[str, Callable[[str], str | None]] = {
    "http": _http,
    "postgresql": _postgresql,
    "redis": _redis,
}
