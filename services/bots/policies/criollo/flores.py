"""Who holds a flor, and who cannot, as far as what was said and played tells (rules.md 7)."""

from services.engine.rules import View
from services.engine.rules.actions import CON_FLOR_ME_ACHICO, KIND_NAMES, NO_CALL
from services.engine.rules.calls import is_envido, is_flor
from services.engine.rules.ruleset import CallBy, FlorCount, FlorTiming
from services.engine.rules.seats import NOBODY, rival_of, team_of

Seats = frozenset[int]


def seats_in(view: View) -> tuple[int, ...]:
    """The seats that play this hand and have not gone to the mazo, from mano."""
    return tuple(seat for seat in view.playing if seat not in view.folded)


def holders(view: View) -> Seats:
    """The seats that must hold a flor: those that spoke of it, and those that alone are asked because of it."""
    asked = {seat for seat in seats_in(view) if team_of(seat) == view.call_team and seat not in view.refused}
    told = set(view.sung)
    if is_flor(view.call):
        told.update(view.awaited, view.refused)
    elif view.call != NO_CALL and asked != set(view.awaited):
        told.update(view.awaited)
    return frozenset(told)


def without(view: View) -> Seats:
    """The seats that cannot hold one, as the awaited viewer knows: who has a flor sings before anything else."""
    if not view.ruleset.flor:
        return frozenset()
    others = frozenset(seats_in(view)) - holders(view)
    if _none_hidden(view):
        return others
    return frozenset() if _may_be_closed(view) else others & (_acted(view) | _unrivalled(view))


def _none_hidden(view: View) -> bool:
    """An envido was asked or settled, so every flor has been sung; that of perros is asked where there is none."""
    settled = view.perros != NOBODY or view.ruleset.flor_timing is FlorTiming.AT_ONCE
    return bool(view.envido) and settled and not view.sung


def _may_be_closed(view: View) -> bool:
    """Whether a seat may have kept a flor that it no longer had to sing."""
    if view.perros != NOBODY:
        return True
    shy = KIND_NAMES[CON_FLOR_ME_ACHICO] in view.ruleset.flor_replies
    closed = shy or view.ruleset.flor_count is FlorCount.ONE or len(_singing_teams(view)) == 2
    return bool(view.sung) and closed


def _acted(view: View) -> Seats:
    """The seats that have surely done something."""
    acted = {play.seat for play in view.played}
    if view.call == NO_CALL or is_flor(view.call):
        return frozenset(acted)
    # Where one of a team owes a flor only it is asked, and the viewer would be no one who chooses.
    acted.update(seat for seat in view.playing if team_of(seat) == view.call_team)
    callers = [seat for seat in seats_in(view) if team_of(seat) != view.call_team]
    by = view.ruleset.envido_by if is_envido(view.call) else view.ruleset.truco_by
    if by is CallBy.TURN:
        acted.add(view.turn)
    if len(callers) == 1:
        acted.update(callers)
    return frozenset(acted)


def _unrivalled(view: View) -> Seats:
    """The rivals of a flor that nobody answered: they had none."""
    if is_flor(view.call):
        return frozenset()
    rivals = {rival_of(team) for team in _singing_teams(view)}
    return frozenset(seat for seat in view.playing if team_of(seat) in rivals)


def _singing_teams(view: View) -> set[int]:
    return {team_of(seat) for seat in view.sung}
