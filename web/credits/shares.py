"""How a match's stakes are shared out."""

from collections.abc import Mapping, Sequence
from uuid import UUID


def payouts(stakes: Mapping[UUID, int], winners: Sequence[UUID]) -> dict[UUID, int]:
    """What each winner gets: an equal part of the pot.

    Every head of a match stakes the same, so that the parts are whole when the teams are as large as each other. Where
    a winner's account is gone, a rest goes one credit each to the first winners, in the order given; when nobody of the
    winning side had a stake, nothing stood against the others' and each gets the own one back.
    """
    sharing = [player for player in winners if player in stakes]
    if not sharing:
        return dict(stakes)
    part, rest = divmod(sum(stakes.values()), len(sharing))
    return {player: part + (place < rest) for place, player in enumerate(sharing)}
