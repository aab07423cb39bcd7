"""Whether to call, raise, accept or refuse: each choice is what it is worth on average in chances to win the chico."""

from typing import Final, NamedTuple

from services.bots.policies.criollo.equity import Equity


class Bet(NamedTuple):
    """A call: pending from the rivals, or one that the seat may make."""

    kind: int
    """The kind of action."""
    won: int
    """Points to the viewer's team when it is accepted and the team wins it."""
    lost: int
    """Points to the rivals when it is accepted and they win it."""
    refused: int
    """Points to the caller's team when it is refused."""
    chance: float
    """Of the viewer's team to win it once it is accepted."""


_LEAST_FEAR: Final = 0.22
_FEAR_PER_POINT: Final = 0.07
_MOST_FEAR: Final = 0.85


def accepting(bet: Bet, equity: Equity) -> float:
    """What it is worth that the bet is on."""
    return bet.chance * equity.after(bet.won) + (1 - bet.chance) * equity.after(-bet.lost)


def calling(bet: Bet, equity: Equity, fear: float | None = None) -> float:
    """What making the call is worth; `fear` is how often rivals refuse it, by default the oftener the more it costs."""
    if fear is None:
        fear = min(_MOST_FEAR, _LEAST_FEAR + _FEAR_PER_POINT * (bet.lost - 2))
    return fear * equity.after(bet.refused) + (1 - fear) * accepting(bet, equity)


def refusing(bet: Bet, equity: Equity) -> float:
    """What refusing the rivals' call is worth."""
    return equity.after(-bet.refused)
