"""NATS, an engine, a tables worker and a gateway, with a portal that the test holds in its hand."""

from collections.abc import AsyncIterator, Callable, Iterator

import pytest

from deploy.local.stack import Stack
from tests.service.gateway.faces import ConnectFace, Face, Guest, NativeFace, new_id
from tests.service.gateway.portal import SigningPortal, signing_portal


@pytest.fixture(scope="module")
def portal() -> Iterator[SigningPortal]:
    """Who signs tokens."""
    with signing_portal() as portal:
        yield portal


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory, portal: SigningPortal) -> Iterator[Stack]:
    """The servers, without a pause before deals."""
    overrides = {"QUIERO_TABLES_DEAL_PAUSE_MS": "0", "QUIERO_JWKS_URL": portal.url}
    with Stack(tmp_path_factory.mktemp("gateway"), overrides=overrides) as stack:
        stack.start("nats", "engine", "tables", "gateway")
        yield stack


@pytest.fixture(params=["native", "connect"])
async def face(request: pytest.FixtureRequest, servers: Stack) -> AsyncIterator[Face]:
    """Each of the two faces in turn."""
    native = request.param == "native"
    face = NativeFace(servers.address("GATEWAY_GRPC")) if native else ConnectFace(servers.address("GATEWAY_CONNECT"))
    yield face
    await face.close()


NewGuest = Callable[[], Guest]


@pytest.fixture
def new_guest(face: Face, portal: SigningPortal) -> NewGuest:
    """Makes players at the face."""

    def make() -> Guest:
        player_id = new_id()
        return Guest(face, portal.token(player_id), player_id)

    return make
