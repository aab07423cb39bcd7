"""How matches begin, as the engine has said lately: all of the same rules, seats and dealer begin alike."""

import time
from collections import OrderedDict
from typing import Final

from truco.engine.v1.engine_pb2 import NewMatchResponse

_SECONDS: Final = 60.0
"""Then the engine is asked again: it may be another release by then."""
_MOST: Final = 256


class Beginnings:
    """The engine's answers of the last minute."""

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, tuple[float, NewMatchResponse]] = OrderedDict()

    def get(self, request: bytes) -> NewMatchResponse | None:
        """The answer to the same request, not to be changed; None when there is none so new."""
        until, answer = self._known.get(request, (0.0, None))
        return answer if time.monotonic() < until else None

    def put(self, request: bytes, answer: NewMatchResponse) -> None:
        """Remembers an answer."""
        self._known[request] = (time.monotonic() + _SECONDS, answer)
        self._known.move_to_end(request)
        if len(self._known) > _MOST:
            self._known.popitem(last=False)
