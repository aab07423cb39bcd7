"""Envido: opening, raising, value and declaration (rules.md 6)."""

from collections.abc import Sequence

from tests.conformance.oracle.counting import envido_points
from tests.conformance.oracle.scoring import award
from tests.conformance.oracle.state import ENVIDO_CALLS, Call, Match, other, team_of

WORTH = {"envido": 2, "real_envido": 3}
MOST_OF_EACH = {"envido": 2, "real_envido": 1, "falta_envido": 1}


def openings(match: Match, seat: int) -> list[str]:
    """The calls with which the seat may open the envido; the caller knows that it is free to speak."""
    hand, options = match.playing, match.options
    if hand.results or hand.played[seat]:
        return []
    if hand.envido_chain or hand.flor_called or hand.perros_by is not None or hand.truco > 1:
        return []
    if hand.pending is not None:
        return next_calls(match) if _goes_before_the_truco(match) else []
    return next_calls(match) if options.envido_by == "anyone" or seat == hand.turn else []


def _goes_before_the_truco(match: Match) -> bool:
    """A truco is pending against the seat's team, a first one: a raise would have accepted it."""
    return match.options.envido_over_truco == "before_own_card" or not any(match.playing.played.values())


def next_calls(match: Match) -> list[str]:
    """What may follow in the chain, also as its first call."""
    chain = match.playing.envido_chain
    allowed = [call for call in ENVIDO_CALLS if _may_follow(match, chain, call)]
    if match.pica_round and match.options.pica_falta == 0:
        allowed = [call for call in allowed if call != "falta_envido"]
    return allowed


def _may_follow(match: Match, chain: Sequence[str], call: str) -> bool:
    if "falta_envido" in chain:
        return False
    if match.options.envido_chain == "free":
        return len(chain) < 3
    in_order = all(ENVIDO_CALLS.index(earlier) <= ENVIDO_CALLS.index(call) for earlier in chain)
    return in_order and chain.count(call) < MOST_OF_EACH[call]


def call(match: Match, seat: int, name: str) -> None:
    """Open or raise; a pending truco is suspended."""
    hand = match.playing
    if hand.pending is not None and hand.pending.name == "truco":
        hand.suspended = hand.pending
    hand.envido_chain.append(name)
    hand.pending = Call(name, team=other(team_of(seat)), seat=seat)


def settle(match: Match, chain: list[str]) -> None:
    """The accepted envido: everybody declares, the best scores."""
    hand = match.playing
    winner = _declare(match)
    hand.envido_winner = winner
    team = team_of(winner)
    hand.envido_given = (team, award(match, team, _accepted_value(match, chain, team), "envido"))


def refused(match: Match, team: int) -> None:
    """The chain's last caller's team scores what was called before."""
    hand = match.playing
    before = hand.envido_chain[:-1]
    value = sum(WORTH[name] for name in before) if before else 1
    hand.envido_given = (team, award(match, team, value, "envido_refused"))


def _accepted_value(match: Match, chain: list[str], winner: int) -> int:
    if "falta_envido" in chain:
        return limit_in_a_duel(match, falta_value(match, winner), match.options.pica_falta)
    return sum(WORTH[name] for name in chain)


def falta_value(match: Match, winner: int) -> int:
    target, score, falta = match.options.target, match.score, match.options.falta
    to_leader = target - max(score)
    if falta == "rival":
        return target - score[other(winner)]
    if falta == "malas" and target != 15 and max(score) * 2 < target:
        return target - score[winner]
    return to_leader


def limit_in_a_duel(match: Match, value: int, limit: int | None) -> int:
    """Rules.md 11: `pica_falta` and `pica_resto`."""
    return min(value, limit) if match.pica_round and limit is not None else value


def _declare(match: Match) -> int:
    """Who has the best points, a tie going to the earlier from mano; what everybody says is noted."""
    hand = match.playing
    best_seat, best = -1, -1
    for seat in hand.order:
        if seat in hand.left:
            continue
        tantos = envido_points(hand.dealt[seat], hand.muestra)
        if tantos > best:
            best_seat, best = seat, tantos
            match.said.append({"seat": seat, "tantos": tantos})
        elif team_of(seat) != team_of(best_seat):
            match.said.append({"seat": seat, "son_buenas": True})
    return best_seat
