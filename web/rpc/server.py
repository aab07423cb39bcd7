"""The process of the credits service."""

import asyncio

import structlog

from services.common.grpc_server import GrpcServer
from services.common.health import Health, ended
from services.common.run import run
from services.common.settings import load
from truco.portal.v1 import portal_pb2, portal_pb2_grpc
from web.common import database
from web.jobs.watchman import Watchman
from web.rpc.servicer import CreditsServicer
from web.rpc.watchman import BooksWatchman
from web.settings.environment import CreditsSettings

GRACE_SECONDS = 5
_NAME = portal_pb2.DESCRIPTOR.services_by_name["CreditsService"].full_name


def main() -> None:
    """Serves until SIGTERM or SIGINT."""
    settings = load(CreditsSettings)

    async def serve(health: Health, stopping: asyncio.Event) -> None:
        server = GrpcServer(settings.credits_address, [_NAME])
        portal_pb2_grpc.add_CreditsServiceServicer_to_server(CreditsServicer(), server.server)
        await server.start()
        watches = [asyncio.create_task(watchman.watch(stopping)) for watchman in (Watchman(), BooksWatchman())]
        health.ready(database.fault, lambda: ended(watches))
        structlog.get_logger().info("serving", port=server.port)
        await stopping.wait()
        health.draining()
        await asyncio.gather(*watches)
        await server.stop(GRACE_SECONDS)

    run("credits", settings, serve)
