"""Matches between policies, in process, each seat knowing its view only."""

from collections.abc import Iterable, Sequence
from random import Random

from services.bots.policies.policy import Policy, dice_for
from services.engine.rules import Ruleset, State, apply, awaited, deal, new_match, view
from services.engine.rules.cards import CARDS
from services.engine.rules.state import DEALING, OVER


def wins(ours: Policy, theirs: Policy, ruleset: Ruleset, seats: int, matches: Iterable[int]) -> int:
    """How many of the numbered matches `ours` wins: 2k and 2k + 1 have the same decks, and the teams swapped."""
    return sum(_won(ours, theirs, ruleset, seats, number) for number in matches)


def play_match(teams: Sequence[Policy], ruleset: Ruleset, seats: int, seed: int) -> int:
    """Plays one match, seat k by `teams[k % 2]`, and returns the winning team."""
    shuffle = Random(seed)
    state = new_match(ruleset, seats, dealer=shuffle.randrange(seats))
    moves = 0
    while state.phase != OVER:
        state = _deal(state, shuffle) if state.phase == DEALING else _move(teams, state, seed, moves)
        moves += 1
    return state.winner


def _won(ours: Policy, theirs: Policy, ruleset: Ruleset, seats: int, number: int) -> bool:
    seed, our_team = divmod(number, 2)
    teams = (theirs, ours) if our_team else (ours, theirs)
    return play_match(teams, ruleset, seats, seed) == our_team


def _deal(state: State, shuffle: Random) -> State:
    deck = list(range(CARDS))
    shuffle.shuffle(deck)
    return apply(state, state.dealer, deal(tuple(deck)))


def _move(teams: Sequence[Policy], state: State, seed: int, moves: int) -> State:
    seat = awaited(state)[0]
    action = teams[seat % 2].choose(view(state, seat), dice_for("arena", seed, moves, seat))
    return apply(state, seat, action)
