"""The platform's own policy. policy < envido, truco, cards < betting, outlook < equity, playout < worlds."""

from services.bots.policies.criollo.policy import Criollo

__all__ = ["Criollo"]
