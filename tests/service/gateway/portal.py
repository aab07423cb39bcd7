"""Stands where the portal stands: signs tokens with keys of its own and publishes them over HTTP."""

import json
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from jwt.algorithms import OKPAlgorithm


class SigningPortal:
    """Mints tokens; `url` has the public keys, and `fetches` counts how often they were asked for."""

    def __init__(self) -> None:
        self._keys = {"first": Ed25519PrivateKey.generate()}
        self.url = ""
        self.fetches = 0

    def token(self, player_id: str | None = None, *, kid: str | None = None, **claims: object) -> str:
        """A token of a new player, valid for 15 minutes; claims replace the usual ones, None removes one."""
        now = int(time.time())
        usual: dict[str, object] = {
            "iss": "quiero",
            "aud": "quiero",
            "sub": player_id or uuid.uuid4().hex,
            "name": "Ana",
            "avatar": "sol",
            "guest": True,
            "confirmed": False,
            "bot": False,
            "scopes": ["table:play"],
            "iat": now,
            "exp": now + 900,
        }
        kid = kid or next(reversed(self._keys))
        payload = {name: value for name, value in {**usual, **claims}.items() if value is not None}
        return jwt.encode(payload, self._keys[kid], algorithm="EdDSA", headers={"kid": kid})

    def rotate(self) -> None:
        """Signs with a new key from now on; the older ones stay published."""
        self._keys[uuid.uuid4().hex] = Ed25519PrivateKey.generate()

    def jwks(self) -> bytes:
        """The public keys as published."""
        keys = [
            {**OKPAlgorithm.to_jwk(key.public_key(), as_dict=True), "kid": kid, "alg": "EdDSA", "use": "sig"}
            for kid, key in self._keys.items()
        ]
        return json.dumps({"keys": keys}).encode()


@contextmanager
def signing_portal(port: int = 0) -> Iterator[SigningPortal]:
    """A portal that serves its keys while the block runs."""
    portal = SigningPortal()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            portal.fetches += 1
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(portal.jwks())

        def log_message(self, format: str, *args: object) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    portal.url = f"http://127.0.0.1:{server.server_port}/jwks.json"
    try:
        yield portal
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
