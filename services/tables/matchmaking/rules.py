"""How far apart players may be who meet, and what else keeps them apart for a while."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rules:
    """The matchmaker's settings. Ratings are OpenSkill's mu; four of them make three wins out of four."""

    window: float = 3.0
    """How far apart two players may be at first."""
    widening: float = 0.1
    """By how much that grows with each second of waiting."""
    cap: float = 12.0
    """How far apart they may be at most, however long they wait."""
    rival_ms: int = 30 * 60_000
    """Who met within that time meets again only after waiting."""
    rival_wait_ms: int = 60_000
    """How long both must have waited to meet again so soon."""

    def width(self, waited_ms: int) -> float:
        """How far apart players may be of whom one has waited so long: the one who waited longest decides, so that
        nobody waits in vain while newcomers are seated."""
        return min(self.cap, self.window + self.widening * max(0, waited_ms) / 1000)

    @property
    def settled_ms(self) -> int:
        """After so much waiting nothing grows any more."""
        widening_ms = (self.cap - self.window) / self.widening * 1000 if self.widening else 0.0
        return max(round(widening_ms), self.rival_wait_ms)
