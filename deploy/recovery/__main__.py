"""`python -m deploy.recovery save|restore <folder>`: PostgreSQL and NATS's streams into a folder, and back.

Of the platform in .data: `save` while it runs or not, `restore` while it does not; the two servers are started for as
long as they are needed. With --remote of the platform that the environment names: QUIERO_DATABASE_URL,
QUIERO_NATS_URL, NATS_PASSWORD_OPERATOR, NATS_PASSWORD_TABLES, QUIERO_ENGINE_STATE_KEY and the portal's own.
"""

import argparse
import os
import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from deploy.local import environment, ports, secrets
from deploy.local.errors import LocalError
from deploy.local.stack import Stack
from deploy.recovery import backup
from deploy.recovery.errors import RecoveryError


def main() -> int:
    """Does it. The exit status is 1 when it failed, 2 when differences are left that a person must look at."""
    wanted = _arguments()
    try:
        with _servers(wanted) as env:
            return _do(wanted, env)
    except (RecoveryError, LocalError) as error:
        print(f"quiero: {error}", file=sys.stderr)
        return 1


def _do(wanted: argparse.Namespace, env: Mapping[str, str]) -> int:
    if wanted.what == "save":
        backup.save(env, wanted.folder, _say)
        _say(f"saved in {wanted.folder}. It holds cards and addresses of people: keep it as safe as the servers, and")
        _say("keep the secrets (.data/secrets.env) elsewhere; without them it cannot be used.")
        return 0
    database = wanted.database or wanted.folder
    solved = backup.restore(env, database, wanted.folder, _say, replace=wanted.replace)
    _say("restored" if solved else "restored, but for the differences above: look at them before you start")
    return 0 if solved else 2


@contextmanager
def _servers(wanted: argparse.Namespace) -> Iterator[Mapping[str, str]]:
    """The environment of the platform, whose NATS and PostgreSQL run meanwhile."""
    if wanted.remote:
        yield os.environ
    elif wanted.what == "save" and _runs(taken := ports.usual(dict(wanted.port))):
        kept = secrets.load_or_make(wanted.data / "secrets.env")
        yield environment.build(wanted.data, wanted.data, taken, kept, durable=True)
    else:
        with Stack(wanted.data.resolve(), ports.free(), durable=True, tell=_say) as stack:
            stack.start("nats", "postgres")
            yield stack.env


def _runs(taken: Mapping[str, int]) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex((environment.HOST, taken["NATS"])) == 0


def _say(line: str) -> None:
    print(f"quiero: {line}", flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m deploy.recovery", description="Backup and restore.")
    parser.add_argument("what", choices=["save", "restore"])
    parser.add_argument("folder", type=Path, help="the backup; of a restore, that which has the streams")
    parser.add_argument("--database", type=Path, help="the backup that has the database, if it is another one")
    parser.add_argument("--replace", action="store_true", help="restore over the data that is there")
    parser.add_argument("--remote", action="store_true", help="the platform that the environment names")
    parser.add_argument("--data", type=Path, default=environment.ROOT / ".data", help="where the local platform is")
    parser.add_argument("--port", type=_port, action="append", default=[], help="as for make run, e.g. nats=4223")
    return parser.parse_args()


def _port(text: str) -> tuple[str, int]:
    name, _, number = text.partition("=")
    return name.upper(), int(number)


if __name__ == "__main__":
    sys.exit(main())
