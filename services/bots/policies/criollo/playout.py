"""Plays a hand to its end in one world, every seat in the same plain manner, and tells who wins it."""

from collections.abc import Sequence
from typing import NamedTuple

from services.bots.policies.criollo.deck import Cards, deck_of
from services.bots.policies.criollo.flores import seats_in
from services.engine.rules import View
from services.engine.rules.cards import Card
from services.engine.rules.chapters.tricks import hand_winner
from services.engine.rules.ranking import FACE_DOWN
from services.engine.rules.seats import NOBODY, team_of
from services.engine.rules.state import PARDA

Plays = list[tuple[int, int]]
"""A trick: seat and level in order."""

_NOTHING = -1
"""Below every level: no card on the table."""


class Spot(NamedTuple):
    """Where a hand stands, in levels only."""

    order: tuple[int, ...]
    """The seats still in the hand, from mano round the table."""
    tricks: tuple[int, ...]
    table: tuple[tuple[int, int], ...]
    """The running trick: seat and level in order."""
    turn: int
    mano_team: int
    levels: tuple[int, ...]
    """That of each card."""
    good_second: int
    """A level: who holds such a second card keeps the best one for later."""


def spot_of(view: View) -> Spot:
    """The hand as the view shows it."""
    deck = deck_of(view.muestra)
    table = [
        (play.seat, FACE_DOWN if play.face_down else deck.levels[play.card])
        for play in view.played
        if play.trick == len(view.tricks)
    ]
    mano_team = team_of(view.playing[0])
    return Spot(seats_in(view), view.tricks, tuple(table), view.turn, mano_team, deck.levels, deck.two)


def winner(spot: Spot, held: Sequence[Cards], card: Card | None = None) -> int:
    """The team that wins the hand when the seat in turn plays the card, by default its usual one.

    `held` are the unplayed cards of every seat.
    """
    hands = [sorted([spot.levels[card] for card in cards]) for cards in held]
    table, tricks = list(spot.table), spot.tricks
    waiting = still_to_play(spot)
    if card is not None:
        _put(table, hands, waiting.pop(0), spot.levels[card])
    while True:
        for seat in waiting:
            _put(table, hands, seat, usual_level(hands[seat], table, tricks, seat, spot.good_second))
        best = _best(table)
        tricks = (*tricks, PARDA if best == NOBODY else team_of(best))
        team = hand_winner(_packed(tricks), len(tricks), spot.mano_team)
        if team != NOBODY:
            return team
        table, waiting = [], _from(spot.order, spot.order[0] if best == NOBODY else best)


def usual_level(held: list[int], table: Plays, tricks: tuple[int, ...], seat: int, good_second: int) -> int:
    """The level that a seat plays: to a partner's winning card the lowest, else the lowest that wins, else the lowest
    that ties, else the lowest. `held` is sorted, lowest first.
    """
    if not table:
        return _lead(held, tricks, good_second)
    team = team_of(seat)
    mine = max((level for other, level in table if team_of(other) == team), default=_NOTHING)
    theirs = max((level for other, level in table if team_of(other) != team), default=_NOTHING)
    if mine > theirs:
        return held[0]
    # To the team that won the first trick a later tie is as good as a win (rules.md 4.4).
    goal = theirs if tricks and tricks[0] == team else theirs + 1
    for level in held:
        if level >= goal:
            return level
    return theirs if theirs in held and mine < theirs else held[0]


def _lead(held: list[int], tricks: tuple[int, ...], good_second: int) -> int:
    if not tricks and len(held) == 3 and held[1] >= good_second:
        return held[1]
    return held[-1]


def _packed(tricks: tuple[int, ...]) -> int:
    """The results as the rules pack them, two bits each."""
    return sum(result << 2 * trick for trick, result in enumerate(tricks))


def _put(table: Plays, hands: list[list[int]], seat: int, level: int) -> None:
    hands[seat].remove(level)
    table.append((seat, level))


def still_to_play(spot: Spot) -> list[int]:
    """The seats that have yet to play to the running trick, the one in turn first."""
    played = {seat for seat, _ in spot.table}
    return [seat for seat in _from(spot.order, spot.turn) if seat not in played]


def _from(order: tuple[int, ...], first: int) -> list[int]:
    """The seats from one on; from the next one still in, where it has gone."""
    start = order.index(first) if first in order else 0
    return [*order[start:], *order[:start]]


def _best(table: Plays) -> int:
    """The seat that wins the trick; NOBODY for parda (rules.md 4.2)."""
    seat, best = NOBODY, _NOTHING
    for other, level in table:
        if level > best:
            seat, best = other, level
    tied = any(level == best and team_of(other) != team_of(seat) for other, level in table)
    return NOBODY if tied else seat
