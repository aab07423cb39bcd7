"""NATS, an engine, tables and the bots for these tests."""

from collections.abc import AsyncIterator, Iterator

import pytest

from deploy.local.stack import Stack
from tests.conftest import NO_PAUSES
from tests.service.tables.playing import Room

NOBODY_SAYS_PERROS = {"QUIERO_TABLES_PERROS_WINDOW_MS": "0"}


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """The programs that a match with bots needs, without pauses."""
    with Stack(tmp_path_factory.mktemp("bots"), overrides=NO_PAUSES | NOBODY_SAYS_PERROS) as stack:
        stack.start("nats", "engine", "tables", "bots")
        yield stack


@pytest.fixture
async def room(servers: Stack) -> AsyncIterator[Room]:
    """Connections as the gateway, the bots and the operator."""
    room = await Room.enter(servers)
    yield room
    await room.leave()
