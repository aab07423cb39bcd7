"""Points that a chapter gives; the scoring chapter adds them up."""

from typing import NamedTuple

from services.engine.rules.events import Why


class Award(NamedTuple):
    """Points for a team, before the target cuts them, and whether the hand ends with them."""

    team: int
    points: int
    why: Why
    ends_hand: bool
