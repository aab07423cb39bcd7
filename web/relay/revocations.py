"""What was revoked, as gateways read it (truco.portal.v1.Revocation)."""

import math
import time
from collections.abc import Collection, Mapping
from uuid import UUID

from truco.portal.v1 import revocation_pb2
from web.accounts import revocations as accounts


def revocations(keys: Collection[str]) -> Mapping[str, bytes]:
    """What was revoked, by subject; what is over is left out.

    Tokens issued until now are refused and not only those of before the revocation: it is committed by now, so whoever
    read that a token may be had, and signs it later, read that before.
    """
    found = accounts.revoked(map(UUID, keys))
    now = math.ceil(time.time())
    return {
        subject.hex: revocation_pb2.Revocation(subject=subject.hex, before=now).SerializeToString() for subject in found
    }
