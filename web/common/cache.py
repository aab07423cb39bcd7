"""The cache in Valkey. While it is away the portal goes on: nothing is remembered then, and nothing limited."""

from typing import Any

import structlog
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError


class TolerantCache(RedisCache):
    """Django's, for what allauth and we count and remember. `incr` still raises, so that who counts knows."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """What is remembered, or the default."""
        try:
            return super().get(key, default, version)
        except RedisError as error:
            _missed(error)
            return default

    def set(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> None:
        """Remembers, if it can."""
        try:
            super().set(key, value, *args, **kwargs)
        except RedisError as error:
            _missed(error)

    def add(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> bool:
        """Remembers what is not remembered yet; says it did when nobody can tell."""
        try:
            return super().add(key, value, *args, **kwargs)
        except RedisError as error:
            _missed(error)
            return True

    def delete(self, key: Any, version: int | None = None) -> bool:
        """Forgets, if it can."""
        try:
            return super().delete(key, version)
        except RedisError as error:
            _missed(error)
            return False


def _missed(error: RedisError) -> None:
    structlog.get_logger().warning("cache away", error=type(error).__name__)
