"""How long it takes until a rival sees an action: the answer and the rival's update come in either order."""

import time

from tests.bench.platform.meter import Meter

_KEPT = 8


class Sightings:
    """Of one table. Actions and updates are told apart by any number that both have."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._acted: dict[int, float] = {}
        self._seen: dict[int, float] = {}

    def acted(self, number: int, since: float) -> None:
        """An action, counted from `since`, was acknowledged."""
        if (at := self._seen.pop(number, 0.0)) > since:
            self._meter.rival_saw.append(at - since)
        else:
            _keep(self._acted, number, since)

    def seen(self, number: int) -> None:
        """The rival sees it."""
        now = time.perf_counter()
        if since := self._acted.pop(number, 0.0):
            self._meter.rival_saw.append(now - since)
        else:
            _keep(self._seen, number, now)


def _keep(moments: dict[int, float], number: int, moment: float) -> None:
    moments[number] = moment
    if len(moments) > _KEPT:
        del moments[next(iter(moments))]
