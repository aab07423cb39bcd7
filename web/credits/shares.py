"""How a match's stakes are shared out."""

from collections.abc import Mapping, Sequence
from uuid import UUID


def payouts(stakes: Mapping[UUID, int], winners: Sequence[UUID]) -> dict[UUID, int]:
    """What each winner gets: the own stake and an equal share of the losers' stakes.

    A rest that can't be shared goes one credit each to the first winners, in the order given. When nobody on the
    winning side had a stake, nothing stood against the others' and each gets the own one back.
    """
    sharing = [player for player in winners if player in stakes]
    if not sharing:
        return dict(stakes)
    pot = sum(credits for player, credits in stakes.items() if player not in sharing)
    share, rest = divmod(pot, len(sharing))
    return {player: stakes[player] + share + (place < rest) for place, player in enumerate(sharing)}
