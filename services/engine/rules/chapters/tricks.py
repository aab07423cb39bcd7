"""Playing cards, and who wins tricks and the hand (rules.md 4)."""

from services.engine.rules.actions import DOWN, NO_CARD, Action
from services.engine.rules.awards import Award
from services.engine.rules.cards import Card
from services.engine.rules.errors import Reason
from services.engine.rules.events import Why
from services.engine.rules.log import Log
from services.engine.rules.ranking import FACE_DOWN, level
from services.engine.rules.state import NOBODY, PARDA, Play, State, rival_of, team_of
from services.engine.rules.turns import turn_refusal


def refusal(state: State, seat: int, action: Action) -> Reason | None:
    """Why the seat may not play the card, open or face down."""
    reason = turn_refusal(state, seat)
    if reason is not None:
        return reason
    if action.card not in state.held[seat]:
        return Reason.CARD_NOT_HELD
    return Reason.NO_TAPADA if action.kind == DOWN and not _tapada_allowed(state) else None


def play(now: State, seat: int, card: Card, log: Log, *, face_down: bool) -> tuple[Award, ...]:
    """Puts the card on the table; the trick, and the hand, may end."""
    trick = len(now.tricks)
    now.played = (*now.played, Play(seat, trick, card, face_down))
    now.held = tuple(_without(cards, card) if owner == seat else cards for owner, cards in enumerate(now.held))
    log.card_played(seat, trick, NO_CARD if face_down else card, face_down=face_down)
    return go_on(now, log)


def go_on(now: State, log: Log) -> tuple[Award, ...]:
    """Passes the turn on, or ends the trick that every seat still in has played to."""
    on_table = [play for play in now.played if play.trick == len(now.tricks)]
    if len(on_table) < now.seats - now.folded.bit_count():
        now.turn = _next_in(now, now.turn)
        return ()
    return _end_trick(now, on_table, log)


def _end_trick(now: State, on_table: list[Play], log: Log) -> tuple[Award, ...]:
    best = _best(on_table)
    log.trick_ended(len(now.tricks), PARDA if best is None else team_of(best.seat))
    now.tricks = (*now.tricks, PARDA if best is None else team_of(best.seat))
    now.turn = _first_in(now, now.mano) if best is None else best.seat
    winner = hand_winner(now.tricks, team_of(now.mano))
    return () if winner == NOBODY else (Award(winner, now.truco, Why.TRUCO, ends_hand=True),)


def _best(on_table: list[Play]) -> Play | None:
    """The first play of the winning team's highest level; None for parda."""
    best = max(on_table, key=_level)
    rivals = [_level(play) for play in on_table if team_of(play.seat) == rival_of(team_of(best.seat))]
    return None if _level(best) in rivals else best


def hand_winner(tricks: tuple[int, ...], mano_team: int) -> int:
    """The team that has won the hand (rules.md 4.4), NOBODY while it is undecided."""
    won = (tricks.count(0), tricks.count(1))
    leader = NOBODY if won[0] == won[1] else int(won[1] > won[0])
    if leader != NOBODY and (won[leader] == 2 or PARDA in tricks):
        return leader
    if len(tricks) < 3:
        return NOBODY
    return mano_team if tricks[0] == PARDA else tricks[0]


def _tapada_allowed(state: State) -> bool:
    first = state.ruleset.tapada_from_trick
    return 0 < first <= len(state.tricks) + 1


def _level(play: Play) -> int:
    return FACE_DOWN if play.face_down else level(play.card)


def _without(cards: tuple[Card, ...], gone: Card) -> tuple[Card, ...]:
    return tuple(card for card in cards if card != gone)


def _next_in(state: State, seat: int) -> int:
    return _first_in(state, (seat + 1) % state.seats)


def _first_in(state: State, seat: int) -> int:
    while not state.is_in(seat):
        seat = (seat + 1) % state.seats
    return seat
