"""Every process and command of the portal: `python -m web <name>`.

    pages      the pages, over HTTP (granian)            credits   the credits service, over gRPC
    consume    matches to the history, reports           worker    Celery's worker
    beat       Celery's clock                            migrate   brings the database up to date
    relay      what changed, to NATS

Any other name is Django's own (`python -m web help`).
"""

import os
import sys
from collections.abc import Callable
from importlib import import_module

PROCESSES = {
    "pages": "web.pages",
    "credits": "web.rpc.server",
    "consume": "web.consumer",
    "worker": "web.jobs.worker",
    "beat": "web.jobs.beat",
    "relay": "web.relay.process",
    "migrate": "web.common.migrate",
}


def main(arguments: list[str]) -> None:
    """Runs the process or command that the first argument names."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "web.settings")
    name = arguments[0] if arguments else "help"
    if name in PROCESSES:
        _process(name)()
    else:
        _django(arguments)


def _process(name: str) -> Callable[[], None]:
    import django

    from web.accounts.keys import check_keys

    django.setup()
    check_keys()
    run: Callable[[], None] = import_module(PROCESSES[name]).main
    return run


def _django(arguments: list[str]) -> None:
    from django.core.management import execute_from_command_line

    execute_from_command_line(["python -m web", *arguments])


if __name__ == "__main__":
    main(sys.argv[1:])
