"""Secrets of one data folder: made once, kept in secrets.env, readable by its owner only."""

import os
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from dotenv import dotenv_values


def _password() -> str:
    # A letter first: nats-server reads an all-digit value from its environment as a number.
    return "k" + secrets.token_hex(24)


def _signing_key() -> str:
    key = Ed25519PrivateKey.generate()
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


_MAKERS: Mapping[str, Callable[[], str]] = {
    "NATS_PASSWORD_TABLES": _password,
    "NATS_PASSWORD_BOTS": _password,
    "NATS_PASSWORD_GATEWAY": _password,
    "NATS_PASSWORD_PORTAL": _password,
    "NATS_PASSWORD_MODERATOR": _password,
    "NATS_PASSWORD_OPERATOR": _password,
    "POSTGRES_PASSWORD": _password,
    "VALKEY_PASSWORD": _password,
    "QUIERO_ENGINE_STATE_KEY": lambda: secrets.token_hex(32),
    "QUIERO_SECRET_KEY": lambda: secrets.token_urlsafe(50),
    "QUIERO_JWT_PRIVATE_KEY": _signing_key,
}


def load_or_make(path: Path) -> Mapping[str, str]:
    """The secrets in the file; those that it lacks are made and added."""
    known = {name: value for name, value in dotenv_values(path, interpolate=False).items() if value}
    missing = {name: make() for name, make in _MAKERS.items() if name not in known}
    if missing:
        _write(path, {**known, **missing})
    return {**known, **missing}


def write_private(path: Path, text: str) -> None:
    """Replaces a file at once with one that only its owner can read."""
    draft = path.with_name(path.name + ".new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
    draft.replace(path)


def _write(path: Path, values: Mapping[str, str]) -> None:
    write_private(path, "".join(f'{name}="{value}"\n' for name, value in values.items()))
