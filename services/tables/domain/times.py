"""How long things last at a table."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Times:
    """Durations in milliseconds, from the settings."""

    turn: int
    """A seat's time for each decision."""
    bank: int
    """What a seat may overdraw in a whole match."""
    deal_pause: int
    """From the end of a hand to the next deal (architecture 4.8)."""
    idle: int
    """An open table closes when nothing has happened for so long."""
    keep: int
    """A finished table's records are kept at least so long."""
    bot_retry: int
    """A bot that has not answered for so long is told again."""
    rematch: int = 60_000
    """So long after a match another one with the same seats may be wanted."""
    hold_retry: int = 3_000
    """Stakes that nobody has held for so long are asked for again: the worker that asked is gone."""
    hold_patience: int = 60_000
    """A staked match whose stakes can't be held for so long does not start."""
    perros_window: int = 5_000
    """The pause before a deal as long as perros may be said (rules.md 12)."""
    silence: int = 10_000
    """Whose gateways have not spoken of a player for so long has nobody's word that the player is there."""
    stand_in: int = 40_000
    """Who is away for so long gets a bot that sits in."""
    abandon: int = 120_000
    """A match is given up when everybody has been away for so long."""
    missed_turns: int = 2
    """A bot sits in for who lets the time run out so many turns in a row. No duration."""
    void_outage: int = 60_000
    """An outage longer than that voids the matches that were being played."""
    deal_grace: int = 3_000
    """A deal that is so late is made by the durable timer: the worker that meant to deal is gone."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When a record is made: the time, and the version that it gives the table."""

    now_ms: int
    """Unix milliseconds."""
    version: int
    times: Times
    outage_ms: int = 0
    """How long the platform was out since the record before; it counts for nobody."""
