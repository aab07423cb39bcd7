"""The envido: opened and raised for value, answered by what the rivals' call tells of their tantos (rules.md 6)."""

from random import Random
from typing import Final

from services.bots.policies.criollo.betting import Bet, accepting, calling, refusing
from services.bots.policies.criollo.equity import Equity
from services.bots.policies.criollo.outlook import Outlook
from services.engine.rules import Action, View
from services.engine.rules.actions import ENVIDO, FALTA_ENVIDO, NO_QUIERO, QUIERO, REAL_ENVIDO, SPOKEN
from services.engine.rules.chapters.envido import refused_value
from services.engine.rules.ruleset import Falta
from services.engine.rules.state import rival_of, team_of

_VALUES: Final = {ENVIDO: 2, REAL_ENVIDO: 3}
_CALLS: Final = (ENVIDO, REAL_ENVIDO, FALTA_ENVIDO)

_EDGE: Final = 0.004
"""The least gain in chances to win the chico for which it opens: for less it rather tells nothing."""

_BLUFF: Final = 0.04
"""How often it opens without the tantos, so that its call is no proof of them."""

_SURE: Final = 0.75
"""The chance from which it refuses nothing, however well it stands."""

_TANTOS_MEANT: Final = 24
_MOST_TANTOS_MEANT: Final = 31


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


def _bet(view: View, outlook: Outlook, chain: tuple[int, ...]) -> Bet:
    won, lost = _points(view, chain)
    # Who calls or accepts for more shows more.
    chance = outlook.envido(rivals_from=min(_MOST_TANTOS_MEANT, _TANTOS_MEANT + lost))
    return Bet(chain[-1], won, lost, refused_value(chain), chance)


def _points(view: View, chain: tuple[int, ...]) -> tuple[int, int]:
    """What the accepted chain is worth to the viewer's team and to the rivals, whoever wins it (rules.md 6)."""
    if chain[-1] != FALTA_ENVIDO:
        points = sum(_VALUES[kind] for kind in chain)
        return points, points
    team = team_of(view.seat or 0)
    return _falta(view, team), _falta(view, rival_of(team))


def _falta(view: View, winner: int) -> int:
    target, best = view.ruleset.target, max(view.score)
    if view.ruleset.falta is Falta.RIVAL:
        return target - view.score[rival_of(winner)]
    in_malas = view.ruleset.falta is Falta.MALAS and target > 15 and 2 * best < target
    return target - view.score[winner] if in_malas else target - best
