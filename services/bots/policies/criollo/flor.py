"""The answer to a flor, and to what is called over one: by how often ours is the better (rules.md 7, 12)."""

from typing import Final

from services.bots.policies.criollo import stakes
from services.bots.policies.criollo.betting import Bet, accepting, calling, refusing
from services.bots.policies.criollo.equity import Equity
from services.bots.policies.criollo.outlook import Outlook
from services.engine.rules import Action, View
from services.engine.rules.actions import (
    CON_FLOR_ENVIDO,
    CON_FLOR_ME_ACHICO,
    CONTRAFLOR,
    CONTRAFLOR_AL_RESTO,
    FLOR,
    KIND_NAMES,
    NO_CALL,
    NO_QUIERO,
    QUIERO,
)
from services.engine.rules.seats import NOBODY, rival_of, team_of

_CONTRAFLOR: Final = 6
_CON_FLOR_ENVIDO: Final = 5
_CON_FLOR_ENVIDO_REFUSED: Final = 3
"""Points of rules.md 7."""

_RAISES: Final = (CONTRAFLOR, CON_FLOR_ENVIDO, CONTRAFLOR_AL_RESTO)
_LEAST_FEAR: Final = 0.05

_MEANT: Final = {FLOR: 0.0, CON_FLOR_ENVIDO: 0.4, CONTRAFLOR: 0.4, CONTRAFLOR_AL_RESTO: 0.6}
"""The share of flores that are too weak to call that; a flor is sung whatever it is."""

_SURE: Final = 0.75
"""The chance from which it refuses nothing, however well it stands."""


def answer(view: View, outlook: Outlook, equity: Equity) -> Action:
    """The answer to the rivals' flor, or to what they have called over one."""
    raises = (action.kind for action in view.legal if action.kind in _RAISES)
    choices = {kind: _calling(view, outlook, equity, kind) for kind in raises}
    pending = _bet(view, view.call, _chance(view, outlook))
    choices[QUIERO] = choices[FLOR] = accepting(pending, equity)
    choices[CON_FLOR_ME_ACHICO] = equity.after(-view.ruleset.achico_points)
    if pending.chance < _SURE:
        choices[NO_QUIERO] = refusing(pending, equity)
    return max((action for action in view.legal if action.kind in choices), key=lambda action: choices[action.kind])


def _calling(view: View, outlook: Outlook, equity: Equity, kind: int) -> float:
    """What a raise is worth: of rivals' flores those are refused that lose less so, the weaker ones."""
    won, lost, refused = _points(view, kind)
    fear = max(_LEAST_FEAR, (won - refused) / (won + lost))
    return calling(_bet(view, kind, outlook.flor(weaker=fear)), equity, fear)


def _chance(view: View, outlook: Outlook) -> float:
    """To have the best flor, by what the rivals have called; perros they said blind."""
    return outlook.flor(weaker=0.0 if view.perros != NOBODY else _MEANT[view.call])


def _bet(view: View, kind: int, chance: float) -> Bet:
    return Bet(kind, *_points(view, kind), chance)


def _points(view: View, kind: int) -> tuple[int, int, int]:
    """What it is worth to the viewer's team, to the rivals, and when it is refused."""
    team, ruleset = team_of(view.seat or 0), view.ruleset
    if kind == FLOR:
        return ruleset.flor_vs_flor_points, ruleset.flor_vs_flor_points, ruleset.achico_points
    if kind == CONTRAFLOR:
        return _CONTRAFLOR, _CONTRAFLOR, ruleset.contraflor_refused
    if kind == CON_FLOR_ENVIDO:
        return _CON_FLOR_ENVIDO, _CON_FLOR_ENVIDO, _CON_FLOR_ENVIDO_REFUSED
    refused = _CONTRAFLOR if _raises_a_contraflor(view) else ruleset.resto_refused
    return stakes.resto(view, team), stakes.resto(view, rival_of(team)), refused


def _raises_a_contraflor(view: View) -> bool:
    """Whether a resto that is pending, or that the viewer could call, goes over a contraflor."""
    if view.call != CONTRAFLOR_AL_RESTO:
        return view.call == CONTRAFLOR
    if view.perros != NOBODY or KIND_NAMES[CONTRAFLOR] not in view.ruleset.flor_replies:
        return False
    # The view does not tell. Who is asked sings first, and a resto goes against that team unless it goes over a
    # contraflor; teams are asked by turns, from the one that was asked the truco or whose turn it is.
    asked = team_of(view.turn) if view.suspended == NO_CALL else view.raiser
    singers = asked if len(view.envido) % 2 == 0 else rival_of(asked)
    return singers != view.call_team
