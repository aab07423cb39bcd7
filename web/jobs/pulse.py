"""Whether a process that we do not drive ourselves still turns: it beats, and /healthz looks at the last beat."""

import time

from services.common.health import Health
from services.common.logging import configure
from web.settings.environment import PortalSettings


class Pulse:
    """The time of the last beat; too long ago is a fault."""

    def __init__(self, name: str, longest_seconds: float) -> None:
        self._name = name
        self._longest = longest_seconds
        self._last = time.monotonic()

    def beat(self, **_signal: object) -> None:
        """Notes that it turns. Takes what a Celery signal brings."""
        self._last = time.monotonic()

    def fault(self) -> str | None:
        """What is wrong, or None."""
        silent = time.monotonic() - self._last
        return f"{self._name} silent for {silent:.0f} s" if silent > self._longest else None


def serve_health(name: str, settings: PortalSettings) -> Health:
    """Sets logs up and serves /healthz on the process's address, from a thread; not ready until told."""
    configure(name, settings.log_level)
    return Health(settings.health_address)
