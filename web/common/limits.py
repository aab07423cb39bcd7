"""Limits that hold across the portal's processes, counted in Valkey."""

import time

import structlog
from django.core.cache import cache
from django.http import HttpRequest
from redis.exceptions import RedisError

from services.common.errors import Busy
from web.settings.environment import environment

MINUTE = 60
HOUR = 3600


def spend(limit: str, who: str, allowed: int, *, seconds: int = HOUR) -> None:
    """Counts one use of `limit` by `who` in the current hour, or minute.

    Raises Busy (LIMIT_REACHED) once `allowed` is passed. While Valkey is away nothing is limited: a portal that lets
    too many in is better than one that lets nobody in.
    """
    now = time.time()
    left = seconds - now % seconds
    key = f"limit:{limit}:{who}:{int(now // seconds)}"
    try:
        cache.add(key, 0, timeout=seconds)
        used = cache.incr(key)
    except (RedisError, ValueError) as error:
        structlog.get_logger().warning("limit not counted", limit=limit, error=repr(error))
        return
    if used > allowed:
        raise Busy("LIMIT_REACHED", f"at most {allowed} in {seconds} s", limit=limit).retrying_after(left)


def address(request: HttpRequest) -> str:
    """The client's IP address: what the outermost trusted proxy saw, else the connection's."""
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
    trusted = environment().trusted_proxies
    if trusted and len(hops) >= trusted:
        return hops[-trusted]
    return str(request.META["REMOTE_ADDR"])
