"""What the processes see: addresses, secrets, and what the process file calls ENV_LOCAL_… and ENV_PORT_…"""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from deploy.local import tools
from deploy.local.ports import Ports

ROOT = Path(__file__).resolve().parents[2]
"""The repository's root, where every process runs."""

HOST = "127.0.0.1"


def build(data: Path, sockets: Path, ports: Ports, secrets: Mapping[str, str], *, durable: bool) -> dict[str, str]:
    """The environment of supervisord, which every process inherits and the process file draws on."""
    return {
        **os.environ,
        "PYTHONUNBUFFERED": "1",
        **secrets,
        **_addresses(ports, secrets),
        **{f"PORT_{name}": str(port) for name, port in ports.items()},
        **_places(data, sockets),
        "LOCAL_FSYNC": "on" if durable else "off",
        # Where tables finds what may have replicas; tests that run some override them.
        "LOCAL_ENGINES": f"{HOST}:{ports['ENGINE']}",
        "LOCAL_CREDITS": f"{HOST}:{ports['CREDITS']}",
    }


def _addresses(ports: Ports, secrets: Mapping[str, str]) -> dict[str, str]:
    portal = ports["PORTAL"]
    database = f"quiero:{secrets['POSTGRES_PASSWORD']}@{HOST}:{ports['POSTGRES']}/quiero"
    return {
        "QUIERO_NATS_URL": f"nats://{HOST}:{ports['NATS']}",
        "QUIERO_ENGINE_ADDRESS": f"{HOST}:{ports['ENGINE']}",
        "QUIERO_GATEWAY_GRPC_ADDRESS": f"{HOST}:{ports['GATEWAY_GRPC']}",
        "QUIERO_GATEWAY_CONNECT_ADDRESS": f"{HOST}:{ports['GATEWAY_CONNECT']}",
        "QUIERO_GATEWAY_ALLOWED_ORIGINS": f"http://{HOST}:{portal},http://localhost:{portal}",
        "QUIERO_GATEWAY_PUBLIC_URL": f"http://{HOST}:{ports['GATEWAY_CONNECT']}",
        "QUIERO_PORTAL_ADDRESS": f"{HOST}:{portal}",
        "QUIERO_JWKS_URL": f"http://{HOST}:{portal}/.well-known/jwks.json",
        "QUIERO_CREDITS_ADDRESS": f"{HOST}:{ports['CREDITS']}",
        "QUIERO_DATABASE_URL": f"postgresql://{database}",
        "QUIERO_VALKEY_URL": f"redis://:{secrets['VALKEY_PASSWORD']}@{HOST}:{ports['VALKEY']}/0",
        # There is one gateway, so nowhere to move to when it stops.
        "QUIERO_GATEWAY_MOVE_SECONDS": "1",
        "QUIERO_GATEWAY_LIMITS_URL": f"redis://:{secrets['VALKEY_PASSWORD']}@{HOST}:{ports['VALKEY']}/1",
    }


def _places(data: Path, sockets: Path) -> dict[str, str]:
    found = tools.find()
    return {
        "LOCAL_ROOT": str(ROOT),
        "LOCAL_DATA": str(data),
        "QUIERO_MAIL_FOLDER": str(data / "mail"),
        "LOCAL_LOG": str(data / "log"),
        "LOCAL_SOCKETS": str(sockets),
        "LOCAL_PYTHON": sys.executable,
        "LOCAL_NATS": str(found.nats),
        "LOCAL_VALKEY": str(found.valkey),
        "LOCAL_POSTGRES": str(found.postgres),
        "LOCAL_UNPRIVILEGED": " ".join(tools.unprivileged()),
    }
