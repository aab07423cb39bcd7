"""`python -m deploy.local`: starts the platform, says where it is, and stops it on Ctrl-C."""

import argparse
import signal
import sys
import threading
from pathlib import Path

from deploy.local import environment, ports
from deploy.local.errors import LocalError
from deploy.local.stack import Stack
from deploy.local.watch import Watch


def main() -> int:
    """Runs until a signal; returns the exit status."""
    wanted = _arguments()
    stopping = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: stopping.set())
    try:
        _run(wanted, stopping)
    except LocalError as error:
        print(f"quiero: {error}", file=sys.stderr, flush=True)
        return 1
    return 0


def _run(wanted: argparse.Namespace, stopping: threading.Event) -> None:
    taken = ports.free() if wanted.ports == "auto" else ports.usual(dict(wanted.port))
    with Stack(wanted.data.resolve(), taken, durable=True, tell=_say) as stack:
        stack.start(*wanted.only, stopping=stopping)
        if not stopping.is_set():
            _greet(stack)
            Watch(stack, wanted.only or stack.programs, tell=_say).until(stopping)
        _say("stopping")
    _say("stopped")


def _greet(stack: Stack) -> None:
    _say(f"ready: http://{stack.address('PORTAL')} (programs: gRPC at {stack.address('GATEWAY_GRPC')})")
    _say(f"logs are in {stack.data / 'log'}; Ctrl-C stops everything")


def _say(line: str) -> None:
    print(f"quiero: {line}", flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m deploy.local", description="Starts Quiero on this machine.")
    parser.add_argument("--data", type=Path, default=environment.ROOT / ".data", help="where everything is kept")
    parser.add_argument("--ports", choices=["default", "auto"], default="default", help="the usual ports, or free ones")
    parser.add_argument("--port", type=_port, action="append", default=[], help="another port, e.g. portal=8001")
    parser.add_argument("--only", type=lambda text: text.split(","), default=[], help="some programs, e.g. nats,engine")
    return parser.parse_args()


def _port(text: str) -> tuple[str, int]:
    name, _, number = text.partition("=")
    return name.upper(), int(number)


if __name__ == "__main__":
    sys.exit(main())
