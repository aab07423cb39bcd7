"""Who plays: a player of the portal, and tokens for its calls."""

import time
from collections.abc import Mapping
from typing import Any, Self

import httpx

from services.common.errors import InternalError, TrucoError, Unreachable, from_code

_TIMEOUT_SECONDS = 30.0
_EARLY_SECONDS = 60.0
"""A token is renewed when it lasts for less than that."""

_CODES = {400: 3, 401: 16, 403: 7, 404: 5, 409: 9, 429: 8, 503: 14}
"""The portal's HTTP statuses as gRPC codes."""


class Account:
    """A player and its token, which is renewed with a personal access token (`qro_…`) when it is about to expire.

    Keep a guest's `secret`, its personal access token, to come back as the same player another day; without one a token
    is used as long as it lasts.
    """

    def __init__(
        self, player_id: str, token: str, *, portal: str = "", name: str = "", secret: str = "", expires: float = 0.0
    ) -> None:
        """`portal` is the portal's URL; `expires` is when the token does, Unix seconds."""
        self.player_id = player_id
        self.name = name
        self.secret = secret
        self._portal = portal
        self._token = token
        self._expires = expires

    @classmethod
    async def new_guest(cls, portal: str, name: str = "") -> Self:
        """A new guest; the portal chooses a name where none is given. Raises Unreachable, Busy, InvalidInput."""
        answer = await _post(f"{portal}/api/guest", {"name": name} if name else {})
        return cls._from(portal, answer, answer["secret"])

    @classmethod
    async def of(cls, portal: str, secret: str) -> Self:
        """The player, or the bot, whom a personal access token stands for. Raises Unreachable, Unauthenticated."""
        return cls._from(portal, await _post(f"{portal}/api/token", secret=secret), secret)

    async def token(self) -> str:
        """A token for a call; one that can't be renewed just now serves as long as it lasts. Raises Unreachable."""
        if self.secret and time.time() > self._expires - _EARLY_SECONDS:
            try:
                await self._renew()
            except Unreachable:
                if time.time() > self._expires:
                    raise
        return self._token

    def expire(self) -> bool:
        """Hears that a gateway does not take the token any more; says whether there will be another."""
        self._expires = 0.0
        return bool(self.secret)

    @classmethod
    def _from(cls, portal: str, answer: Mapping[str, Any], secret: str) -> Self:
        return cls(
            answer["player_id"],
            answer["token"],
            portal=portal,
            name=answer["name"],
            secret=secret,
            expires=answer["expires_at"],
        )

    async def _renew(self) -> None:
        answer = await _post(f"{self._portal}/api/token", secret=self.secret)
        self._token, self._expires = answer["token"], answer["expires_at"]


async def _post(url: str, body: Mapping[str, str] | None = None, secret: str = "") -> Mapping[str, Any]:
    headers = {"Authorization": f"Bearer {secret}"} if secret else {}
    try:
        async with httpx.AsyncClient(timeout=_TIMEOUT_SECONDS) as http:
            answer = await http.post(url, json=body, headers=headers)
    except httpx.HTTPError as error:
        raise Unreachable("UNREACHABLE", f"the portal does not answer: {error!r}") from error
    if answer.is_error:
        raise _refusal(answer)
    fields: Mapping[str, Any] = answer.json()
    return fields


def _refusal(answer: httpx.Response) -> TrucoError:
    try:
        told = answer.json()["error"]
        return from_code(_CODES.get(answer.status_code, 13), told["reason"], told["message"], told["metadata"])
    except (ValueError, KeyError, TypeError):
        return InternalError("INTERNAL", f"the portal answers {answer.status_code}")
