"""NATS, an engine and a tables worker for these tests."""

from collections.abc import AsyncIterator, Iterator

import pytest

from deploy.local.stack import Stack
from tests.service.tables.playing import Room


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """NATS, the engine and one worker, without a pause before deals."""
    with Stack(tmp_path_factory.mktemp("tables"), overrides={"QUIERO_TABLES_DEAL_PAUSE_MS": "0"}) as stack:
        stack.start("nats", "engine", "tables")
        yield stack


@pytest.fixture
async def room(servers: Stack) -> AsyncIterator[Room]:
    """Connections as the gateway, the bots and the operator."""
    room = await Room.enter(servers)
    yield room
    await room.leave()
