"""Points, the end of a hand, of a chico and of the match (rules.md 6 settling, 10)."""

from mypy_extensions import i64

from services.engine.rules.actions import NO_CALL
from services.engine.rules.awards import Award
from services.engine.rules.cards import HAND_SIZE
from services.engine.rules.events import Why
from services.engine.rules.log import Log
from services.engine.rules.seats import NOBODY, has, rival_of, seats_of, team_of
from services.engine.rules.state import DEALING, OVER, State
from services.engine.rules.tantos import counted


def add(now: State, award: Award, log: Log) -> None:
    """Adds an award, cut to the target, and ends what it ends: the hand, the chico, the match."""
    team, target = award.team, now.ruleset.target
    points = min(award.points, target - now.points(team))
    now.score_points(team, points)
    log.scored(team, points, award.why)
    chico_won = now.points(team) == target
    if award.ends_hand or chico_won:
        _end_hand(now, team, log)
    if chico_won:
        _end_chico(now, team, log)


def forfeit(now: State, seat: i64, log: Log) -> None:
    """Gives the match to the other team; the score stays and no cards are shown."""
    winner = rival_of(team_of(seat))
    log.scored(winner, 0, Why.FORFEIT)
    _stop_play(now)
    _end_match(now, winner, log, forfeit=True)


def _end_hand(now: State, team: i64, log: Log) -> None:
    _stop_play(now)
    _show(now)
    if now.shown and log.loud:
        _tell_shown(now, log)
    log.hand_ended(team)
    now.perros = NOBODY
    now.phase = DEALING


def _tell_shown(now: State, log: Log) -> None:
    for seat in seats_of(now.playing):
        if now.shown >> 3 * seat & 7:
            log.cards_shown(seat, now.cards_of(seat, now.shown))


def _end_chico(now: State, team: i64, log: Log) -> None:
    if team == 0:
        now.chicos_0 += 1
    else:
        now.chicos_1 += 1
    log.chico_ended(team)
    if max(now.chicos_0, now.chicos_1) == now.ruleset.chicos_to_win:
        _end_match(now, team, log, forfeit=False)
        return
    now.score_0 = 0
    now.score_1 = 0
    now.chico_begun = 0


def _end_match(now: State, winner: i64, log: Log, *, forfeit: bool) -> None:
    now.phase = OVER
    now.winner = winner
    log.match_ended(winner, forfeit=forfeit)


def _stop_play(now: State) -> None:
    now.turn = NOBODY
    now.call = NO_CALL
    now.call_team = NOBODY
    now.refused = 0
    now.suspended = NO_CALL


def _show(now: State) -> None:
    """Shows the cards that won an envido, and the flores that scored, save those played, open or face down."""
    seat = now.envido_winner
    if seat != NOBODY:
        first, second = counted(now.dealt(seat), now.muestra, 7 & ~now.held_by(seat))
        now.shown |= 1 << 3 * seat + first
        if second >= 0:
            now.shown |= 1 << 3 * seat + second
    for holder in range(now.seats):
        if has(now.flor_scored, holder):
            now.shown |= 7 << HAND_SIZE * holder
    now.shown &= now.held
