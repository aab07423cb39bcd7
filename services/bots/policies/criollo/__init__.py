"""The platform's own policy. Its modules, each over those to its right:

policy < flor, envido, truco, cards < betting, outlook, stakes < equity, playout, worlds < flores, deck
"""

from services.bots.policies.criollo.policy import Criollo

__all__ = ["Criollo"]
