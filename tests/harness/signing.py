"""Tokens signed with a stack's own key: for more players than the portal lets one address make, and for old ones."""

import json
import time
from urllib.request import urlopen

import jwt

from deploy.local.stack import Stack
from services.common.tokens import ALGORITHM, AUDIENCE, ISSUER, PERSONS_SCOPES


class Signer:
    """Signs as the stack's portal does."""

    def __init__(self, stack: Stack) -> None:
        """Asks the stack's portal, which must run, for the id of its key."""
        with urlopen(f"http://{stack.address('PORTAL')}/.well-known/jwks.json") as answer:
            self._key_id = json.load(answer)["keys"][0]["kid"]
        self._key = stack.env["QUIERO_JWT_PRIVATE_KEY"]

    def token(self, player_id: str, *, seconds: int) -> str:
        """A guest's token that expires in so many seconds."""
        now = int(time.time())
        claims = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "sub": player_id,
            "name": f"p{player_id[:8]}",
            "avatar": "mate",
            "guest": True,
            "confirmed": False,
            "bot": False,
            "scopes": list(PERSONS_SCOPES),
            "iat": now,
            "exp": now + seconds,
        }
        return jwt.encode(claims, self._key, algorithm=ALGORITHM, headers={"kid": self._key_id})
