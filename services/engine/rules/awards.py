"""Points that a chapter gives; the scoring chapter adds them up."""

from typing import final

from mypy_extensions import i64

from services.engine.rules.events import Why


@final
class Award:
    """Points for a team, before the target cuts them, and whether the hand ends with them."""

    __slots__ = ("ends_hand", "points", "team", "why")

    def __init__(self, team: i64, points: i64, why: Why, *, ends_hand: bool = False) -> None:
        self.team: i64 = team
        self.points: i64 = points
        self.why: Why = why
        self.ends_hand: bool = ends_hand
