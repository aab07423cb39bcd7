"""PostgreSQL in a file, by its own pg_dump and pg_restore."""

import os
import subprocess
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

import psycopg

from deploy.local import tools
from deploy.recovery.errors import RecoveryError

FILE: Final = "database.dump"


def save(url: str, folder: Path) -> None:
    """Writes the whole database, as it is at one moment, into the folder."""
    _run("pg_dump", url, "--format=custom", f"--file={folder / FILE}")


def restore(url: str, folder: Path) -> None:
    """Makes the database as it was, in place of what it holds."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    _run("pg_restore", url, "--no-owner", "--exit-on-error", str(folder / FILE))


def in_use(url: str) -> bool:
    """Whether it holds any table."""
    with psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute("SELECT 1 FROM pg_tables WHERE schemaname = 'public' LIMIT 1")
        return found.fetchone() is not None


def _run(program: str, url: str, *arguments: str) -> None:
    """Runs one of PostgreSQL's programs on the database; the password is no argument, for all may read those."""
    parts = urlsplit(url)
    place = {
        "PGHOST": parts.hostname,
        "PGPORT": str(parts.port or 5432),
        "PGUSER": unquote(parts.username or ""),
        "PGPASSWORD": unquote(parts.password or ""),
    }
    name = unquote(parts.path.lstrip("/"))
    command = [str(tools.find().postgres / program), f"--dbname={name}", *arguments]
    environment = {**os.environ, **{key: value for key, value in place.items() if value}}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        reason = (done.stderr.strip() or "no output").splitlines()[-1]
        raise RecoveryError(f"{program} failed: {reason}")
