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
from services.engine.rules.state import NOBODY, rival_of, team_of

_CONTRAFLOR: Final = 6
_CON_FLOR_ENVIDO: Final = 5
_CON_FLOR_ENVIDO_REFUSED: Final = 3
"""Points of rules.md 7."""

_MEANT: Final = {FLOR: 0.0, CON_FLOR_ENVIDO: 0.4, CONTRAFLOR: 0.4, CONTRAFLOR_AL_RESTO: 0.6}
"""The share of flores that are too weak to call or accept that; a flor is sung whatever it is."""

_SURE: Final = 0.75
"""The chance from which it refuses nothing, however well it stands."""


def answer(view: View, outlook: Outlook, equity: Equity) -> Action:
    """The answer to the rivals' flor, or to what they have called over one."""
    raises = (CONTRAFLOR, CON_FLOR_ENVIDO, CONTRAFLOR_AL_RESTO)
    choices = {kind: calling(_bet(view, outlook, kind), equity) for kind in raises if kind != view.call}
    pending = _bet(view, outlook, view.call)
    choices[QUIERO] = choices[FLOR] = accepting(pending, equity)
    choices[CON_FLOR_ME_ACHICO] = equity.after(-view.ruleset.achico_points)
    if pending.chance < _SURE:
        choices[NO_QUIERO] = refusing(pending, equity)
    return max((action for action in view.legal if action.kind in choices), key=lambda action: choices[action.kind])


def _bet(view: View, outlook: Outlook, kind: int) -> Bet:
    won, lost, refused = _points(view, kind)
    # Perros were said blind.
    meant = 0.0 if view.perros != NOBODY else _MEANT[kind]
    return Bet(kind, won, lost, refused, outlook.flor(weaker=meant))


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
