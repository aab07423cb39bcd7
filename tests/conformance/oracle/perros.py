"""Echar los perros: three challenges at once, said before the deal (rules.md 12)."""

from tests.conformance.oracle import envido, flor
from tests.conformance.oracle.scoring import award
from tests.conformance.oracle.state import Call, Match, flor_holders, other, team_of


def may_be_said(match: Match) -> bool:
    """Before every deal but a chico's first, once; who may say it are the seats of the hand to be dealt."""
    return match.options.perros and not match.chico_begins and match.perros_by is None


def say(match: Match, seat: int) -> None:
    match.perros_by = team_of(seat)


def challenge(match: Match) -> None:
    """The cards are dealt: the first of the two answers is awaited, or the challengers' flor scores."""
    hand = match.playing
    assert hand.perros_by is not None
    challengers, answering = hand.perros_by, other(hand.perros_by)
    hand.may_raise = answering
    hand.suspended = Call("truco", team=answering, seat=None)
    if flor_holders(match, answering):
        hand.pending = Call("contraflor_al_resto", team=answering, seat=None)
    elif flor_holders(match, challengers):
        hand.flores_to_show = [flor.best_holder(match)]
        award(match, challengers, 3, "flor")
        go_on_to_the_truco(match)
    else:
        hand.pending = Call("falta_envido", team=answering, seat=None)


def is_first_answer(match: Match) -> bool:
    """Whether the contraflor al resto or falta envido of the perros waits for its answer."""
    pending = match.playing.pending
    return pending is not None and pending.seat is None and pending.name != "truco"


def accept(match: Match) -> None:
    pending = match.playing.pending
    assert pending is not None
    if pending.name == "contraflor_al_resto":
        flor.settle(match, flor.resto_value, "resto")
    else:
        envido.settle(match, ["falta_envido"])
    go_on_to_the_truco(match)


def refuse(match: Match) -> None:
    """Nobody's flor is shown (rules.md 12)."""
    pending = match.playing.pending
    assert pending is not None
    challengers = other(pending.team)
    if pending.name == "contraflor_al_resto":
        award(match, challengers, match.options.resto_refused, "resto_refused")
    else:
        award(match, challengers, 1, "envido_refused")
    go_on_to_the_truco(match)


def go_on_to_the_truco(match: Match) -> None:
    """If the chico is not over, the truco is to be answered like any other."""
    if match.phase == "play":
        hand = match.playing
        hand.pending, hand.suspended = hand.suspended, None
