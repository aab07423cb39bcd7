"""Points, the end of a hand, of a chico and of the match (rules.md 6 settling, 10)."""

from services.engine.rules.actions import NO_CALL
from services.engine.rules.awards import Award
from services.engine.rules.cards import Card
from services.engine.rules.events import Why
from services.engine.rules.log import Log
from services.engine.rules.state import DEALING, NOBODY, OVER, Pair, Shown, State, rival_of, team_of
from services.engine.rules.tantos import counted_cards


def add(now: State, award: Award, log: Log) -> None:
    """Adds an award, cut to the target, and ends what it ends: the hand, the chico, the match."""
    target = now.ruleset.target
    points = min(award.points, target - now.score[award.team])
    now.score = _plus(now.score, award.team, points)
    log.scored(award.team, points, award.why)
    chico_won = now.score[award.team] == target
    if award.ends_hand or chico_won:
        _end_hand(now, award.team, log)
    if chico_won:
        _end_chico(now, award.team, log)
    if now.phase == DEALING:
        now.dealer = now.mano


def forfeit(now: State, seat: int, log: Log) -> None:
    """Gives the match to the other team; the score stays and no cards are shown."""
    winner = rival_of(team_of(seat))
    log.scored(winner, 0, Why.FORFEIT)
    _stop_play(now)
    _end_match(now, winner, log, forfeit=True)


def _end_hand(now: State, team: int, log: Log) -> None:
    _stop_play(now)
    now.shown = _cards_to_show(now)
    for shown in now.shown:
        log.cards_shown(shown.seat, shown.cards)
    log.hand_ended(team)
    now.phase = DEALING


def _end_chico(now: State, team: int, log: Log) -> None:
    now.chicos = _plus(now.chicos, team, 1)
    log.chico_ended(team)
    if now.chicos[team] < now.ruleset.chicos_to_win:
        now.score = (0, 0)
        return
    _end_match(now, team, log, forfeit=False)


def _end_match(now: State, winner: int, log: Log, *, forfeit: bool) -> None:
    now.phase = OVER
    now.winner = winner
    log.match_ended(winner, forfeit=forfeit)


def _stop_play(now: State) -> None:
    now.turn = NOBODY
    now.call = NO_CALL
    now.call_team = NOBODY
    now.refused = 0
    now.suspended = NO_CALL


def _cards_to_show(state: State) -> tuple[Shown, ...]:
    """The cards that won an envido, save those played, open or face down."""
    seat = state.envido_winner
    if seat == NOBODY:
        return ()
    counted = counted_cards(state.dealt[seat], _played_by(state, seat))
    unplayed = tuple(card for card in counted if card in state.held[seat])
    return (Shown(seat, unplayed),) if unplayed else ()


def _played_by(state: State, seat: int) -> tuple[Card, ...]:
    return tuple(play.card for play in state.played if play.seat == seat)


def _plus(pair: Pair, team: int, points: int) -> Pair:
    return (pair[0] + points, pair[1]) if team == 0 else (pair[0], pair[1] + points)
