"""Saving and restoring a platform, by the environment that says where it is."""

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final, TypeVar

import nats
from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.errors import NoRespondersError

from deploy.local.environment import ROOT
from deploy.recovery import database, manifest, streams
from deploy.recovery.errors import RecoveryError

T = TypeVar("T")
Env = Mapping[str, str]
Tell = Callable[[str], None]

_STREAMS: Final = "streams"
_ANY_SHARD: Final = "tables.query.0"


def save(env: Env, folder: Path, tell: Tell) -> None:
    """Writes the database and every stream into a new folder, while all is in use. Raises RecoveryError.

    The database comes first: what ends meanwhile is in the streams, from which the portal hears of it again.
    """
    if folder.exists():
        raise RecoveryError(f"{folder} exists: a backup gets a folder of its own")
    draft = folder.with_name(folder.name + ".unfinished")
    (draft / _STREAMS).mkdir(parents=True, mode=0o700)
    draft.chmod(0o700)
    database.save(env["QUIERO_DATABASE_URL"], draft)
    tell("the database is saved")
    names = _at_nats(env, lambda client: streams.save(client, draft / _STREAMS))
    tell(f"{len(names)} streams are saved")
    manifest.write(draft, env["QUIERO_ENGINE_STATE_KEY"])
    draft.rename(folder)


def restore(env: Env, database_from: Path, streams_from: Path, tell: Tell, *, replace: bool) -> bool:
    """Makes database and streams as they were, maybe of different moments, and reconciles them.

    Nothing of the platform may run but the two servers. Returns whether all differences could be put right. Raises
    RecoveryError, before anything is changed, for a backup that is not whole, a platform that runs, or, without
    `replace`, one that holds data.
    """
    for folder in dict.fromkeys((database_from, streams_from)):
        _check(folder, env, tell)
    _at_nats(env, _check_idle)
    if not replace and (database.in_use(env["QUIERO_DATABASE_URL"]) or _at_nats(env, streams.in_use)):
        raise RecoveryError("there is data already, and a restore replaces it: say so if that is meant")
    database.restore(env["QUIERO_DATABASE_URL"], database_from)
    tell("the database is restored")
    names = _at_nats(env, lambda client: streams.restore(client, streams_from / _STREAMS))
    tell(f"{len(names)} streams are restored")
    return _reconcile(env, tell)


def _check(folder: Path, env: Env, tell: Tell) -> None:
    told = manifest.check(folder)
    tell(f"{folder} is of {told['made']}, and whole")
    if told["state_key"] != manifest.fingerprint(env["QUIERO_ENGINE_STATE_KEY"]):
        raise RecoveryError("QUIERO_ENGINE_STATE_KEY is not that of the backup: matches could not be played on")


async def _check_idle(client: Client) -> None:
    try:
        await client.request(_ANY_SHARD, b"", timeout=2)
    except NoRespondersError:
        return
    except (NatsError, TimeoutError):
        pass
    raise RecoveryError("tables is running: stop the platform first")


def _reconcile(env: Env, tell: Tell) -> bool:
    """Brings the two into line, by the programs that know them."""
    tables = {**env, "QUIERO_NATS_USER": "tables", "QUIERO_NATS_PASSWORD": env["NATS_PASSWORD_TABLES"]}
    with tempfile.TemporaryDirectory() as folder:
        survey, forget = Path(folder) / "survey", Path(folder) / "forget"
        _run(env, "web", "migrate")
        survey.write_text(_run(tables, "services.tables", "survey"), encoding="utf-8")
        done = _python(env, "web", "reconcile", str(survey), str(forget))
        if not forget.exists():
            raise RecoveryError(f"reconcile failed: {_last_line(done)}")
        for line in done.stdout.splitlines():
            tell(line)
        if table_ids := forget.read_text(encoding="utf-8").split():
            _run(tables, "services.tables", "forget", *table_ids)
    _run(tables, "services.tables", "deliver-again")
    tell(_run(env, "web", "publish_standings").strip())
    return done.returncode == 0


def _run(env: Env, *arguments: str) -> str:
    done = _python(env, *arguments)
    if done.returncode != 0:
        raise RecoveryError(f"{' '.join(arguments[:2])} failed: {_last_line(done)}")
    return done.stdout


def _python(env: Env, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **env}, capture_output=True, text=True, check=False)


def _last_line(done: subprocess.CompletedProcess[str]) -> str:
    return (done.stderr.strip() or "no output").splitlines()[-1]


def _at_nats(env: Env, work: Callable[[Client], Awaitable[T]]) -> T:
    """Does something over a connection as the operator."""

    async def connected() -> T:
        client = await nats.connect(
            env["QUIERO_NATS_URL"],
            user="operator",
            password=env["NATS_PASSWORD_OPERATOR"],
            inbox_prefix=b"_INBOX_operator",
        )
        try:
            return await work(client)
        finally:
            await client.close()

    return asyncio.run(connected())
