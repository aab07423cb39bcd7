"""What the servers need in the data folder before they start."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from deploy.local.errors import LocalError
from deploy.local.secrets import write_private

_VALKEY = """\
bind 127.0.0.1
port {port}
requirepass {password}
dir {folder}
save ""
appendonly yes
loglevel notice
"""


def prepare(data: Path, env: Mapping[str, str]) -> None:
    """Makes what the servers need; a second time it changes nothing but Valkey's port."""
    (data / "log").mkdir(exist_ok=True)
    (data / "valkey").mkdir(exist_ok=True)
    _write_valkey_conf(data, env)
    _move_streams(data / "nats" / "jetstream")
    if not (data / "postgres").is_dir():
        _make_cluster(data, env)


def _move_streams(kept: Path) -> None:
    """To the account of tables (nats.conf), from the one that all users had before there were accounts."""
    before, now = kept / "$G", kept / "TABLES"
    if before.is_dir() and not now.exists():
        before.rename(now)


def _write_valkey_conf(data: Path, env: Mapping[str, str]) -> None:
    folder = f'"{data / "valkey"}"'
    settings = _VALKEY.format(port=env["PORT_VALKEY"], password=env["VALKEY_PASSWORD"], folder=folder)
    write_private(data / "valkey.conf", settings)


def _make_cluster(data: Path, env: Mapping[str, str]) -> None:
    # Made under another name and renamed when whole, so that an interrupted start leaves no half cluster.
    draft, password = data / "postgres.new", data / "postgres.password"
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(mode=0o700)
    write_private(password, env["POSTGRES_PASSWORD"])
    if env["LOCAL_UNPRIVILEGED"]:
        _give_to_nobody(draft, password)
    sync = [] if env["LOCAL_FSYNC"] == "on" else ["--no-sync"]
    try:
        _run_postgres(env, "initdb", "-D", str(draft), "-U", "quiero", f"--pwfile={password}", *sync, *_INITDB)
        _run_postgres(env, "postgres", "--single", "-D", str(draft), "postgres", stdin="CREATE DATABASE quiero\n")
    finally:
        password.unlink()
    draft.rename(data / "postgres")


_INITDB = ("--auth=scram-sha-256", "--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8")


def _run_postgres(env: Mapping[str, str], program: str, *arguments: str, stdin: str = "") -> None:
    command = [*env["LOCAL_UNPRIVILEGED"].split(), f"{env['LOCAL_POSTGRES']}/{program}", *arguments]
    done = subprocess.run(
        command, input=stdin, capture_output=True, text=True, cwd="/", check=False, start_new_session=True
    )
    if done.returncode != 0:
        reason = (done.stderr.strip() or done.stdout.strip() or "no output").splitlines()[-1]
        raise LocalError(f"postgres: {program} failed: {reason}")


def _give_to_nobody(*paths: Path) -> None:
    nobody = pwd.getpwnam("nobody")
    for path in paths:
        os.chown(path, nobody.pw_uid, nobody.pw_gid)
