"""`python -m deploy.local`: starts, says what is wrong in one line, and leaves nothing behind (issue 2, point 1)."""

import signal
import socket
import stat
import time
from pathlib import Path

import psutil
import pytest

from tests.harness.launcher import Launcher, gone

_SERVERS = "--only=nats,postgres,valkey"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_everything(tmp_path: Path, number: signal.Signals) -> None:
    with Launcher(tmp_path / "data", "--ports=auto", _SERVERS).until("ready") as launcher:
        family = launcher.family()
        names = {process.name() for process in family}
        assert {"nats-server", "postgres", "valkey-server"} <= names
        assert launcher.end(number) == 0
    assert not any(process.is_running() for process in family)
    assert launcher.output().endswith("quiero: stopped\n")


def test_a_signal_while_it_starts_stops_it(tmp_path: Path) -> None:
    with Launcher(tmp_path / "data", "--ports=auto", _SERVERS).until("starting") as launcher:
        family = launcher.family()
        assert launcher.end() == 0
    assert not any(process.is_running() for process in family)


def test_a_killed_launcher_leaves_no_process(tmp_path: Path) -> None:
    with Launcher(tmp_path / "data", "--ports=auto", _SERVERS).until("ready") as launcher:
        family = launcher.family()
        launcher.end(signal.SIGKILL)
    assert len(family) > 4
    assert gone(family)


def test_a_killed_supervisord_leaves_no_process(tmp_path: Path) -> None:
    with Launcher(tmp_path / "data", "--ports=auto", _SERVERS).until("ready") as launcher:
        family = launcher.family()
        (supervisord,) = (process for process in family if process.cmdline()[1:3] == ["-m", "supervisor.supervisord"])
        supervisord.kill()
        assert launcher.status() == 1
    assert gone(family)
    assert "quiero: supervisord died" in launcher.output()


def test_a_taken_port_names_itself_and_its_service_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with Launcher(tmp_path / "data", f"--port=valkey={port}", "--only=valkey") as launcher:
            assert launcher.status() == 1
    assert launcher.output() == (
        f"quiero: port {port} is taken, and valkey needs it: stop what listens there, "
        f"or choose another, as in: make run ARGS=--port=valkey={port + 1}\n"
    )


def test_a_service_that_does_not_start_is_named_with_its_last_words(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Launcher(data, "--ports=auto", "--only=postgres").until("ready") as launcher:
        launcher.end()
    (data / "postgres" / "PG_VERSION").write_text("9.6\n")
    with Launcher(data, "--ports=auto", "--only=postgres") as launcher:
        assert launcher.status() == 1
    (told,) = (line for line in launcher.output().splitlines() if "postgres ended" in line)
    assert "postgres.log" in told
    assert "9.6" in told


def test_a_service_that_dies_is_named_and_started_again(tmp_path: Path) -> None:
    with Launcher(tmp_path / "data", "--ports=auto", "--only=valkey").until("ready") as launcher:
        (valkey,) = (process for process in launcher.family() if process.name() == "valkey-server")
        _wait_until_older_than(valkey, seconds=1.5)
        valkey.kill()
        launcher.until("valkey died")
        assert launcher.end() == 0
    (told,) = (line for line in launcher.output().splitlines() if "valkey died" in line)
    assert "valkey.log" in told


def test_a_second_start_keeps_what_there_was_and_is_quick(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Launcher(data, "--ports=auto", _SERVERS).until("ready") as launcher:
        launcher.end()
    secrets, cluster = (data / "secrets.env").read_bytes(), (data / "postgres").stat().st_ino
    started = time.monotonic()
    with Launcher(data, "--ports=auto", _SERVERS).until("ready") as launcher:
        assert time.monotonic() - started < 10
        launcher.end()
    assert (data / "secrets.env").read_bytes() == secrets
    assert (data / "postgres").stat().st_ino == cluster


def test_secrets_are_their_owners_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Launcher(data, "--ports=auto", "--only=valkey").until("ready") as launcher:
        shown = [" ".join(process.cmdline()) for process in launcher.family()]
        launcher.end()
    secrets = dict(line.split("=", 1) for line in (data / "secrets.env").read_text().splitlines() if "PASSWORD" in line)
    for name in ("secrets.env", "valkey.conf"):
        assert stat.S_IMODE((data / name).stat().st_mode) == 0o600
    assert not any(secret.strip('"') in line for secret in secrets.values() for line in shown)


def _wait_until_older_than(process: psutil.Process, *, seconds: float) -> None:
    # Whoever dies younger than supervisord's startsecs counts as not started.
    time.sleep(max(0.0, process.create_time() + seconds - time.time()))
