"""How a seat is played: pure functions of what the seat may know. No I/O, no clock, no hidden memory."""

from collections.abc import Callable
from typing import Final

from services.bots.policies.always_accept import AlwaysAccept
from services.bots.policies.criollo import Criollo
from services.bots.policies.policy import Policy
from services.bots.policies.random_play import RandomPlay

POLICIES: Final[dict[str, Callable[[], Policy]]] = {
    "criollo": Criollo,
    "always_accept": AlwaysAccept,
    "random": RandomPlay,
}
"""The policies by name; QUIERO_BOTS_POLICY picks one."""

__all__ = ["POLICIES", "AlwaysAccept", "Criollo", "Policy", "RandomPlay"]
