"""The truco: called and raised for value and now and then as a bluff, accepted by what the cards are still good for."""

from random import Random
from typing import Final

from services.bots.policies.criollo.betting import Bet, accepting, calling, refusing
from services.bots.policies.criollo.equity import Equity
from services.bots.policies.criollo.outlook import Outlook
from services.engine.rules import Action, View
from services.engine.rules.actions import NO_QUIERO, QUIERO, RETRUCO, SPOKEN, TRUCO, VALE_CUATRO
from services.engine.rules.calls import truco_value
from services.engine.rules.cards import Card

_CALLS: Final = (TRUCO, RETRUCO, VALE_CUATRO)

_EDGE: Final = 0.003
"""The least gain in chances to win the chico for which it calls."""

_FAIR: Final = 0.52
"""The chance under which a call is a bluff, however often rivals refuse."""

_BLUFF: Final = 0.05
"""How often it bluffs."""


def opening(view: View, outlook: Outlook, equity: Equity, dice: Random, card: Card) -> Action | None:
    """The call to make before playing the card, or None to play on."""
    kind = _legal_call(view)
    if kind is None:
        return None
    bluffing = dice.random() < _BLUFF
    bet = _bet(outlook, kind, card)
    as_it_is = Bet(kind, view.truco, view.truco, view.truco, outlook.hand(card, rivals_at=view.truco))
    # A hand that decides the chico anyway costs no more at a higher value.
    costs_nothing = equity.after(-bet.lost) == equity.after(-view.truco)
    gains = calling(bet, equity) > accepting(as_it_is, equity) + _EDGE
    return SPOKEN[kind] if bluffing or (gains and (costs_nothing or bet.chance >= _FAIR)) else None


def answer(view: View, outlook: Outlook, equity: Equity) -> Action:
    """The answer to the rivals' pending truco, retruco or vale cuatro."""
    pending = _bet(outlook, view.call, None)
    choices = {QUIERO: accepting(pending, equity), NO_QUIERO: refusing(pending, equity)}
    kind = _legal_call(view)
    if kind is not None:
        raised = _bet(outlook, kind, None)
        # Accepting keeps the right to raise later, so a raise at once wants a fair chance.
        choices[kind] = calling(raised, equity) if raised.chance >= _FAIR else choices[NO_QUIERO]
    return SPOKEN[max(choices, key=choices.__getitem__)]


def _legal_call(view: View) -> int | None:
    return next((kind for kind in _CALLS if SPOKEN[kind] in view.legal), None)


def _bet(outlook: Outlook, kind: int, card: Card | None) -> Bet:
    value = truco_value(kind)
    return Bet(kind, value, value, value - 1, outlook.hand(card, rivals_at=value))
