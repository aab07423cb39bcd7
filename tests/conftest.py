"""Real servers for tests: single ones, and the whole platform. Each lives on free ports, in a folder of its own."""

import uuid
from collections.abc import Iterator

import psycopg
import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from deploy.local.stack import Stack
from services.engine import WHY_INTERPRETED

NO_PAUSES = {"QUIERO_TABLES_DEAL_PAUSE_MS": "0", "QUIERO_BOTS_PAUSE_MS": "0"}
"""Nobody waits for the sake of people's eyes."""


def pytest_report_header() -> str:
    """Says which form of the rules these tests import."""
    return f"rules: interpreted, {WHY_INTERPRETED}" if WHY_INTERPRETED else "rules: compiled"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says at the end, where it is read, that half of the engine was not tested."""
    if WHY_INTERPRETED:
        terminalreporter.write_line(f"The compiled rules were NOT tested: {WHY_INTERPRETED}", yellow=True)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> "FolderScheduling":
    """Keeps a folder's tests on one xdist worker, so that what they share is started once."""
    return FolderScheduling(config, log)


class FolderScheduling(LoadScopeScheduling):
    """Hands out folder after folder. (xdist's own groups do nothing with pytest 9.2: pytest-xdist issue 1386.)"""

    def _split_scope(self, nodeid: str) -> str:
        return nodeid.split("::")[0].rpartition("/")[0]


def _started(factory: pytest.TempPathFactory, *programs: str) -> Iterator[Stack]:
    with Stack(factory.mktemp("stack"), overrides=NO_PAUSES) as stack:
        stack.start(*programs)
        yield stack


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """The whole platform, one for each xdist worker, without pauses. Tests that kill programs make their own stack."""
    yield from _started(tmp_path_factory)


@pytest.fixture(scope="module")
def nats_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """NATS with its users, new for each module: connect with `nats.connect(**nats_server.nats_options("tables"))`."""
    yield from _started(tmp_path_factory, "nats")


@pytest.fixture(scope="session")
def postgres_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """PostgreSQL, one for each xdist worker."""
    yield from _started(tmp_path_factory, "postgres")


@pytest.fixture(scope="module")
def postgres(postgres_server: Stack) -> str:
    """The URL of an empty database, new for each module."""
    server, name = postgres_server.env["QUIERO_DATABASE_URL"], f"test_{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return server.removesuffix("/quiero") + f"/{name}"


@pytest.fixture(scope="module")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of an empty Valkey, new for each module."""
    for server in _started(tmp_path_factory, "valkey"):
        yield server.env["QUIERO_VALKEY_URL"]
