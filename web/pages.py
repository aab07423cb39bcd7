"""The process that serves the pages."""

from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from services.common.settings import split_address
from web.settings.environment import environment


def main() -> None:
    """Serves web.wsgi until SIGTERM or SIGINT."""
    host, port = split_address(environment().portal_address)
    Granian(
        "web.wsgi:application",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        workers=environment().pages_workers,
        blocking_threads=environment().pages_threads,
        respawn_failed_workers=True,
        log_level=LogLevels.warning,
    ).serve()
