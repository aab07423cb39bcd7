"""Quiero for programs: a player's connection to the public API `truco.play.v1`, and the check of a match that is over.

    async with Client("127.0.0.1:50051", await Account.new_guest("http://127.0.0.1:8000")) as client:
        async for update in client.updates(): ...

It needs grpcio, grpcio-status, protobuf and httpx, and of this repository the stubs in `truco` and `services.common`.
"""

from quiero.account import Account
from quiero.client import Client, new_id
from quiero.fairness import Wrong, verify
from quiero.positions import ENDED
from services.common.errors import TrucoError, Unreachable

__all__ = ["ENDED", "Account", "Client", "TrucoError", "Unreachable", "Wrong", "new_id", "verify"]
