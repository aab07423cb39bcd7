"""Points, the end of a hand, of a chico and of the match (rules.md 10, 11)."""

from tests.conformance.oracle.shown import shown_cards
from tests.conformance.oracle.state import Match


def award(match: Match, team: int, n: int, why: str) -> int:
    """Add points at once and end the chico that they decide; returns what was really added."""
    added = min(n, match.options.target - match.score[team])
    match.score[team] += added
    match.points.append({"team": team, "n": added, "why": why})
    if match.score[team] == match.options.target:
        _end_chico(match, team)
    return added


def take_back(match: Match, team: int, n: int) -> None:
    """Undo an envido (rules.md 7, flor_timing on_turn)."""
    match.score[team] -= n
    match.points.append({"team": team, "n": -n, "why": "envido_undone"})


def win_hand(match: Match, team: int, n: int, why: str) -> None:
    """The last points of a hand; the next one is to be dealt unless they ended more than the hand."""
    award(match, team, n, why)
    if match.phase != "play":
        return
    _end_hand(match)
    match.phase = "deal"
    if match.pica_round and match.duel < 2:
        match.duel += 1
    else:
        _next_round(match)


def forfeit(match: Match, winner: int) -> None:
    """A seat gives the match up: no points, no cards shown."""
    match.points.append({"team": winner, "n": 0, "why": "forfeit"})
    if match.hand is not None:
        _silence(match)
    match.phase = "over"
    match.winner = winner


def _end_chico(match: Match, team: int) -> None:
    _end_hand(match)
    match.chicos[team] += 1
    if match.chicos[team] == match.options.chicos_to_win:
        match.phase = "over"
        match.winner = team
        return
    match.score = [0, 0]
    match.phase = "deal"
    match.chico_begins = True
    _next_round(match)


def _end_hand(match: Match) -> None:
    match.shown = shown_cards(match)
    _silence(match)


def _silence(match: Match) -> None:
    hand = match.hand
    assert hand is not None
    hand.turn = None
    hand.pending = None
    hand.suspended = None


def _next_round(match: Match) -> None:
    match.dealer = (match.dealer + 1) % match.seats
    match.duel = 0
    match.pica_round = _is_pica_round(match)


def _is_pica_round(match: Match) -> bool:
    """Whether the round that begins is a pica-pica round; `pica_round` still tells of the one before."""
    options = match.options
    if not options.pica_pica or match.seats != 6 or match.chico_begins or match.pica_round:
        return False
    best = max(match.score)
    return options.pica_from <= best and not _pica_is_over(best, options.target, options.pica_until)


def _pica_is_over(best: int, target: int, until: str) -> bool:
    if until == "last_five":
        return best >= target - 5
    return best * 2 >= target
