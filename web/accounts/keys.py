"""The keys that sign tokens, and those that verify them: the current one and others, while one takes another's place.

docs/operations.md has the steps of a rotation.
"""

import base64
import hashlib
import json
import re
from dataclasses import dataclass
from functools import cache

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from services.common.tokens import ALGORITHM
from web.settings.environment import environment

_PEM = re.compile(r"-----BEGIN ([A-Z ]+)-----.+?-----END \1-----", re.DOTALL)


@dataclass(frozen=True)
class SigningKey:
    """The current key; `id` is what tokens name it by."""

    private: Ed25519PrivateKey
    id: str


@cache
def signing_key() -> SigningKey:
    """The key that signs. Raises ValueError, TypeError, UnsupportedAlgorithm for one that can't."""
    private = load_pem_private_key(environment().jwt_private_key.encode(), password=None)
    if not isinstance(private, Ed25519PrivateKey):
        raise ValueError("not an Ed25519 key")
    return SigningKey(private, _thumbprint(private.public_key()))


def public_key(key_id: str) -> Ed25519PublicKey:
    """A key that verifies, by its id. Raises KeyError."""
    return _public_keys()[key_id]


def key_set() -> dict[str, list[dict[str, str]]]:
    """The public keys as a JSON Web Key Set (RFC 7517, RFC 8037), the current one first."""
    named = {"use": "sig", "alg": ALGORITHM}
    return {"keys": [{**_members(key), **named, "kid": key_id} for key_id, key in _public_keys().items()]}


def check_keys() -> None:
    """Ends the process with one line when a key can't be used."""
    for name, read in (("QUIERO_JWT_PRIVATE_KEY", signing_key), ("QUIERO_JWT_OTHER_KEYS", _public_keys)):
        try:
            read()
        except (ValueError, TypeError, UnsupportedAlgorithm):
            raise SystemExit(f"bad settings: {name}: must be Ed25519 in PEM") from None


@cache
def _public_keys() -> dict[str, Ed25519PublicKey]:
    keys = [signing_key().private.public_key(), *_others(environment().jwt_other_keys)]
    return {_thumbprint(key): key for key in keys}


def _others(pems: str) -> list[Ed25519PublicKey]:
    found = [_public(match[0].encode(), match[1]) for match in _PEM.finditer(pems)]
    if _PEM.sub("", pems).strip():
        raise ValueError("not PEM")
    return found


def _public(pem: bytes, kind: str) -> Ed25519PublicKey:
    published = kind == "PUBLIC KEY"
    public = load_pem_public_key(pem) if published else load_pem_private_key(pem, password=None).public_key()
    if not isinstance(public, Ed25519PublicKey):
        raise ValueError("not an Ed25519 key")
    return public


def _thumbprint(key: Ed25519PublicKey) -> str:
    """The key's RFC 7638 thumbprint."""
    members = json.dumps(_members(key), separators=(",", ":"), sort_keys=True)
    return _base64url(hashlib.sha256(members.encode()).digest())


def _members(key: Ed25519PublicKey) -> dict[str, str]:
    return {"crv": "Ed25519", "kty": "OKP", "x": _base64url(key.public_bytes(Encoding.Raw, PublicFormat.Raw))}


def _base64url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
