"""The portal's public keys, fetched from its JWKS address and kept."""

import asyncio
import time

import httpx
import structlog
from jwt import PyJWK, PyJWKSet, PyJWTError

from services.common.errors import Unauthenticated, Unreachable

_REFRESH_SECONDS = 300.0
_RETRY_SECONDS = 1.0
_FETCH_SECONDS = 3.0


class Keys:
    """Public keys by key id. Fetched anew every five minutes, and when a token names an unknown one.

    Unknown key ids cost at most one fetch per second, however many tokens name them; callers wait for it together.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._keys: dict[str, PyJWK] = {}
        self._fetched_at = -_RETRY_SECONDS
        """When the last fetch began."""
        self._portal_answers = False
        self._fetching = asyncio.Lock()

    async def get(self, key_id: str) -> PyJWK:
        """The key; raises Unauthenticated when there is none, Unreachable when the portal can't be asked."""
        if key_id not in self._keys:
            await self._refresh()
        if key_id in self._keys:
            return self._keys[key_id]
        if not self._portal_answers:
            raise Unreachable("UNREACHABLE", "the portal's keys cannot be fetched").retrying_after(_RETRY_SECONDS)
        raise Unauthenticated("TOKEN_INVALID", "the token is signed with an unknown key")

    async def keep_fresh(self) -> None:
        """Fetches for ever: quickly while there are no keys, slowly afterwards."""
        while True:
            await self._refresh()
            await asyncio.sleep(_REFRESH_SECONDS if self._portal_answers else _RETRY_SECONDS)

    def fault(self) -> str | None:
        """What is wrong, for a health check: without any key nobody can be let in."""
        return None if self._keys else "no keys from the portal yet"

    async def _refresh(self) -> None:
        """Fetches the keys, a second after the last time at the earliest; whoever asks meanwhile waits for that."""
        asked_at = time.monotonic()
        async with self._fetching:
            if self._fetched_at >= asked_at:
                return
            await asyncio.sleep(self._fetched_at + _RETRY_SECONDS - time.monotonic())
            began_at = time.monotonic()
            await self._fetch()
            self._fetched_at = began_at

    async def _fetch(self) -> None:
        try:
            async with httpx.AsyncClient(timeout=_FETCH_SECONDS) as client:
                response = await client.get(self._url)
            fetched = PyJWKSet.from_dict(response.raise_for_status().json())
        except (httpx.HTTPError, PyJWTError, ValueError, TypeError, AttributeError) as error:
            # The last two come from JSON that is not shaped like a key set.
            self._portal_answers = False
            structlog.get_logger().warning("portal keys not fetched", error=repr(error))
            return
        self._portal_answers = True
        self._keys = {key.key_id: key for key in fetched.keys if key.key_id}
