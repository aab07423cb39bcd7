"""The envido: opened and raised for value, answered by what the rivals' call tells of their tantos (rules.md 6)."""

from random import Random
from typing import Final

from services.bots.policies.criollo import stakes
from services.bots.policies.criollo.betting import Bet, accepting, calling, refusing
from services.bots.policies.criollo.deck import tantos_as_rare
from services.bots.policies.criollo.equity import Equity
from services.bots.policies.criollo.outlook import Outlook
from services.engine.rules import Action, View
from services.engine.rules.actions import ENVIDO, FALTA_ENVIDO, NO_QUIERO, QUIERO, REAL_ENVIDO, SPOKEN
from services.engine.rules.seats import NOBODY, rival_of, team_of

_CALLS: Final = (ENVIDO, REAL_ENVIDO, FALTA_ENVIDO)

_EDGE: Final = 0.004
"""The least gain in chances to win the chico for which it opens: for less it rather tells nothing."""

_BLUFF: Final = 0.04
"""How often it opens without the tantos, so that its call is no proof of them."""

_SURE: Final = 0.75
"""The chance from which it refuses nothing, however well it stands."""

_TANTOS_MEANT: Final = 24
_MOST_TANTOS_MEANT: Final = 31
_ANY_TANTOS: Final = 0


def opening(view: View, outlook: Outlook, equity: Equity, dice: Random) -> Action | None:
    """The call to open with, or None to leave it."""
    bets = _bets(view, outlook)
    if not bets:
        return None
    best = max(bets, key=lambda bet: calling(bet, equity))
    bluffing = SPOKEN[ENVIDO] in view.legal and dice.random() < _BLUFF
    if calling(best, equity) > equity.after(0) + _EDGE:
        return SPOKEN[best.kind]
    return SPOKEN[ENVIDO] if bluffing else None


def answer(view: View, outlook: Outlook, equity: Equity) -> Action:
    """The answer to the rivals' pending envido."""
    pending = _bet(view, outlook, view.envido)
    choices = {bet.kind: calling(bet, equity) for bet in _bets(view, outlook)}
    choices[QUIERO] = accepting(pending, equity)
    if pending.chance < _SURE:
        choices[NO_QUIERO] = refusing(pending, equity)
    return SPOKEN[max(choices, key=choices.__getitem__)]


def _bets(view: View, outlook: Outlook) -> list[Bet]:
    return [_bet(view, outlook, (*view.envido, kind)) for kind in _CALLS if SPOKEN[kind] in view.legal]


def _bet(view: View, outlook: Outlook, calls: tuple[int, ...]) -> Bet:
    team = team_of(view.seat or 0)
    won, lost = (stakes.envido(view, calls, winner) for winner in (team, rival_of(team)))
    return Bet(calls[-1], won, lost, stakes.envido_refused(view, calls), outlook.envido(rivals_from=_meant(view, lost)))


def _meant(view: View, points: int) -> int:
    """The tantos that rivals have who call or accept for so many points: the more, the more. Perros were said blind."""
    if view.perros != NOBODY:
        return _ANY_TANTOS
    return tantos_as_rare(min(_MOST_TANTOS_MEANT, _TANTOS_MEANT + points), view.muestra)
