"""Flor: who owes it, singing, the replies and their worth (rules.md 7)."""

from collections.abc import Callable

from tests.conformance.oracle import envido
from tests.conformance.oracle.counting import flor_points
from tests.conformance.oracle.scoring import award, take_back
from tests.conformance.oracle.state import (
    ENVIDO_CALLS,
    FLOR_CALLS,
    Call,
    Match,
    flor_holders,
    holds_flor,
    other,
    seats_in,
    team_of,
)

FLOR_POINTS = 3
CONTRAFLOR_POINTS = 6
CON_FLOR_ENVIDO_POINTS = 5
CON_FLOR_ENVIDO_REFUSED = 3
RESTO_OVER_CONTRAFLOR_REFUSED = 6


def owes(match: Match, seat: int) -> bool:
    """Whether the seat still has to sing a flor."""
    hand = match.playing
    if not holds_flor(match, seat) or seat in hand.left or seat in hand.sung:
        return False
    if hand.perros_by is not None or hand.flor_settled:
        return False
    return not (match.options.flor_count == "one" and hand.sung)


def called_on(match: Match) -> list[int]:
    """The seats that are to act now and can only sing, from mano."""
    hand = match.playing
    pending = hand.pending
    if pending is None:
        return [seat for seat in hand.order if seat == hand.turn and owes(match, seat)]
    if pending.name in FLOR_CALLS:
        return []
    answering = [seat for seat in seats_in(hand, pending.team) if owes(match, seat)]
    if not answering and pending.name in ENVIDO_CALLS and match.options.flor_timing == "at_once":
        return [seat for seat in seats_in(hand, other(pending.team)) if owes(match, seat)]
    return answering


def may_sing_out_of_turn(match: Match) -> bool:
    """With no call pending; a flor that the system sings is never a choice."""
    return match.options.envido_by == "anyone" and match.options.flor_announce == "manual"


def sing(match: Match, seat: int) -> None:
    hand = match.playing
    team = team_of(seat)
    hand.flor_called = True
    hand.sung.append(seat)
    _silence_other_calls(match)
    if flor_holders(match, other(team)):
        hand.pending = Call("flor", team=other(team), seat=seat)
        return
    hand.flores_to_show.append(seat)
    award(match, team, FLOR_POINTS, "flor")
    resume(match)


def _silence_other_calls(match: Match) -> None:
    """A flor undoes or cancels the envido and suspends the truco."""
    hand = match.playing
    if hand.envido_given is not None:
        take_back(match, *hand.envido_given)
        hand.envido_given = None
        hand.envido_winner = None
    if hand.pending is not None and hand.pending.name not in ENVIDO_CALLS:
        hand.suspended = hand.pending
    hand.pending = None


def resume(match: Match) -> None:
    """Envido or flor are settled: a suspended truco is pending again, afresh (rules.md 5)."""
    if match.phase != "play":
        return
    hand = match.playing
    hand.pending, hand.suspended = hand.suspended, None
    if hand.pending is not None:
        hand.pending.refusals = []


def answers(match: Match) -> list[str]:
    """What a holder may answer to the pending call of the flor family."""
    pending = match.playing.pending
    assert pending is not None
    if pending.name == "flor":
        return [
            reply for reply in match.options.flor_replies if reply != "contraflor_al_resto" or _resto_allowed(match)
        ]
    if pending.name == "contraflor" and "contraflor_al_resto" in match.options.flor_replies and _resto_allowed(match):
        return ["quiero", "no_quiero", "contraflor_al_resto"]
    return ["quiero", "no_quiero"]


def _resto_allowed(match: Match) -> bool:
    return not (match.pica_round and match.options.pica_resto == 0)


def reply(match: Match, seat: int, name: str) -> None:
    """A holder's answer other than a refusal."""
    hand = match.playing
    pending = hand.pending
    assert pending is not None
    if name == "flor":
        settle(match, lambda _match, _winner: match.options.flor_vs_flor_points, "flor")
        resume(match)
    elif name == "quiero":
        _accept(match, pending)
        resume(match)
    else:
        raised = pending.name == "contraflor"
        hand.pending = Call(name, team=other(team_of(seat)), seat=seat, over_contraflor=raised)


def _accept(match: Match, pending: Call) -> None:
    if pending.name == "contraflor":
        settle(match, lambda _match, _winner: CONTRAFLOR_POINTS, "contraflor")
    elif pending.name == "con_flor_envido":
        settle(match, lambda _match, _winner: CON_FLOR_ENVIDO_POINTS, "con_flor_envido")
    else:
        settle(match, resto_value, "resto")


def refused(match: Match) -> None:
    """All who had to answer have refused: the caller's flor scores."""
    hand, options = match.playing, match.options
    pending = hand.pending
    assert pending is not None and pending.seat is not None
    n, why = {
        "flor": (options.achico_points, "flor_achico"),
        "contraflor": (options.contraflor_refused, "contraflor_refused"),
        "con_flor_envido": (CON_FLOR_ENVIDO_REFUSED, "con_flor_envido_refused"),
        "contraflor_al_resto": (
            RESTO_OVER_CONTRAFLOR_REFUSED if pending.over_contraflor else options.resto_refused,
            "resto_refused",
        ),
    }[pending.name]
    hand.flor_settled = True
    hand.flores_to_show = [pending.seat]
    award(match, other(pending.team), n, why)
    resume(match)


def settle(match: Match, value: Callable[[Match, int], int], why: str) -> None:
    """Compare all flores of the seats still in; the better one's team scores."""
    hand = match.playing
    hand.flor_settled = True
    best = best_holder(match)
    hand.flores_to_show = [best]
    award(match, team_of(best), value(match, team_of(best)), why)


def best_holder(match: Match) -> int:
    """Who holds the best flor of the seats still in, a tie going to the nearer to mano."""
    hand = match.playing
    holders = [seat for seat in hand.order if seat not in hand.left and holds_flor(match, seat)]
    # max keeps the first of equals, and the order begins at mano.
    return max(holders, key=lambda seat: flor_points(hand.dealt[seat], hand.muestra) or 0)


def resto_value(match: Match, winner: int) -> int:
    """What a contraflor al resto is worth, limited in a duel by `pica_resto`."""
    target, score, resto = match.options.target, match.score, match.options.resto
    if resto == "chico":
        value = target - score[winner]
    elif resto == "rival":
        value = target - score[other(winner)]
    else:
        value = envido.falta_value(match, winner)
    return envido.limit_in_a_duel(match, value, match.options.pica_resto)
